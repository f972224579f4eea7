using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract: source and destination may begin at the same byte, even if one is longer by the tag. Any other overlap of these two throws and writes nothing. So does any
/// overlap of a nonce, tag or associated data with a destination, or of a tag with the ciphertext. Empty buffers overlap nothing. An accepted call gives the same result as
/// with separate buffers.
/// </summary>
[Fast]
public sealed class OverlapTests
{
    /// <summary>Message sizes, and the size of associated data or tag, or the position.</summary>
    private static readonly (int Size, int Other)[] _messages =
    [
        (40, 16), (5, 40), (40, 20), (0, 20), (40, 0), (0, 0), (1, 1), (17, 33), (100, 5), (40, 5), (1, 0), (16, 0), (17, 15), (130, 7),
        (0, 16), (20, 100), (100, 16), (130, 40), (40, 1),
    ];

    [Theory]
    [MemberData(nameof(Form.SpanNames), MemberType = typeof(Form))]
    public void Call_EveryPairAtEveryShift_WorksOrIsRefusedAsDocumented(string name)
    {
        Form form = Form.Get(name);
        foreach ((int size, int other) in _messages.Take(Effort.IsSlow && form is AezForm ? 2 : Effort.IsBrief ? 6 : _messages.Length))
        {
            Sample sample = form.CreateSample(size, other);
            using IDisposable instance = sample.Create();
            new Overlaps(form).CheckEveryPair(instance, sample);
        }
    }

    /// <summary>A single byte is inside a destination at all shifts except the outermost.</summary>
    [Theory]
    [MemberData(nameof(AezForm.WithStrings), MemberType = typeof(AezForm))]
    public void Call_StringsOfOneByteAtEveryShift_WorksOrIsRefusedAsDocumented(string name)
    {
        AezForm form = AezForm.Get(name);
        foreach (int size in (int[])[0, 1, 20, 40, 130])
        {
            AezSample sample = new(size, stringSizes: [.. form.StringSizes.Select(_ => 1)]);
            using Aez aez = sample.Create();
            new Overlaps(form).CheckEveryPair(aez, sample);
        }
    }

    [Theory]
    [InlineData("nonce")]
    [InlineData("associatedData")]
    public void EncryptStreams_TagOverlapsAnInput_IsRefusedAndNothingWritten(string parameter)
    {
        GcmSivSample sample = new(20);
        using AesGcmSiv siv = sample.Create();
        for (int shift = -16; shift <= 16; shift++)
        {
            byte[] arena = Sample.Filled(100);
            int start = 50 + shift;
            int length = 12;
            using MemoryStream input = new(sample.Plaintext);
            using MemoryStream output = new();
            void Encrypt()
            {
                Span<byte> other = arena.AsSpan(start, length);
                bool isNonce = parameter == "nonce";
                siv.Encrypt(isNonce ? other : sample.Nonce, input, output, arena.AsSpan(50, 16), isNonce ? [] : other);
            }

            if (start < 50 + 16 && start + length > 50)
            {
                Expect.Refused<ArgumentException>($"shift {shift}", parameter, Encrypt);
                Expect.Same(Sample.Filled(100), arena, $"shift {shift}");
                Assert.Equal(0, output.Length);
            }
            else
            {
                Encrypt();
            }
        }
    }

    /// <summary>A transform's two buffers are in one array, at every shift.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(40)]
    public void TransformBlock_BuffersInOneArrayAtEveryShift_WorksOrIsRefused(int size)
    {
        CtrSample sample = new(size);
        using FaceCtr ctr = sample.Create();
        for (int shift = -50; shift <= 50; shift++)
        {
            using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
            byte[] arena = Sample.Filled(200);
            sample.Plaintext.CopyTo(arena, 80);
            byte[] before = (byte[])arena.Clone();
            string what = $"{size} bytes, shift {shift}";
            if (shift != 0 && Math.Abs(shift) < size)
            {
                Expect.Refused<ArgumentException>(what, "outputBuffer", () => transform.TransformBlock(arena, 80, size, arena, 80 + shift));
                Expect.Same(before, arena, what);

                // The failed call must not move the transform.
                Expect.Same(sample.Ciphertext, transform.TransformFinalBlock(arena, 80, size), $"{what}: what follows");
                continue;
            }

            Assert.Equal(size, transform.TransformBlock(arena, 80, size, arena, 80 + shift));
            sample.Ciphertext.CopyTo(before, 80 + shift);
            Expect.Same(before, arena, what);
        }
    }
}
