namespace AesModes.Tests.Contracts;

/// <summary>Tests the contract of Aez's Seal, Open and TryOpen. <see cref="Form"/> does not include them: their messages begin with a random nonce, and no buffers may overlap.</summary>
[Fast]
public sealed class AezSealTests
{
    private const int NonceSize = 16;

    /// <summary>The methods that this class tests.</summary>
    public static IReadOnlyList<string> Methods { get; } =
        [nameof(Aez.Seal), nameof(Aez.Open), nameof(Aez.TryOpen), nameof(Aez.GetSealedLength), nameof(Aez.GetOpenedLength)];

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Seal_AndOpen_RoundTripInEveryForm(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int tagSize in (int[])[1, 16, 40])
        {
            foreach (int size in (int[])[0, 1, 15, 16, 17, 31, 32, 100, 300])
            {
                AezSample sample = new(size, tagSize);
                byte[] associatedData = sample.Strings[0].ToArray();
                using Aez aez = sample.Create(backend);
                string what = $"{name}, {sample}";

                byte[] box = aez.Seal(sample.Plaintext, associatedData);
                byte[] boxOfSpans = Sample.Filled(aez.GetSealedLength(size));
                aez.Seal(sample.Plaintext, associatedData, boxOfSpans);
                Assert.Equal(NonceSize + size + tagSize, box.Length);
                Assert.Equal(box.Length, boxOfSpans.Length);
                foreach (byte[] one in (byte[][])[box, boxOfSpans])
                {
                    // Decrypts the parts separately, because the documentation promises this layout.
                    byte[] plaintext = Sample.Filled(size);
                    aez.Decrypt(one.AsSpan(0, NonceSize), one.AsSpan(NonceSize), plaintext, associatedData);
                    Expect.Same(sample.Plaintext, plaintext, $"{what}: by the parts");
                    Expect.Same(sample.Plaintext, aez.Open(one, associatedData), $"{what}: array");
                    plaintext = Sample.Filled(aez.GetOpenedLength(one.Length));
                    aez.Open(one, associatedData, plaintext);
                    Expect.Same(sample.Plaintext, plaintext, $"{what}: span");
                    plaintext.AsSpan().Fill(Sample.Filler);
                    Assert.True(aez.TryOpen(one, associatedData, plaintext));
                    Expect.Same(sample.Plaintext, plaintext, $"{what}: TryOpen");
                }
            }
        }
    }

    [Fact]
    public void Seal_ManyTimes_NeverRepeatsANonceAndVariesEachOfItsBytes()
    {
        using Aez aez = new(new byte[32]);
        byte[] box = new byte[aez.GetSealedLength(0)];
        RandomNonces.Check(NonceSize, () => aez.Seal([]), "array");
        RandomNonces.Check(NonceSize, () => Sealed(destination => aez.Seal(default, default, destination)), "span");

        byte[] Sealed(Action<byte[]> seal)
        {
            seal(box);
            return box;
        }
    }

    /// <summary>Missing associated data means one empty string in all overloads, so that array and span overloads can open each other's messages.</summary>
    [Fact]
    public void Seal_WithoutAssociatedData_IsOneEmptyString()
    {
        using Aez aez = new(new byte[32]);
        foreach (byte[] box in (byte[][])[aez.Seal([1, 2, 3]), aez.Seal([1, 2, 3], null), aez.Seal([1, 2, 3], [])])
        {
            byte[] plaintext = new byte[3];
            Expect.Same([1, 2, 3], aez.Open(box), "array");
            aez.Open(box, default, plaintext);
            Expect.Same([1, 2, 3], plaintext, "span");
            Assert.True(aez.TryDecrypt(box.AsSpan(0, NonceSize), box.AsSpan(NonceSize), plaintext, ReadOnlySpan<byte>.Empty));
        }
    }

    [Fact]
    public void Open_NotAuthenticOrTooShort_IsRefusedAndThePlaintextCleared()
    {
        AezSample sample = new(20);
        byte[] associatedData = sample.Strings[0].ToArray();
        using Aez aez = sample.Create();
        byte[] box = aez.Seal(sample.Plaintext, associatedData);
        byte[] plaintext = new byte[20];
        List<(string What, byte[] Box, byte[] AssociatedData)> forged =
        [
            .. Enumerable.Range(0, 8 * box.Length).Select(bit => ($"bit {bit}", Bytes.Flip(box, bit), associatedData)),
            .. Enumerable.Range(0, NonceSize + 16).Select(size => ($"{size} bytes", box[..size], associatedData)),
            ("associated data", box, [.. associatedData, 0]),
            ("no associated data", box, []),
        ];
        foreach ((string what, byte[] one, byte[] data) in forged)
        {
            Refusal.Check(plaintext, to => aez.TryOpen(one, data, to), () => $"TryOpen, {what}");
            plaintext.AsSpan().Fill(Sample.Filler);
            Expect.Throws<System.Security.Cryptography.AuthenticationTagMismatchException>($"span, {what}", () => aez.Open(one, data, plaintext));
            Expect.Cleared(plaintext, what);
            Expect.Throws<System.Security.Cryptography.AuthenticationTagMismatchException>($"array, {what}", () => aez.Open(one, data));
        }
    }

    [Fact]
    public void Call_WrongArgument_IsRefusedAndNothingWritten()
    {
        using Aez aez = new(new byte[32]);
        byte[] memory = Sample.Filled(200);
        byte[] box = aez.Seal(new byte[20]);
        Expect.Refused<ArgumentNullException>("Seal", "plaintext", () => aez.Seal(null!));
        Expect.Refused<ArgumentNullException>("Open", "sealedMessage", () => aez.Open(null!));
        foreach (int wrong in (int[])[-1, 1])
        {
            Expect.Refused<ArgumentException>("Seal", "destination", () => aez.Seal(new byte[20], default, memory.AsSpan(0, 52 + wrong)), 52, 52 + wrong);
            Expect.Refused<ArgumentException>("Open", "plaintext", () => aez.Open(box, default, memory.AsSpan(0, 20 + wrong)), 20, 20 + wrong);
            Expect.Refused<ArgumentException>("TryOpen", "plaintext", () => aez.TryOpen(box, default, memory.AsSpan(0, 20 + wrong)), 20, 20 + wrong);
        }

        foreach (int at in (int[])[0, 10])
        {
            Expect.Refused<ArgumentException>("Seal", "plaintext", () => aez.Seal(memory.AsSpan(at, 20), default, memory.AsSpan(0, 52)));
            Expect.Refused<ArgumentException>("Seal", "associatedData", () => aez.Seal(new byte[20], memory.AsSpan(at, 5), memory.AsSpan(0, 52)));
            foreach (int size in (int[])[20, 52])
            {
                Expect.Refused<ArgumentException>("Open", "sealedMessage", () => aez.Open(memory.AsSpan(at, size), default, memory.AsSpan(0, 20)));
                Expect.Refused<ArgumentException>("TryOpen", "associatedData", () => aez.TryOpen(new byte[size], memory.AsSpan(at, 5), memory.AsSpan(0, 20)));
            }
        }

        Expect.Same(Sample.Filled(200), memory, "memory");
    }

    [Fact]
    public void Call_WithoutATag_IsRefusedAndNothingWritten()
    {
        using Aez aez = new(new byte[32], 0);
        byte[] memory = Sample.Filled(36);
        Expect.Throws<InvalidOperationException>("Seal", () => aez.Seal(new byte[20]));
        Expect.Throws<InvalidOperationException>("Seal, span", () => aez.Seal(new byte[20], default, memory));
        Expect.Throws<InvalidOperationException>("Open", () => aez.Open(new byte[36]));
        Expect.Throws<InvalidOperationException>("Open, span", () => aez.Open(new byte[52], default, memory));
        Expect.Throws<InvalidOperationException>("TryOpen", () => aez.TryOpen(new byte[52], default, memory));
        Expect.Throws<InvalidOperationException>("GetSealedLength", () => aez.GetSealedLength(1));
        Expect.Throws<InvalidOperationException>("GetOpenedLength", () => aez.GetOpenedLength(100));
        Expect.Same(Sample.Filled(36), memory, "memory");
    }

    [Fact]
    public void Call_AfterDispose_ThrowsAndWritesNothing()
    {
        foreach (int tagSize in (int[])[0, 16])
        {
            Aez aez = new(new byte[32], tagSize);
            aez.Dispose();
            byte[] memory = Sample.Filled(52);
            Expect.Throws<ObjectDisposedException>("Seal", () => aez.Seal(null!));
            Expect.Throws<ObjectDisposedException>("Seal, span", () => aez.Seal(new byte[20], default, memory));
            Expect.Throws<ObjectDisposedException>("Open", () => aez.Open(null!));
            Expect.Throws<ObjectDisposedException>("Open, span", () => aez.Open(new byte[2], default, memory));
            Expect.Throws<ObjectDisposedException>("TryOpen", () => aez.TryOpen(new byte[2], default, memory));
            Expect.Same(Sample.Filled(52), memory, "memory");
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(1000)]
    [InlineData(int.MaxValue - 16)]
    [InlineData(int.MaxValue)]
    public void Lengths_EveryTagSize_IncludeNonceAndTag(int tagSize)
    {
        using Aez aez = new(new byte[32], tagSize);
        long most = int.MaxValue - 16L - tagSize;
        foreach (long size in (long[])[0, 1, most])
        {
            if (size >= 0 && size <= most)
            {
                Assert.Equal(size + 16 + tagSize, aez.GetSealedLength((int)size));
                Assert.Equal(size, aez.GetOpenedLength((int)(size + 16 + tagSize)));
            }
        }

        foreach (int size in (int[])[-1, int.MinValue, int.MaxValue, (int)Math.Max(most + 1, 0)])
        {
            Expect.Refused<ArgumentOutOfRangeException>($"{size}", "plaintextLength", () => aez.GetSealedLength(size));
        }

        foreach (int size in (int[])[0, -1, int.MinValue, (int)Math.Min(15L + tagSize, int.MaxValue - (most < 0 ? 0 : 1))])
        {
            Expect.Refused<ArgumentOutOfRangeException>($"{size}", "sealedLength", () => aez.GetOpenedLength(size));
        }

        if (most < 0)
        {
            Expect.Refused<ArgumentOutOfRangeException>("array", "plaintext", () => aez.Seal([]));
            Expect.Refused<ArgumentOutOfRangeException>("span", "plaintext", () => aez.Seal(default, default, default));
        }
    }
}
