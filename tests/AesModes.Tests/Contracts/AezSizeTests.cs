using System.Runtime.InteropServices;
using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Limits;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract of <see cref="Aez"/>: any key of a byte or more, any tag size from 0, and a destination of exactly the right size; else an
/// ArgumentException with the parameter's name, the size given and those allowed, and nothing written, also not beyond the destination.
/// </summary>
[Fast]
public sealed class AezSizeTests
{
    private const int Margin = 64;

    private static readonly int[] _tagSizes = [.. Enumerable.Range(0, 101), 127, 128, 129, 255, 256, 257, 300, 1000, 4099];

    /// <summary>Each core with each tag: AEZ-prf, AEZ-tiny, AEZ-core with and without pairs and fragments.</summary>
    private static readonly int[] _sizes = [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 100, 300];

    [Theory]
    [MemberData(nameof(AezForm.Names), MemberType = typeof(AezForm))]
    public void Call_DestinationAByteShortOrLongAtEveryTagSize_IsRefusedAndNothingWritten(string name)
    {
        AezForm form = AezForm.Get(name);
        foreach (int tagSize in Effort.Thin(_tagSizes, Effort.IsSlow ? 20 : _tagSizes.Length))
        {
            foreach (int size in _sizes)
            {
                AezSample sample = form.CreateSample(size, tagSize);
                using Aez aez = sample.Create();
                byte[] source = form.Encrypts ? sample.Plaintext : sample.Ciphertext;
                int allowed = form.Encrypts ? size + tagSize : size;
                foreach (int given in (int[])[allowed - 1, allowed + 1, allowed + Margin])
                {
                    if (given >= 0)
                    {
                        ExpectRefused<ArgumentException>(form, aez, sample, source, given, form.Destination, given, allowed);
                    }
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(AezForm.Names), MemberType = typeof(AezForm))]
    public void Call_EveryTagSize_GivesTheMessageAndNothingBeyond(string name)
    {
        AezForm form = AezForm.Get(name);
        foreach (int tagSize in Effort.Thin(_tagSizes, Effort.IsSlow ? 20 : _tagSizes.Length))
        {
            foreach (int size in _sizes)
            {
                AezSample sample = form.CreateSample(size, tagSize);
                using Aez aez = sample.Create();
                byte[] expected = form.Encrypts ? sample.Ciphertext : sample.Plaintext;
                byte[] memory = Sample.Filled(Margin + expected.Length + Margin);
                string what = $"{name}, {sample}";
                Assert.True(
                    form.Run(aez, sample.Nonce, form.Encrypts ? sample.Plaintext : sample.Ciphertext, memory.AsSpan(Margin, expected.Length), sample.Strings), what);
                Expect.Same([.. Sample.Filled(Margin), .. expected, .. Sample.Filled(Margin)], memory, what);
            }
        }
    }

    [Theory]
    [MemberData(nameof(AezForm.Decryptions), MemberType = typeof(AezForm))]
    public void Decrypt_CiphertextShorterThanTheTag_IsRefusedAndNothingWritten(string name)
    {
        AezForm form = AezForm.Get(name);
        foreach (int tagSize in _tagSizes)
        {
            AezSample sample = form.CreateSample(0, tagSize);
            using Aez aez = sample.Create();
            foreach (int given in (int[])[0, 1, tagSize / 2, tagSize - 1])
            {
                if (given >= 0 && given < tagSize)
                {
                    ExpectRefused<ArgumentException>(form, aez, sample, sample.Ciphertext[..given], 0, "ciphertext", given, tagSize);
                    ExpectRefused<ArgumentException>(form, aez, sample, sample.Ciphertext[..given], 1, "ciphertext", given, tagSize);
                }
            }

            Assert.True(form.Run(aez, sample.Nonce, sample.Ciphertext, default, sample.Strings), $"{name}, {sample}: the tag alone");
        }
    }

    /// <summary>2 GiB are nowhere needed: the tag is what is long.</summary>
    [Theory]
    [MemberData(nameof(AezForm.Encryptions), MemberType = typeof(AezForm))]
    public void Encrypt_PlaintextAndTagOverIntMaxValue_IsRefusedAndNothingWritten(string name)
    {
        AezForm form = AezForm.Get(name);
        AezSample sample = form.CreateSample(100);
        foreach (int room in (int[])[0, 1, 31, 99, 100])
        {
            using Aez aez = new(sample.Key, int.MaxValue - room);
            foreach (int size in (int[])[room + 1, 100])
            {
                if (size > room && size <= 100)
                {
                    ExpectRefused<ArgumentOutOfRangeException>(form, aez, sample, sample.Plaintext[..size], 0, "plaintext", size, room);
                    ExpectRefused<ArgumentOutOfRangeException>(form, aez, sample, sample.Plaintext[..size], 200, "plaintext", size, room);
                }
            }

            // As long as can be is a question of the destination.
            ExpectRefused<ArgumentException>(form, aez, sample, sample.Plaintext[..room], 200, "ciphertext", 200, int.MaxValue);
        }
    }

    /// <summary>The last group of a text is cut by 2³¹, and so is the last block of a tag: on 2 GiB, so not in every run.</summary>
    [Theory]
    [InlineData(16)]
    [InlineData(100)]
    [InlineData(int.MaxValue)]
    public unsafe void EncryptAndDecrypt_AsLongAsASpanCanBe_GiveTheMessage(int tagSize)
    {
        Assert.SkipUnless(Sweep.IsExhaustive && Aez.IsHardwareAccelerated, "AESMODES_EXHAUSTIVE is not 1, or there are no AES instructions.");
        void* memory = NativeMemory.AllocZeroed(int.MaxValue);
        try
        {
            Span<byte> ciphertext = new(memory, int.MaxValue);
            Span<byte> plaintext = ciphertext[..(int.MaxValue - tagSize)];
            using Aez aez = new(new byte[48], tagSize);
            aez.Encrypt(default, plaintext, ciphertext);
            Assert.True(ciphertext[^300..].ContainsAnyExcept((byte)0));
            Assert.True(aez.TryDecrypt(default, ciphertext, plaintext));
            Expect.Cleared(plaintext, "the message of zeros");
        }
        finally
        {
            NativeMemory.Free(memory);
        }
    }

    [Fact]
    public void Constructor_EmptyKey_IsRefused()
    {
        Expect.Refused<ArgumentException>("array", "key", () => new Aez([]).Dispose(), 0, 1);
        Expect.Refused<ArgumentException>("array and tag size", "key", () => new Aez(Array.Empty<byte>(), 32).Dispose(), 0, 1);
        Expect.Refused<ArgumentException>("span", "key", () => new Aez(ReadOnlySpan<byte>.Empty).Dispose(), 0, 1);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(-16)]
    [InlineData(int.MinValue)]
    public void Constructor_NegativeTagSize_IsRefused(int tagSize)
    {
        byte[] key = new byte[48];
        Expect.Refused<ArgumentOutOfRangeException>($"array, {tagSize}", "tagSizeInBytes", () => new Aez(key, tagSize).Dispose(), tagSize);
        Expect.Refused<ArgumentOutOfRangeException>($"span, {tagSize}", "tagSizeInBytes", () => new Aez(key.AsSpan(), tagSize).Dispose(), tagSize);
    }

    [Fact]
    public void TagSizeInBytes_Always_IsTheOneGivenOr16()
    {
        using Aez array = new(new byte[1]);
        using Aez span = new(new byte[1].AsSpan());
        Assert.Equal(16, array.TagSizeInBytes);
        Assert.Equal(16, span.TagSizeInBytes);
        foreach (int tagSize in _tagSizes.Append(int.MaxValue))
        {
            using Aez sized = new(new byte[1], tagSize);
            Assert.Equal(tagSize, sized.TagSizeInBytes);
            sized.Dispose();
            Assert.Equal(tagSize, sized.TagSizeInBytes);
        }
    }

    /// <summary>A tag's size is no mere cut: the instance for another refuses, or gives something else.</summary>
    [Fact]
    public void TryDecrypt_WithAnotherTagSize_IsNotTheMessage()
    {
        AezSample sample = new(40, tagSize: 16);
        using Aez longer = new(sample.Key, 17);
        using Aez shorter = new(sample.Key, 15);
        using Aez none = new(sample.Key, 0);
        Assert.False(longer.TryDecrypt(sample.Nonce, sample.Ciphertext, new byte[39], sample.Strings));
        Assert.False(shorter.TryDecrypt(sample.Nonce, sample.Ciphertext, new byte[41], sample.Strings));
        byte[] plaintext = new byte[56];
        Assert.True(none.TryDecrypt(sample.Nonce, sample.Ciphertext, plaintext, sample.Strings));
        Assert.NotEqual(sample.Plaintext, plaintext[..40]);
    }

    /// <summary>Any key; those from the constructors for arrays and spans and from each backend are the same, and they are copies.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Constructor_EveryKeySize_WorksWithItsCopy(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int keySize in Enumerable.Range(1, 150).Concat([255, 256, 257, 1000, 10_000]))
        {
            AezSample sample = new(20, keySize: keySize);
            byte[] key = (byte[])sample.Key.Clone();
            using Aez fromArray = new(key);
            using Aez fromSpan = new(key.AsSpan());
            using Aez onBackend = new(key, 16, backend);
            string what = $"{name}, key of {keySize}";
            Expect.Same(sample.Key, key, $"{what}: the key given is left alone");
            Array.Clear(key);
            foreach (Aez aez in (Aez[])[fromArray, fromSpan, onBackend])
            {
                byte[] plaintext = Sample.Filled(20);
                Assert.True(aez.TryDecrypt(sample.Nonce, sample.Ciphertext, plaintext, sample.Strings), what);
                Expect.Same(sample.Plaintext, plaintext, what);
            }
        }
    }

    [Fact]
    public void IsSupported_OnLittleEndian_IsTrue() => Assert.Equal(BitConverter.IsLittleEndian, Aez.IsSupported);

    private static void ExpectRefused<T>(
        AezForm form, Aez aez, AezSample sample, byte[] source, int destinationSize, string parameter, params int[] numbers)
        where T : ArgumentException
    {
        byte[] memory = Sample.Filled(Margin + destinationSize + Margin);
        byte[] before = (byte[])source.Clone();
        string what = $"{form.Name}, {sample}, {source.Length} bytes to {destinationSize}";
        Expect.Refused<T>(
            what, parameter, () => form.Run(aez, sample.Nonce, source, memory.AsSpan(Margin, destinationSize), sample.Strings), numbers);
        Expect.Same(Sample.Filled(memory.Length), memory, what);
        Expect.Same(before, source, $"{what}: source");
    }
}
