using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// AES-CTR's transforms: pieces of any size with either method, in place and with separate buffers, at any offset, with failing calls in between, in a CryptoStream, and after
/// the instance's Dispose. The result must equal that of a single call, with nothing else written.
/// </summary>
internal sealed class TransformFuzz : FuzzKind
{
    public override void Try(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        byte[] key = c.Bytes(c.Of(16, 24, 32));
        byte[] counter = c.Next(3) == 0 ? ReferenceCtr.CounterBlock(-(BigInteger)c.Next(700)) : c.Bytes(16);
        byte[] text = c.Bytes(c.Size(12_000));
        byte[] expected = ReferenceCtr.Xor(key, counter, text);
        using FaceCtr ctr = new(key, backend);
        bool encrypts = c.Next(2) == 0;
        using ICryptoTransform transform = encrypts ? ctr.CreateEncryptor(counter) : ctr.CreateDecryptor(counter);
        c.Calls(encrypts ? "CreateEncryptor" : "CreateDecryptor", name);
        string what = $"{text.Length} bytes, AES-{8 * key.Length}, counter {Convert.ToHexStringLower(counter)} on {name}";
        if (c.Next(2) == 0)
        {
            ctr.Dispose();
        }

        switch (c.Next(4))
        {
            case 0:
                Expect.Same(expected, Read(c, transform, text), $"{what}, by CryptoStream's Read");
                break;
            case 1:
                Expect.Same(expected, Write(c, transform, text), $"{what}, by CryptoStream's Write");
                break;
            default:
                Call(c, transform, text, expected, what);
                break;
        }
    }

    private static byte[] Read(FuzzCase c, ICryptoTransform transform, byte[] text)
    {
        using TestStream source = new(text) { ReadSize = _ => c.Between(1, 3000) };
        using CryptoStream stream = new(source, transform, CryptoStreamMode.Read);
        using MemoryStream result = new();
        stream.CopyTo(result, c.Between(1, 5000));
        return result.ToArray();
    }

    private static byte[] Write(FuzzCase c, ICryptoTransform transform, byte[] text)
    {
        using MemoryStream result = new();
        using (CryptoStream stream = new(result, transform, CryptoStreamMode.Write))
        {
            for (int at = 0, count; at < text.Length; at += count)
            {
                count = Math.Min(c.Size(4000) + 1, text.Length - at);
                stream.Write(text, at, count);
            }
        }

        return result.ToArray();
    }

    private static void Call(FuzzCase c, ICryptoTransform transform, byte[] text, byte[] expected, string what)
    {
        for (int at = 0, count; at < text.Length; at += count)
        {
            count = Math.Min(c.Size(4000) + 1, text.Length - at);
            string call = $"{what}, {count} bytes from {at} on";
            if (c.Next(4) == 0)
            {
                CallBadly(c, transform, text);
            }

            if (c.Next(3) == 0)
            {
                Expect.Same(expected.AsSpan(at, count), transform.TransformFinalBlock(text, at, count), $"{call}, as a final block");
                continue;
            }

            // Uses a separate output, or works in place on a copy of the input at an offset.
            bool inPlace = c.Next(2) == 0;
            int offset = c.Next(40);
            byte[] output = Sample.Filled(offset + count + c.Next(40));
            byte[] after = (byte[])output.Clone();
            expected.AsSpan(at, count).CopyTo(after.AsSpan(offset));
            if (inPlace)
            {
                text.AsSpan(at, count).CopyTo(output.AsSpan(offset));
            }

            Assert.Equal(count, transform.TransformBlock(inPlace ? output : text, inPlace ? offset : at, count, output, offset));
            Expect.Same(after, output, $"{call}, {(inPlace ? "in place" : "apart")} at {offset}");
        }
    }

    /// <summary>Calls with random offsets and counts. Skips valid combinations, which would move the transform.</summary>
    private static void CallBadly(FuzzCase c, ICryptoTransform transform, byte[] text)
    {
        byte[]? input = c.Seldom(8) ? null : text;
        byte[] room = Sample.Filled(c.Next(50));
        byte[]? output = c.Seldom(8) ? null : c.Next(3) == 0 ? text : room;
        int inputOffset = Number(c, text.Length);
        int count = Number(c, text.Length);
        int outputOffset = Number(c, room.Length);
        bool isFinal = c.Next(4) == 0;
        bool fitsInput = input is not null && Fits(inputOffset, count, input.Length);
        bool overlaps = ReferenceEquals(input, output) && inputOffset != outputOffset && Math.Abs((long)inputOffset - outputOffset) < count;
        if (fitsInput && (isFinal || (output is not null && Fits(outputOffset, count, output.Length) && !overlaps)))
        {
            return;
        }

        byte[] textBefore = (byte[])text.Clone();
        Exception? thrown = Record.Exception(() => isFinal
            ? transform.TransformFinalBlock(input!, inputOffset, count).Length
            : transform.TransformBlock(input!, inputOffset, count, output!, outputOffset));
        string call = $"{(isFinal ? "final, " : string.Empty)}{count} of {input?.Length} from {inputOffset} to {outputOffset} of {output?.Length}";
        string[] names = fitsInput ? ["outputBuffer", "outputOffset"] : ["inputBuffer", "inputOffset", "inputCount"];
        Assert.True(thrown is ArgumentException bad && names.Contains(bad.ParamName), $"{call}: {thrown?.ToString() ?? "done"}");
        Assert.True(thrown is not ArgumentNullException || input is null || output is null, $"{call}: {thrown}");
        Expect.Same(textBefore, text, $"{call}: the text");
        Expect.Same(Sample.Filled(room.Length), room, $"{call}: the output");
    }

    private static bool Fits(int offset, int count, int length) => offset >= 0 && count >= 0 && (long)offset + count <= length;

    private static int Number(FuzzCase c, int around) => c.Next(5) switch
    {
        0 => c.Of(0, -1, int.MinValue, int.MaxValue, 1, int.MaxValue - 15),
        1 => around + c.Between(-2, 2),
        2 => -c.Next(100),
        _ => c.Next(around + 1),
    };
}
