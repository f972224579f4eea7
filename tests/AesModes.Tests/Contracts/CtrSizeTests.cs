using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Tests.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract of <see cref="FaceCtr"/>: keys of 16, 24 and 32 bytes, counters of 16, a destination as long as the source; else an
/// ArgumentException with the parameter's name, the size given and those allowed, and nothing written. Positions from 0 on, and no piece
/// that ends behind long.MaxValue: else an ArgumentOutOfRangeException.
/// </summary>
[Fast]
public sealed class CtrSizeTests
{
    private const int Margin = 64;

    private static readonly int[] _keySizes = [16, 24, 32];

    /// <summary>Around the size from which a call keeps a table too.</summary>
    private static readonly int[] _sizes = [0, 1, 15, 16, 17, 100, 4095, 4096, 4097, 8191, 8192, 8193, 10_000];

    [Fact]
    public void Constructor_WrongKeySize_IsRefused()
    {
        foreach (int size in Enumerable.Range(0, 100).Append(4096).Except(_keySizes))
        {
            byte[] key = new byte[size];
            Expect.Refused<ArgumentException>($"array of {size}", "key", () => new FaceCtr(key).Dispose(), size, 16, 24, 32);
            Expect.Refused<ArgumentException>($"span of {size}", "key", () => new FaceCtr(key.AsSpan()).Dispose(), size, 16, 24, 32);
        }
    }

    /// <summary>Those from the constructors for arrays and spans and from each backend are the same, and they have copies.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Constructor_EveryKeySize_WorksWithItsCopy(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int keySize in _keySizes)
        {
            CtrSample sample = new(100, keySize: keySize);
            byte[] key = (byte[])sample.Key.Clone();
            using FaceCtr fromArray = new(key);
            using FaceCtr fromSpan = new(key.AsSpan());
            using FaceCtr onBackend = new(key, backend);
            string what = $"{name}, key of {keySize}";
            Expect.Same(sample.Key, key, $"{what}: the key given is left alone");
            Array.Clear(key);
            foreach (FaceCtr ctr in (FaceCtr[])[fromArray, fromSpan, onBackend])
            {
                byte[] ciphertext = new byte[100];
                ctr.Encrypt(sample.InitialCounter, sample.Plaintext, ciphertext);
                Expect.Same(sample.Ciphertext, ciphertext, what);
            }
        }
    }

    [Theory]
    [MemberData(nameof(CtrForm.Names), MemberType = typeof(CtrForm))]
    public void Call_EveryCounterSizeBut16_IsRefusedAndNothingWritten(string name)
    {
        CtrForm form = CtrForm.Get(name);
        CtrSample sample = new(40);
        using FaceCtr ctr = sample.Create();
        foreach (int given in Enumerable.Range(0, 40).Where(s => s != CtrSample.CounterSize))
        {
            byte[] counter = Sample.Filled(given);
            byte[] destination = Sample.Filled(40);
            string what = $"{name}, counter of {given}";
            Expect.Refused<ArgumentException>(what, "initialCounter", () => form.Run(ctr, counter, sample.Plaintext, destination, 0), given, 16);
            Expect.Same(Sample.Filled(40), destination, what);
        }
    }

    [Theory]
    [MemberData(nameof(CtrForm.SpanNames), MemberType = typeof(CtrForm))]
    public void Call_DestinationShorterOrLonger_IsRefusedAndNothingWritten(string name)
    {
        CtrForm form = CtrForm.Get(name);
        foreach (int size in _sizes)
        {
            foreach (int given in (int[])[0, size / 2, size - 1, size + 1, size + Margin])
            {
                if (given >= 0 && given != size)
                {
                    ExpectRefused<ArgumentException>(form, new CtrSample(size), given, 0, form.Destination, given, size);
                    ExpectRefused<ArgumentException>(form, new CtrSample(size), given, 5, form.Destination, given, size);
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(CtrForm.SpanNames), MemberType = typeof(CtrForm))]
    public void Call_EverySize_GivesTheTextAndNothingBeyond(string name)
    {
        CtrForm form = CtrForm.Get(name);
        foreach (int size in Enumerable.Range(0, 300).Concat(_sizes))
        {
            CtrSample sample = new(size, position: size % 20);
            using FaceCtr ctr = sample.Create();
            byte[] memory = Sample.Filled(Margin + size + Margin);
            form.Run(ctr, sample.InitialCounter, form.GetSource(sample), memory.AsSpan(Margin, size), sample.Position);
            Expect.Same([.. Sample.Filled(Margin), .. form.GetResult(sample), .. Sample.Filled(Margin)], memory, $"{name}, {sample}");
        }
    }

    [Theory]
    [MemberData(nameof(CtrForm.SpanNames), MemberType = typeof(CtrForm))]
    public void Call_NegativePosition_IsRefusedAndNothingWritten(string name)
    {
        CtrForm form = CtrForm.Get(name);
        foreach (int size in _sizes)
        {
            foreach (long position in (long[])[-1, -15, -16, -17, int.MinValue, long.MinValue, long.MinValue + 16])
            {
                ExpectRefused<ArgumentOutOfRangeException>(form, new CtrSample(size), size, position, "position");
            }
        }
    }

    [Theory]
    [MemberData(nameof(CtrForm.SpanNames), MemberType = typeof(CtrForm))]
    public void Call_PieceThatEndsBehindTheLargestPosition_IsRefusedAndNothingWritten(string name)
    {
        CtrForm form = CtrForm.Get(name);
        foreach (int size in _sizes.Where(s => s > 0))
        {
            foreach (long position in (long[])[long.MaxValue - size + 1, long.MaxValue])
            {
                ExpectRefused<ArgumentOutOfRangeException>(form, new CtrSample(size), size, position, "position");
            }
        }

        using FaceCtr ctr = new(new byte[16]);
        form.Run(ctr, new byte[16], default, default, long.MaxValue);
    }

    /// <summary>What is wrong with a position is said in words: which, and what is allowed.</summary>
    [Fact]
    public void Encrypt_WrongPosition_SaysItAndTheRange()
    {
        using FaceCtr ctr = new(new byte[16]);
        byte[] text = new byte[7];
        ArgumentOutOfRangeException thrown = Expect.Throws<ArgumentOutOfRangeException>("-3", () => ctr.Encrypt(new byte[16], text, text, -3));
        Assert.Equal(-3L, thrown.ActualValue);
        Assert.Contains("0 to 9223372036854775800", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Sizes_OfKeyAndCounter_AreThoseOfTheStandard()
    {
        KeySizes sizes = FaceCtr.KeyByteSizes;
        Assert.Equal((16, 32, 8), (sizes.MinSize, sizes.MaxSize, sizes.SkipSize));
        Assert.Equal(16, FaceCtr.CounterSizeInBytes);
    }

    [Fact]
    public void IsSupported_OnLittleEndian_IsTrue() => Assert.Equal(BitConverter.IsLittleEndian, FaceCtr.IsSupported);

    [Fact]
    public void Encrypt_DefaultSpansForAnEmptyText_Works()
    {
        using FaceCtr ctr = new(new byte[16]);
        ctr.Encrypt(new byte[16], default, default);
        ctr.Decrypt(new byte[16], default, default, 17);
        Expect.Refused<ArgumentException>("null counter", "initialCounter", () => ctr.Encrypt((byte[]?)null, default, default), 0, 16);
    }

    private static void ExpectRefused<T>(CtrForm form, CtrSample sample, int destinationSize, long position, string parameter, params int[] numbers)
        where T : ArgumentException
    {
        using FaceCtr ctr = sample.Create();
        byte[] source = form.GetSource(sample);
        byte[] before = (byte[])source.Clone();
        byte[] memory = Sample.Filled(Margin + destinationSize + Margin);
        string what = $"{form.Name}, {sample}, to {destinationSize} bytes, position {position}";
        Expect.Refused<T>(
            what, parameter, () => form.Run(ctr, sample.InitialCounter, source, memory.AsSpan(Margin, destinationSize), position), numbers);
        Expect.Same(Sample.Filled(memory.Length), memory, what);
        Expect.Same(before, source, $"{what}: source");
    }
}
