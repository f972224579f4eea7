using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract: a wrong size or position throws an ArgumentException with the parameter's name, the given size and the allowed sizes. The call writes nothing, not even past
/// the destination.
/// </summary>
[Fast]
public sealed class SizeTests
{
    private const int Big = 4096;
    private const int Margin = 64;

    /// <summary>Message sizes in counter mode, including sizes around the one at which a call begins to use a table.</summary>
    private static readonly int[] _sizes = [0, 1, 15, 16, 17, 100, 4095, 4096, 4097, 8191, 8192, 8193, 10_000];

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Call_WrongSize_IsRefusedAndNothingWritten(string name)
    {
        Form form = Form.Get(name);
        foreach (int size in (int[])[0, 20])
        {
            using IDisposable instance = form.Create(size);
            int result = form.CreateArguments(size).Destination!.Length;
            foreach ((string parameter, int allowed) in form.FixedSizes.Concat(form.HasDestinationBuffer ? [new(form.Destination, result)] : []))
            {
                foreach (int given in Enumerable.Range(0, allowed + 24).Append(Big).Where(g => g != allowed))
                {
                    Arguments arguments = form.CreateArguments(size);
                    form.Set(arguments, parameter, Sample.Filled(given));
                    Arguments before = arguments.Copy();
                    string what = $"{name}, {size} bytes, {parameter} of {given}";
                    Expect.Refused<ArgumentException>(what, parameter, () => form.Call(instance, arguments), given, allowed);
                    arguments.ExpectSame(before, what);
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Form.SpanNames), MemberType = typeof(Form))]
    public void Call_DestinationOfAnySize_ThrowsOrWritesOnlyResult(string name)
    {
        Form form = Form.Get(name);
        foreach (Sample sample in form.Sizes)
        {
            using IDisposable instance = sample.Create();
            int size = form.GetResultSize(sample);
            foreach (int given in ((int[])[0, size / 2, size - 1, size + 1, size + Margin]).Distinct().Where(g => g >= 0 && g != size))
            {
                ExpectRefused<ArgumentException>(form, instance, sample, form.GetSource(sample), given, form.Destination, null, given, size);
            }

            string what = $"{name}, {sample}";
            byte[] tag = form.CreateTag(sample);
            byte[] memory = Sample.Filled(Margin + size + Margin);
            Assert.True(form.Call(instance, sample, form.GetSource(sample), memory.AsSpan(Margin, size), tag), what);
            form.ExpectResult(instance, sample, memory.AsSpan(Margin, size), tag, what);
            memory.AsSpan(Margin, size).Fill(Sample.Filler);
            Expect.Same(Sample.Filled(memory.Length), memory, $"{what}: beyond");
        }
    }

    [Theory]
    [MemberData(nameof(Form.Classes), MemberType = typeof(Form))]
    public void Constructor_WrongKeySize_IsRefused(string name)
    {
        Form form = Form.Get(name);
        int[] named = form is AezForm ? [1] : [.. form.KeySizes];
        foreach (int size in Enumerable.Range(0, 100).Append(Big).Except(form.KeySizes))
        {
            byte[] key = new byte[size];
            Expect.Refused<ArgumentException>($"{name}, array of {size}", "key", () => form.Create(key).Dispose(), [size, .. named]);
            Expect.Refused<ArgumentException>($"{name}, span of {size}", "key", () => form.Create(key.AsSpan()).Dispose(), [size, .. named]);
        }
    }

    [Fact]
    public void Call_WrongSize_SaysTheAllowedSizesAndTheOneGiven()
    {
        using FaceCtr ctr = new(new byte[16]);
        using Aez aez = new(new byte[1], 1);
        byte[] some = new byte[5];
        ExpectMessage("The key must be 16 or 32 bytes long; 24 were given.", () => new AesGcmSiv(new byte[24]).Dispose());
        ExpectMessage("The key must be 16, 24 or 32 bytes long; 5 were given.", () => new FaceCtr(some).Dispose());
        ExpectMessage("The key must be at least 1 byte long; 0 were given.", () => new Aez([]).Dispose());
        ExpectMessage("The initial counter must be 16 bytes long; 5 were given.", () => ctr.Encrypt(some, some, some));
        ExpectMessage("The ciphertext must be 6 bytes long; 5 were given.", () => aez.Encrypt([], some, new byte[5]));
        ExpectMessage("The ciphertext must be at least 1 byte long; 0 were given.", () => aez.Decrypt([], [], some));
        ExpectMessage("The ciphertext partially overlaps the source.", () => ctr.Encrypt(new byte[16], some.AsSpan(0, 4), some.AsSpan(1)));
        byte[] counter = new byte[16];
        ExpectMessage("The initial counter must not overlap the ciphertext.", () => ctr.Encrypt(counter, new byte[16], counter));

        static void ExpectMessage(string start, Action call)
        {
            ArgumentException thrown = Expect.Throws<ArgumentException>(start, call);
            Assert.StartsWith(start, thrown.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>The array and span constructors and each backend's constructor give equal instances, and each copies the key.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Constructor_EveryKeySize_WorksWithItsCopy(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach ((Form form, int keySize) in from forms in Form.SpanFormsByClass from keySize in forms[0].KeySizes select (forms[0], keySize))
        {
            Sample sample = form.CreateSample(50, keySize: keySize);
            byte[] key = (byte[])sample.Key.Clone();
            using IDisposable fromArray = form.Create(key);
            using IDisposable fromSpan = form.Create(key.AsSpan());
            using IDisposable onBackend = sample.Create(key, backend);
            string what = $"{form.Name} on {name}, key of {keySize}";
            Expect.Same(sample.Key, key, $"{what}: the key given is left alone");
            Array.Clear(key);
            foreach (IDisposable instance in (IDisposable[])[fromArray, fromSpan, onBackend])
            {
                Arguments arguments = form.CreateArguments(sample);
                Assert.True(form.Call(instance, arguments), what);
                form.ExpectResult(instance, arguments, sample);
            }
        }
    }

    [Fact]
    public void Sizes_OfKeyNonceTagAndCounter_AreThoseOfTheStandards()
    {
        AssertSizes(AesGcmSiv.KeyByteSizes, 16, 32, 16);
        AssertSizes(AesGcmSiv.NonceByteSizes, 12, 12, 1);
        AssertSizes(AesGcmSiv.TagByteSizes, 16, 16, 1);
        AssertSizes(FaceCtr.KeyByteSizes, 16, 32, 8);
        Assert.Equal(16, FaceCtr.CounterSizeInBytes);

        static void AssertSizes(KeySizes sizes, int min, int max, int skip) => Assert.Equal((min, max, skip), (sizes.MinSize, sizes.MaxSize, sizes.SkipSize));
    }

    [Fact]
    public void IsSupported_OnLittleEndian_IsTrue() =>
        Assert.All((bool[])[AesGcmSiv.IsSupported, Aez.IsSupported, FaceCtr.IsSupported], isSupported => Assert.Equal(BitConverter.IsLittleEndian, isSupported));

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1000)]
    [InlineData(int.MaxValue - 28)]
    public void GetSealedAndOpenedLength_AnySize_DifferBy28(int size)
    {
        Assert.Equal(size + 28, AesGcmSiv.GetSealedLength(size));
        Assert.Equal(size, AesGcmSiv.GetOpenedLength(size + 28));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue - 27)]
    [InlineData(int.MaxValue)]
    public void GetSealedLength_OutOfRange_IsRefused(int size) =>
        Expect.Refused<ArgumentOutOfRangeException>($"{size}", "plaintextLength", () => AesGcmSiv.GetSealedLength(size));

    [Theory]
    [InlineData(27)]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void GetOpenedLength_Below28_IsRefused(int size) =>
        Expect.Refused<ArgumentOutOfRangeException>($"{size}", "sealedLength", () => AesGcmSiv.GetOpenedLength(size));

    [Fact]
    public void Seal_MessageTooLongForItsResult_IsRefused()
    {
        byte[] plaintext;
        try
        {
            // The test never touches this memory, so the system need not provide it.
            plaintext = GC.AllocateUninitializedArray<byte>(Array.MaxLength - 27);
        }
        catch (OutOfMemoryException)
        {
            Assert.Skip("No 2 GiB of address space.");
            return;
        }

        using AesGcmSiv siv = new(new byte[16]);
        Expect.Refused<ArgumentOutOfRangeException>("array", "plaintext", () => siv.Seal(plaintext));
        Expect.Refused<ArgumentException>("span", "destination", () => siv.Seal(plaintext, default, new byte[1]), 1, Array.MaxLength + 1);

        // This span is longer than any array. Seal must reject it before reading it: only one byte is valid.
        Expect.Refused<ArgumentOutOfRangeException>(
            "longer span", "plaintext", () => siv.Seal(MemoryMarshal.CreateReadOnlySpan(ref plaintext[0], int.MaxValue - 27), default, new byte[1]));
    }

    [Theory]
    [MemberData(nameof(AezForm.Decryptions), MemberType = typeof(AezForm))]
    public void Decrypt_CiphertextShorterThanTheTag_IsRefused(string name)
    {
        AezForm form = AezForm.Get(name);
        foreach (int tagSize in AezForm.AllTagSizes)
        {
            AezSample sample = form.CreateSample(0, tagSize);
            using Aez aez = sample.Create();
            foreach (int given in (int[])[0, 1, tagSize / 2, tagSize - 1])
            {
                if (given < 0 || given >= tagSize)
                {
                    continue;
                }

                foreach (int room in (int[])[0, 1, 40])
                {
                    if (form.Throws)
                    {
                        ExpectRefused<ArgumentException>(form, aez, sample, sample.Ciphertext[..given], room, "ciphertext", null, given, tagSize);
                        continue;
                    }

                    // A caller that tries to decrypt an attacker's message need not check its length first.
                    byte[] plaintext = Sample.Filled(room);
                    Assert.False(form.Call(aez, sample, sample.Ciphertext.AsSpan(0, given), plaintext, default), $"{name}, {sample}, {given} bytes");
                    Expect.Cleared(plaintext, $"{name}, {sample}, {given} bytes");
                }
            }

            Assert.True(form.Call(aez, sample, sample.Ciphertext, default, default), $"{name}, {sample}: the tag alone");
        }
    }

    /// <summary>Tests the array overloads.</summary>
    [Fact]
    public void DecryptArrays_CiphertextShorterThanTheTag_IsRefused()
    {
        foreach (AezForm form in AezForm.Arrays.Where(f => !f.Encrypts))
        {
            foreach ((int given, int room) in ((int, int)[])[(0, 0), (0, 40), (15, 0), (15, 1)])
            {
                AezSample sample = form.CreateSample(0);
                using Aez aez = sample.Create();
                Arguments arguments = form.CreateArguments(sample);
                arguments.Source = sample.Ciphertext[..given];
                arguments.Destination = Sample.Filled(room);
                Arguments before = arguments.Copy();
                if (form.Throws)
                {
                    Expect.Refused<ArgumentException>(form.Name, "ciphertext", () => form.Call(aez, arguments), given, 16);
                }
                else
                {
                    Assert.False(form.Call(aez, arguments), $"{form.Name}, {given} bytes");
                    Expect.Cleared(arguments.Destination, $"{form.Name}, {given} bytes");
                    before.Destination = arguments.Destination;
                }

                arguments.ExpectSame(before, $"{form.Name}, {given} bytes");
            }
        }
    }

    /// <summary>Needs no 2 GiB buffer, because only the tag size is large.</summary>
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
                    ExpectRefused<ArgumentOutOfRangeException>(form, aez, sample, sample.Plaintext[..size], 0, "plaintext", null, size, room);
                    ExpectRefused<ArgumentOutOfRangeException>(form, aez, sample, sample.Plaintext[..size], 200, "plaintext", null, size, room);
                }
            }

            // A plaintext of the largest allowed size fails only because of the destination's size.
            ExpectRefused<ArgumentException>(form, aez, sample, sample.Plaintext[..room], 200, "ciphertext", null, 200, int.MaxValue);
        }
    }

    /// <summary>The limit of 2³¹ bytes truncates the message's last group and the tag's last block. Needs 2 GiB, so it runs only in exhaustive runs.</summary>
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
            using Aez aez = new(new byte[32], tagSize);
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

    [Theory]
    [InlineData(-1)]
    [InlineData(-16)]
    [InlineData(int.MinValue)]
    public void Constructor_NegativeTagSize_IsRefused(int tagSize)
    {
        byte[] key = new byte[32];
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
        foreach (int tagSize in AezForm.AllTagSizes.Append(int.MaxValue))
        {
            using Aez sized = new(new byte[1], tagSize);
            Assert.Equal(tagSize, sized.TagSizeInBytes);
            sized.Dispose();
            Assert.Equal(tagSize, sized.TagSizeInBytes);
        }
    }

    /// <summary>The tag size affects the whole ciphertext, not only its length. An instance with another tag size rejects the message or gives another plaintext.</summary>
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

    [Theory]
    [MemberData(nameof(CtrForm.SpanNames), MemberType = typeof(CtrForm))]
    public void Call_NegativePosition_IsRefusedAndNothingWritten(string name)
    {
        CtrForm form = CtrForm.Get(name);
        foreach (int size in _sizes)
        {
            CtrSample sample = new(size);
            using FaceCtr ctr = sample.Create();
            foreach (long position in (long[])[-1, -15, -16, -17, int.MinValue, long.MinValue, long.MinValue + 16])
            {
                ExpectRefused<ArgumentOutOfRangeException>(form, ctr, sample, form.GetSource(sample), size, "position", position);
            }
        }
    }

    [Theory]
    [MemberData(nameof(CtrForm.SpanNames), MemberType = typeof(CtrForm))]
    public void Call_PieceEndsPastLargestPosition_ThrowsAndWritesNothing(string name)
    {
        CtrForm form = CtrForm.Get(name);
        foreach (int size in _sizes.Where(s => s > 0))
        {
            CtrSample sample = new(size);
            using FaceCtr ctr = sample.Create();
            foreach (long position in (long[])[long.MaxValue - size + 1, long.MaxValue])
            {
                ExpectRefused<ArgumentOutOfRangeException>(form, ctr, sample, form.GetSource(sample), size, "position", position);
            }
        }

        CtrSample empty = new(0);
        using FaceCtr last = empty.Create();
        Assert.True(form.Call(last, empty, default, default, default, long.MaxValue));
    }

    /// <summary>The message of an exception for a position gives the position and the allowed range.</summary>
    [Fact]
    public void Encrypt_WrongPosition_SaysItAndTheRange()
    {
        using FaceCtr ctr = new(new byte[16]);
        byte[] text = new byte[7];
        ArgumentOutOfRangeException thrown = Expect.Throws<ArgumentOutOfRangeException>("-3", () => ctr.Encrypt(new byte[16], text, text, -3));
        Assert.Equal(-3L, thrown.ActualValue);
        Assert.Contains("0 to 9223372036854775800", thrown.Message, StringComparison.Ordinal);
    }

    private static void ExpectRefused<T>(
        Form form, IDisposable instance, Sample sample, byte[] source, int destinationSize, string parameter, long? position, params long[] numbers)
        where T : ArgumentException
    {
        byte[] memory = Sample.Filled(Margin + destinationSize + Margin);
        byte[] input = (byte[])source.Clone();
        byte[] tag = form.CreateTag(sample);
        string what = $"{form.Name}, {sample}, {source.Length} bytes to {destinationSize}, position {position}";
        Expect.Refused<T>(what, parameter, () => form.Call(instance, sample, input, memory.AsSpan(Margin, destinationSize), tag, position), numbers);
        Expect.Same(Sample.Filled(memory.Length), memory, what);
        Expect.Same(source, input, $"{what}: source");
        Expect.Same(form.CreateTag(sample), tag, $"{what}: tag");
    }
}
