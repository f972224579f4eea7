using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>
/// Tests the contract of transforms: their properties, argument checks like .NET's, and that no call repeats part of the key stream. See also <see cref="OverlapTests"/>,
/// <see cref="DisposeTests"/> and <see cref="CtrStreamTests"/>.
/// </summary>
[Fast]
public sealed class CtrTransformTests
{
    private const int Size = 48;

    private static readonly BadCall[] _badCalls =
    [
        new("null input", (t, text) => t.TransformBlock(null!, 0, 16, text, 0), typeof(ArgumentNullException), "inputBuffer"),
        new("input offset -1", (t, text) => t.TransformBlock(text, -1, 16, text, 0), typeof(ArgumentOutOfRangeException), "inputOffset"),
        new("least input offset", (t, text) => t.TransformBlock(text, int.MinValue, 16, text, 0), typeof(ArgumentOutOfRangeException), "inputOffset"),
        new("input offset behind the end", (t, text) => t.TransformBlock(text, Size + 1, 16, text, 0), typeof(ArgumentOutOfRangeException), "inputOffset"),
        new("largest input offset", (t, text) => t.TransformBlock(text, int.MaxValue, 16, text, 0), typeof(ArgumentOutOfRangeException), "inputOffset"),
        new("count -16", (t, text) => t.TransformBlock(text, 0, -16, text, 0), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("least count", (t, text) => t.TransformBlock(text, 32, int.MinValue, text, 0), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("input too short", (t, text) => t.TransformBlock(text, 0, Size + 16, new byte[100], 0), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("input too short from the offset on", (t, text) => t.TransformBlock(text, 33, 16, text, 0), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("input at its end", (t, text) => t.TransformBlock(text, Size, 16, text, 0), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("largest count", (t, text) => t.TransformBlock(text, 32, int.MaxValue - 15, text, 0), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("null output", (t, text) => t.TransformBlock(text, 0, 16, null!, 0), typeof(ArgumentNullException), "outputBuffer"),
        new("null input and null output", (t, _) => t.TransformBlock(null!, 0, 16, null!, 0), typeof(ArgumentNullException), "inputBuffer"),
        new("input offset -1 and output offset -1", (t, text) => t.TransformBlock(text, -1, 16, text, -1), typeof(ArgumentOutOfRangeException), "inputOffset"),
        new("output offset -1", (t, text) => t.TransformBlock(text, 0, 16, text, -1), typeof(ArgumentOutOfRangeException), "outputOffset"),
        new("least output offset", (t, text) => t.TransformBlock(text, 0, 16, text, int.MinValue), typeof(ArgumentOutOfRangeException), "outputOffset"),
        new("output offset behind the end", (t, text) => t.TransformBlock(text, 0, 16, text, Size + 1), typeof(ArgumentOutOfRangeException), "outputOffset"),
        new("largest output offset", (t, text) => t.TransformBlock(text, 0, 16, text, int.MaxValue), typeof(ArgumentOutOfRangeException), "outputOffset"),
        new("output too short", (t, text) => t.TransformBlock(text, 0, 32, new byte[31], 0), typeof(ArgumentOutOfRangeException), "outputOffset"),
        new("output too short from the offset on", (t, text) => t.TransformBlock(text, 0, 16, text, 33), typeof(ArgumentOutOfRangeException), "outputOffset"),
        new("output at its end", (t, text) => t.TransformBlock(text, 0, 16, text, Size), typeof(ArgumentOutOfRangeException), "outputOffset"),
        new("final, null input", (t, _) => t.TransformFinalBlock(null!, 0, 16), typeof(ArgumentNullException), "inputBuffer"),
        new("final, input offset -1", (t, text) => t.TransformFinalBlock(text, -1, 16), typeof(ArgumentOutOfRangeException), "inputOffset"),
        new("final, input offset behind the end", (t, text) => t.TransformFinalBlock(text, Size + 1, 16), typeof(ArgumentOutOfRangeException), "inputOffset"),
        new("final, count -16", (t, text) => t.TransformFinalBlock(text, 0, -16), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("final, input too short", (t, text) => t.TransformFinalBlock(text, 0, Size + 16), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("final, input too short from the offset on", (t, text) => t.TransformFinalBlock(text, 33, 16), typeof(ArgumentOutOfRangeException), "inputCount"),
        new("final, largest count", (t, text) => t.TransformFinalBlock(text, 32, int.MaxValue), typeof(ArgumentOutOfRangeException), "inputCount"),
    ];

    public static TheoryData<string> BadCalls => [.. _badCalls.Select(c => c.What)];

    [Fact]
    public void Properties_Always_AreThoseOfAStreamCipherUsedOnce()
    {
        using FaceCtr ctr = new(new byte[16]);
        foreach (ICryptoTransform transform in (ICryptoTransform[])[ctr.CreateEncryptor(new byte[16]), ctr.CreateDecryptor(new byte[16])])
        {
            using (transform)
            {
                Assert.Equal(1, transform.InputBlockSize);
                Assert.Equal(1, transform.OutputBlockSize);
                Assert.True(transform.CanTransformMultipleBlocks);
                Assert.False(transform.CanReuseTransform);
            }

            Assert.Equal(1, transform.InputBlockSize);
        }
    }

    /// <summary>The call writes nothing and does not move the transform. .NET's transforms throw too. After Dispose, arguments are not checked.</summary>
    [Theory]
    [MemberData(nameof(BadCalls))]
    public void Call_BadArgument_IsRefusedAndNothingDone(string what)
    {
        BadCall call = _badCalls.Single(c => c.What == what);
        CtrSample sample = new(Size, position: 5);
        using FaceCtr ctr = sample.Create();
        using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
        Assert.Equal(5, transform.TransformBlock(new byte[5], 0, 5, new byte[5], 0));
        byte[] text = (byte[])sample.Plaintext.Clone();
        ArgumentException thrown = Assert.IsAssignableFrom<ArgumentException>(Record.Exception(() => call.Run(transform, text)));
        Assert.Equal((call.Type, call.ParamName), (thrown.GetType(), thrown.ParamName));
        Expect.Same(sample.Plaintext, text, $"{what}: the buffer");
        Expect.Same(sample.Ciphertext, transform.TransformFinalBlock(text, 0, Size), $"{what}: what follows");

        // .NET's AES transforms throw the same exceptions. They do not check for a negative output offset, so that exception names a span's parameter.
        using Aes aes = Aes.Create();
        aes.Key = new byte[16];
        using ICryptoTransform decryptor = aes.CreateDecryptor();
        using ICryptoTransform encryptor = aes.CreateEncryptor();
        foreach (ICryptoTransform theirs in (ICryptoTransform[])[decryptor, encryptor])
        {
            ArgumentException theirException = Assert.IsAssignableFrom<ArgumentException>(Record.Exception(() => call.Run(theirs, new byte[Size])));
            Assert.Equal(call.Type, theirException.GetType());
            if (call.What is not ("output offset -1" or "least output offset"))
            {
                Assert.Equal(call.ParamName, theirException.ParamName);
            }
        }

        transform.Dispose();
        Expect.Throws<ObjectDisposedException>($"{what}, disposed", () => call.Run(transform, new byte[Size]));
    }

    [Fact]
    public void TransformBlock_BufferShorterThanTheCount_SaysWhatItHasAfterTheOffset()
    {
        using FaceCtr ctr = new(new byte[16]);
        using ICryptoTransform transform = ctr.CreateEncryptor(new byte[16]);
        Expect.Refused<ArgumentOutOfRangeException>("input", "inputCount", () => transform.TransformBlock(new byte[10], 3, 8, new byte[8], 0), 7, 8);
        Expect.Refused<ArgumentOutOfRangeException>("output", "outputOffset", () => transform.TransformBlock(new byte[8], 0, 8, new byte[10], 3), 7, 8);
    }

    [Fact]
    public void Call_AfterDispose_ThrowsAndWritesNothing()
    {
        using FaceCtr ctr = new(new byte[16]);
        ICryptoTransform transform = ctr.CreateEncryptor(new byte[16]);
        transform.Dispose();
        byte[] text = Sample.Filled(Size);
        Expect.Throws<ObjectDisposedException>("TransformBlock", () => transform.TransformBlock(text, 0, Size, text, 0));
        Expect.Throws<ObjectDisposedException>("TransformBlock of nothing", () => transform.TransformBlock([], 0, 0, [], 0));
        Expect.Throws<ObjectDisposedException>("TransformFinalBlock", () => transform.TransformFinalBlock(text, 0, Size));
        Expect.Throws<ObjectDisposedException>("TransformFinalBlock of nothing", () => transform.TransformFinalBlock([], 0, 0));
        Expect.Same(Sample.Filled(Size), text, "the buffer");

        // .NET's transforms check the arguments first. With correct arguments, they throw the same exception.
        using Aes aes = Aes.Create();
        ICryptoTransform theirs = aes.CreateEncryptor();
        theirs.Dispose();
        Expect.Throws<ObjectDisposedException>(".NET's TransformBlock", () => theirs.TransformBlock(text, 0, Size, text, 0));
        Expect.Throws<ObjectDisposedException>(".NET's TransformFinalBlock", () => theirs.TransformFinalBlock(text, 0, Size));
    }

    [Fact]
    public void Call_EmptyInput_ReturnsNothingAndKeepsPosition()
    {
        CtrSample sample = new(Size);
        using FaceCtr ctr = sample.Create();
        using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
        byte[] text = new byte[Size];
        for (int at = 0; at < Size; at++)
        {
            Assert.Equal(0, transform.TransformBlock([], 0, 0, [], 0));
            Assert.Equal(0, transform.TransformBlock(text, Size, 0, text, Size));
            Assert.Empty(transform.TransformFinalBlock([], 0, 0));
            Assert.Empty(transform.TransformFinalBlock(text, Size, 0));
            Assert.Equal(1, transform.TransformBlock(sample.Plaintext, at, 1, text, at));
        }

        Expect.Same(sample.Ciphertext, text, "byte by byte");
    }

    /// <summary>Copies between all offsets of both buffers. Writes nothing outside the destination.</summary>
    [Fact]
    public void TransformBlock_EveryOffsetOfBothBuffers_WritesOnlyDestination()
    {
        CtrSample sample = new(33);
        using FaceCtr ctr = sample.Create();
        for (int inputOffset = 0; inputOffset < 20; inputOffset++)
        {
            for (int outputOffset = 0; outputOffset < 20; outputOffset++)
            {
                using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
                byte[] input = [.. Sample.Filled(inputOffset), .. sample.Plaintext];
                byte[] output = Sample.Filled(outputOffset + 33 + 20);
                Assert.Equal(33, transform.TransformBlock(input, inputOffset, 33, output, outputOffset));
                string what = $"from {inputOffset} to {outputOffset}";
                Expect.Same([.. Sample.Filled(outputOffset), .. sample.Ciphertext, .. Sample.Filled(20)], output, what);
                Expect.Same([.. Sample.Filled(inputOffset), .. sample.Plaintext], input, $"{what}: input");
            }
        }
    }

    /// <summary>Any sequence of both methods continues one key stream: a final block does not reset the transform.</summary>
    [Fact]
    public void TransformFinalBlock_FollowedByCalls_ContinuesKeyStream()
    {
        CtrSample sample = new(10_000);
        using FaceCtr ctr = sample.Create();
        foreach (int piece in (int[])[1, 15, 16, 17, 100, 4096, 5000, 9999])
        {
            using ICryptoTransform finals = ctr.CreateDecryptor(sample.InitialCounter);
            using ICryptoTransform mixed = ctr.CreateDecryptor(sample.InitialCounter);
            byte[] text = new byte[10_000];
            byte[] mixedText = new byte[10_000];
            for (int at = 0, call = 0; at < text.Length; at += piece, call++)
            {
                int count = Math.Min(piece, text.Length - at);
                finals.TransformFinalBlock(sample.Ciphertext, at, count).CopyTo(text, at);
                if (call % 2 == 0)
                {
                    mixed.TransformFinalBlock(sample.Ciphertext, at, count).CopyTo(mixedText, at);
                }
                else
                {
                    Assert.Equal(count, mixed.TransformBlock(sample.Ciphertext, at, count, mixedText, at));
                }
            }

            Expect.Same(sample.Plaintext, text, $"final blocks of {piece}");
            Expect.Same(sample.Plaintext, mixedText, $"mixed, of {piece}");
        }
    }

    /// <summary>Changes the table between two calls and expects changed output. Without this test, a transform that refills its table in each call would pass.</summary>
    [Fact]
    public void TransformBlock_TableChangedAfterCallsThatFilledIt_IsWrong()
    {
        CtrSample sample = new(10_000);
        using FaceCtr ctr = sample.Create(InterruptedBackend.Backend);
        using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
        byte[] text = new byte[10_000];
        int at = 0;
        while (at < 9000)
        {
            at += transform.TransformBlock(sample.Plaintext, at, 1000, text, at);
        }

        Expect.Same(sample.Ciphertext.AsSpan(0, at), text.AsSpan(0, at), "before");

        // Change only some entries: if all changed, the difference that the kernel takes from one of them would cancel the change.
        Span<Vector128<byte>> table = InterruptedBackend.SeenTable;
        for (int i = 0; i < table.Length; i += 2)
        {
            table[i] = ~table[i];
        }

        byte[] last = transform.TransformFinalBlock(sample.Plaintext, at, 1000);
        Assert.False(last.AsSpan().SequenceEqual(sample.Ciphertext.AsSpan(at)), "The table is not used.");
    }

    [Fact]
    public void CreateEncryptor_CounterChangedLater_WorksWithItsCopy()
    {
        CtrSample sample = new(Size);
        using FaceCtr ctr = sample.Create();
        byte[] counter = (byte[])sample.InitialCounter.Clone();
        using ICryptoTransform transform = ctr.CreateEncryptor(counter);
        Expect.Same(sample.InitialCounter, counter, "the counter given is left alone");
        Array.Clear(counter);
        Expect.Same(sample.Ciphertext, transform.TransformFinalBlock(sample.Plaintext, 0, Size), "ciphertext");
    }

    /// <summary>Alternates between transforms of one instance and calls of the instance itself.</summary>
    [Fact]
    public void Calls_OfManyTransformsInTurns_DoNotDisturbEachOther()
    {
        CtrSample sample = new(9000);
        using FaceCtr ctr = sample.Create();
        ICryptoTransform[] transforms = [.. Enumerable.Range(0, 4).Select(_ => ctr.CreateEncryptor(sample.InitialCounter))];
        byte[][] texts = [.. transforms.Select(_ => new byte[9000])];
        int[] at = new int[transforms.Length];
        byte[] own = new byte[9000];
        for (int call = 0; at.Any(a => a < 9000); call++)
        {
            int i = call % transforms.Length;
            int count = Math.Min(900 + (7 * i), 9000 - at[i]);
            at[i] += transforms[i].TransformBlock(sample.Plaintext, at[i], count, texts[i], at[i]);
            ctr.Encrypt(sample.InitialCounter, sample.Plaintext, own);
        }

        Array.ForEach(transforms, t => t.Dispose());
        Assert.All(texts.Append(own), t => Expect.Same(sample.Ciphertext, t, "ciphertext"));
    }

    /// <param name="What">The name of the case.</param>
    /// <param name="Run">Calls a transform with a buffer of <see cref="Size"/> bytes.</param>
    /// <param name="Type">The expected exception.</param>
    /// <param name="ParamName">The parameter that the exception must name.</param>
    private sealed record BadCall(string What, Action<ICryptoTransform, byte[]> Run, Type Type, string ParamName);
}
