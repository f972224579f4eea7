namespace AesModes.Tests.Contracts;

/// <summary>The contract: Seal returns a random nonce, the ciphertext and the tag; Open reverses it.</summary>
[Fast]
public sealed class SealTests
{
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Seal_AndOpen_RoundTripInEveryForm(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in (int[])[0, 1, 15, 16, 17, 28, 29, 100, 255, 256, 300, 1031])
        {
            GcmSivSample sample = new(size);
            using AesGcmSiv siv = sample.Create(backend);
            string what = $"{name}, {size} bytes";

            byte[] box = siv.Seal(sample.Plaintext, sample.AssociatedData);
            byte[] boxOfSpans = Sample.Filled(AesGcmSiv.GetSealedLength(size));
            siv.Seal(sample.Plaintext, sample.AssociatedData, boxOfSpans);
            Assert.Equal(boxOfSpans.Length, box.Length);

            foreach (byte[] one in (byte[][])[box, boxOfSpans])
            {
                // Decrypts the parts separately, because the documentation promises this layout.
                byte[] plaintext = Sample.Filled(size);
                siv.Decrypt(one.AsSpan(0, 12), one.AsSpan(12, size), one.AsSpan(12 + size), plaintext, sample.AssociatedData);
                Expect.Same(sample.Plaintext, plaintext, $"{what}: by the parts");

                Expect.Same(sample.Plaintext, siv.Open(one, sample.AssociatedData), $"{what}: array");
                plaintext = Sample.Filled(AesGcmSiv.GetOpenedLength(one.Length));
                siv.Open(one, sample.AssociatedData, plaintext);
                Expect.Same(sample.Plaintext, plaintext, $"{what}: span");
                plaintext.AsSpan().Fill(Sample.Filler);
                Assert.True(siv.TryOpen(one, sample.AssociatedData, plaintext));
                Expect.Same(sample.Plaintext, plaintext, $"{what}: TryOpen");
            }

            Expect.Same(sample.Plaintext, siv.Open(sample.Sealed, sample.AssociatedData), $"{what}: put together by hand");
        }
    }

    [Fact]
    public void Seal_ManyTimes_NeverRepeatsANonce()
    {
        using AesGcmSiv siv = new(new byte[16]);
        byte[] box = new byte[28];
        RandomNonces.Check(12, () => siv.Seal([]), "array");
        RandomNonces.Check(12, () => Sealed(destination => siv.Seal(default, default, destination)), "span");

        byte[] Sealed(Action<byte[]> seal)
        {
            seal(box);
            return box;
        }
    }

    [Fact]
    public void Seal_TwoArrays_IsTheFormWithAssociatedData()
    {
        using AesGcmSiv siv = new(new byte[16]);
        byte[] box = siv.Seal([1, 2, 3], [4, 5]);
        Expect.Same([1, 2, 3], siv.Open(box, [4, 5]), "opened");
    }

    [Fact]
    public void TryOpen_NotAuthenticOrTooShort_IsFalseAndThePlaintextCleared()
    {
        GcmSivSample sample = new(20);
        using AesGcmSiv siv = sample.Create();
        byte[] plaintext = new byte[20];
        for (int bit = 0; bit < 8 * sample.Sealed.Length; bit++)
        {
            byte[] forged = Bytes.Flip(sample.Sealed, bit);
            Refusal.Check(plaintext, to => siv.TryOpen(forged, sample.AssociatedData, to), () => $"bit {bit}");
        }

        for (int size = 0; size < 28; size++)
        {
            Refusal.Check(plaintext, to => siv.TryOpen(sample.Sealed.AsSpan(0, size), sample.AssociatedData, to), () => $"{size} bytes");
        }
    }

    /// <summary>The overlap check comes before the check for messages that are too short.</summary>
    [Fact]
    public void Open_TooShortAndOverlapping_IsRefusedAndNothingWritten()
    {
        using AesGcmSiv siv = new(new byte[32]);
        byte[] memory = [.. Enumerable.Range(1, 64).Select(i => (byte)i)];
        byte[] before = (byte[])memory.Clone();
        Assert.Throws<ArgumentException>("plaintext", () => siv.Open(memory.AsSpan(5, 20), default, memory.AsSpan(2, 30)));
        Assert.Throws<ArgumentException>("associatedData", () => siv.Open(new byte[20], memory.AsSpan(0, 4), memory.AsSpan(2, 30)));
        Assert.Throws<ArgumentException>("plaintext", () => siv.TryOpen(memory.AsSpan(5, 20), default, memory.AsSpan(2, 30)));
        Assert.Throws<ArgumentException>("associatedData", () => siv.TryOpen(new byte[20], memory.AsSpan(0, 4), memory.AsSpan(2, 30)));
        Assert.Equal(before, memory);
    }
}
