using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary>A message runs the self-tests of its own code paths and no others. Not parallel with other tests, which would run their own self-tests.</summary>
[Collection(nameof(SelfTestChoiceTests))]
[CollectionDefinition(nameof(SelfTestChoiceTests), DisableParallelization = true)]
[Fast]
public sealed class SelfTestChoiceTests
{
    /// <summary>Hardware with kernels for small messages, or software; the message size; the self-tests of an encryption.</summary>
    public static TheoryData<bool, int, int[]> GcmSivRows => new()
    {
        { true, 1, [GcmSivTests.OneBlock] },
        { true, 16, [GcmSivTests.OneBlock] },
        { true, 17, [GcmSivTests.SeveralBlocks] },
        { true, 3000, [GcmSivTests.Bulk] },
        { true, 8191, [GcmSivTests.Bulk] },
        { true, 8192, [GcmSivTests.Bulk, GcmSivTests.WithTable] },
        { false, 16, [GcmSivTests.OneBlock] },
        { false, 17, [GcmSivTests.SeveralBlocks] },
        { false, 39 * 16, [GcmSivTests.SeveralBlocks] },
        { false, 40 * 16, [GcmSivTests.Bulk, GcmSivTests.WideSlices] },
        { false, 8191, [GcmSivTests.Bulk, GcmSivTests.WideSlices] },
        { false, 8192, [GcmSivTests.Bulk, GcmSivTests.WideSlices, GcmSivTests.WithTable] },
    };

    public static TheoryData<bool, int, int, int[]> AezRows => new()
    {
        { true, 16, 15, [AezTests.Tiny] },
        { true, 16, 16, [AezTests.NoPairs] },
        { true, 16, 47, [AezTests.NoPairs] },
        { true, 16, 48, [AezTests.FewPairs] },
        { true, 16, 239, [AezTests.FewPairs] },
        { true, 16, 240, [AezTests.Pairs] },
        { true, 32, 100, [AezTests.FewPairs] },
        { true, 33, 100, [AezTests.LongTag] },
        { true, 16, 2032, [AezTests.Pairs] },
        { false, 16, 2031, [AezTests.Pairs] },
        { false, 16, 2032, [AezTests.Pairs, AezTests.ManyPairs] },
    };

    public static TheoryData<long, int, int[]> CtrRows => new()
    {
        { 0, 1, [CtrTests.OneBlock] },
        { 0, 16, [CtrTests.OneBlock] },
        { 0, 17, [CtrTests.OneBlock, CtrTests.FourBlocks] },
        { 0, 64, [CtrTests.OneBlock, CtrTests.FourBlocks] },
        { 0, 65, [CtrTests.OneBlock, CtrTests.FourBlocks, CtrTests.EightBlocks] },
        { 0, 128, [CtrTests.OneBlock, CtrTests.FourBlocks, CtrTests.EightBlocks] },
        { 0, 129, [CtrTests.OneBlock, CtrTests.FourBlocks, CtrTests.EightBlocks, CtrTests.Long] },
        { 0, 4096, [CtrTests.OneBlock, CtrTests.FourBlocks, CtrTests.EightBlocks, CtrTests.Long] },
        { 0, 4097, [CtrTests.OneBlock, CtrTests.FourBlocks, CtrTests.EightBlocks, CtrTests.Long, CtrTests.WithTable] },
        { 3, 29, [CtrTests.PartOfBlock, CtrTests.OneBlock] },
        { 3, 30, [CtrTests.PartOfBlock, CtrTests.OneBlock, CtrTests.FourBlocks] },
    };

    [Theory]
    [MemberData(nameof(GcmSivRows))]
    public void GcmSiv_MessageOfEachSize_RunsItsSelfTests(bool isHardware, int size, int[] expected)
    {
        Backend backend = Find(isHardware);
        foreach (int keySize in (int[])[16, 32])
        {
            int offset = keySize == 16 ? 0 : GcmSivTests.Aes256;
            byte[] plaintext = Sample.Filled(size), ciphertext = new byte[size], tag = new byte[16];
            using AesGcmSiv encrypts = new(Sample.Filled(keySize), backend);
            SelfTestResults.GcmSiv(backend) = null;
            encrypts.Encrypt(new byte[12].AsSpan(), plaintext, ciphertext, tag);
            AssertTests([.. expected.Select(test => test + offset)], backend.GcmSivTests, $"encryption, key of {keySize}");
            using AesGcmSiv decrypts = new(Sample.Filled(keySize), backend);
            SelfTestResults.GcmSiv(backend) = null;
            Assert.True(decrypts.TryDecrypt(new byte[12], ciphertext, tag, plaintext));
            AssertTests([.. expected.Select(test => test + offset + GcmSivTests.Decryption)], backend.GcmSivTests, $"decryption, key of {keySize}");
        }
    }

    /// <summary>After many messages of one kind, an instance also runs the other kind's self-tests, so that later messages need not check.</summary>
    [Fact]
    public void GcmSiv_ManySmallMessages_AskForBothTests()
    {
        Backend backend = Find(isHardware: true);
        byte[] text = new byte[16], tag = new byte[16];
        SelfTestResults.GcmSiv(backend) = null;
        using AesGcmSiv siv = new(Sample.Filled(16), backend);
        for (int i = 1; i <= 31; i++)
        {
            siv.Encrypt(new byte[12].AsSpan(), text, text, tag);
            AssertTests(i < 30 ? [GcmSivTests.OneBlock] : [GcmSivTests.OneBlock, GcmSivTests.SeveralBlocks], backend.GcmSivTests, $"after {i} messages");
        }
    }

    [Theory]
    [MemberData(nameof(AezRows))]
    public void Aez_MessageOfASize_AsksForItsTests(bool isHardware, int tagSize, int size, int[] expected)
    {
        Backend backend = Find(isHardware);
        byte[] plaintext = Sample.Filled(size), ciphertext = new byte[size + tagSize];
        SelfTestResults.Aez(backend) = null;
        using Aez aez = new(Sample.Filled(48), tagSize, backend);
        aez.Encrypt(new byte[12].AsSpan(), plaintext, ciphertext.AsSpan());
        AssertTests(expected, backend.AezTests, "encryption", AezTests.Key);
    }

    [Theory]
    [MemberData(nameof(CtrRows))]
    public void Ctr_TextOfASize_AsksForItsTests(long position, int size, int[] expected)
    {
        foreach (Backend backend in Backend.All.Where(b => b.IsSupported).DistinctBy(b => b.Name))
        {
            foreach (int keySize in (int[])[16, 24, 32])
            {
                byte[] text = Sample.Filled(size);
                SelfTestResults.Ctr(backend) = null;
                using FaceCtr ctr = new(Sample.Filled(keySize), backend);
                ctr.Encrypt(new byte[16].AsSpan(), text, text.AsSpan(), position);
                AssertTests([.. expected.Select(test => test + ((keySize - 16) / 8 * CtrTests.Paths))], backend.CtrTests, $"{backend.Name}, key of {keySize}");
            }
        }
    }

    [Fact]
    public void Ctr_Transform_AsksForAllTests()
    {
        Backend backend = Backend.Require();
        SelfTestResults.Ctr(backend) = null;
        using FaceCtr ctr = new(Sample.Filled(16), backend);
        using ICryptoTransform transform = ctr.CreateEncryptor(new byte[16]);
        AssertTests([.. Enumerable.Range(0, CtrTests.Paths)], backend.CtrTests, "transform");
    }

    /// <summary>Returns this machine's first backend of the given kind.</summary>
    private static Backend Find(bool isHardware)
    {
        Backend? backend = Backend.All.FirstOrDefault(b => b.IsSupported && b.IsHardwareAccelerated == isHardware);
        Assert.SkipWhen(backend is null, "this process does not have the instructions");
        Assert.SkipUnless(SelfTest.IsLazy, "compiled ahead of time, the constructor runs all tests");
        return backend!;
    }

    private static void AssertTests(int[] expected, SelfTests tests, string what, params int[] ofConstructor)
    {
        uint passed = Passed(tests);
        int[] asked = [.. Enumerable.Range(0, 32).Where(test => ((passed >> test) & 1) != 0).Except(ofConstructor)];
        Assert.True(expected.Order().SequenceEqual(asked), $"{what}: expected {string.Join(", ", expected.Order())}, asked for {string.Join(", ", asked)}");
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_passed")]
    private static extern ref uint Passed(SelfTests tests);
}
