using System.Security.Cryptography;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;
using AesModes.Tests.Vectors;
using AesModes.Tool.Cbc;
using AesModes.Tool.Vectors;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>Tests the tool's CBC (SP 800-38A §6.2) on each instruction set, real and emulated, and on the software cores. Compares it with the standard's vectors and the platform's CBC.</summary>
public class CbcTests
{
    private const int MaxBlocks = 70;

    private delegate CbcCipher Make(ReadOnlySpan<byte> key);

    private static readonly Dictionary<string, (Make Make, bool IsSupported)> _ciphers = new()
    {
        ["x86"] = (key => new HardwareCbc<X86, X86InverseRounds<X86Inverse>>(key), X86.IsSupported),
        ["arm"] = (key => new HardwareCbc<Arm, ArmInverseRounds<ArmInverse>>(key), Arm.IsSupported),
        ["x86 emulated"] = (key => new HardwareCbc<EmulatedX86, X86InverseRounds<EmulatedX86Inverse>>(key), true),
        ["arm emulated"] = (key => new HardwareCbc<EmulatedArm, ArmInverseRounds<EmulatedArmInverse>>(key), true),
        ["software, 128 bits"] = (key => new SoftwareCbc<SoftwareBackend<Lane128, Vector128<byte>>, Lane128, Vector128<byte>>(key), Lane128.IsSupported),
        ["bitsliced, 128 bits"] = (key => new SoftwareCbc<BitslicedBackend<Lane128, Vector128<byte>>, Lane128, Vector128<byte>>(key), Lane128.IsSupported),
        ["software, 256 bits"] = (key => new SoftwareCbc<SoftwareBackend<Lane256, Vector256<byte>>, Lane256, Vector256<byte>>(key), Lane256.IsSupported),
        ["bitsliced, 256 bits"] = (key => new SoftwareCbc<BitslicedBackend<Lane256, Vector256<byte>>, Lane256, Vector256<byte>>(key), Lane256.IsSupported),
        ["software, 512 bits"] = (key => new SoftwareCbc<SoftwareBackend<Lane512, Vector512<byte>>, Lane512, Vector512<byte>>(key), Lane512.IsSupported),
        ["bitsliced, 512 bits"] = (key => new SoftwareCbc<BitslicedBackend<Lane512, Vector512<byte>>, Lane512, Vector512<byte>>(key), Lane512.IsSupported),
    };

    public static TheoryData<string> Ciphers => [.. _ciphers.Keys];

    /// <summary>Every backend of the library. The carry-less multiply makes no difference to CBC.</summary>
    public static TheoryData<string> Backends => TestBackends.Fast;

    [Theory]
    [MemberData(nameof(Ciphers))]
    public void EncryptDecrypt_Sp800_38aAppendixF2_MatchVectors(string name)
    {
        Make make = Find(name);
        TestVectors.CheckAll(TestVectors.Load<CbcCase>("aes.json"), v => $"{v.Id} on {name}", vector =>
        {
            using CbcCipher cipher = make(vector.Key);
            InPlaceAndApart(vector.Plaintext, vector.Ciphertext, "encryption", (from, to) => cipher.Encrypt(vector.Iv, from, to));
            InPlaceAndApart(vector.Ciphertext, vector.Plaintext, "decryption", (from, to) => cipher.Decrypt(vector.Iv, from, to));
        });
    }

    [Theory]
    [MemberData(nameof(Ciphers))]
    public void EncryptDecrypt_UpTo70Blocks_MatchPlatform(string name)
    {
        Make make = Find(name);
        Random random = Sweep.Start();
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            using Aes platform = Aes.Create();
            platform.Key = Bytes.Random(random, keySize);
            using CbcCipher cipher = make(platform.Key);

            // Every length up to three groups of the software core, and some longer ones.
            foreach (int blocks in Enumerable.Range(0, 42).Concat(Enumerable.Range(0, 4).Select(_ => random.Next(42, MaxBlocks))).Append(MaxBlocks))
            {
                byte[] iv = Bytes.Random(random, 16);
                byte[] plaintext = Bytes.Random(random, 16 * blocks);
                byte[] ciphertext = platform.EncryptCbc(plaintext, iv, PaddingMode.None);
                string what = Describe(name, $"AES-{8 * keySize}, {blocks} blocks");
                InPlaceAndApart(plaintext, ciphertext, $"encryption, {what}", (from, to) => cipher.Encrypt(iv, from, to));
                InPlaceAndApart(ciphertext, plaintext, $"decryption, {what}", (from, to) => cipher.Decrypt(iv, from, to));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Backends))]
    public void Create_OnEachBackend_ReturnsItsCipher(string name)
    {
        Backend backend = TestBackends.Get(name);
        string width = backend.IsHardwareAccelerated ? string.Empty : $", {backend.Description.Split(" on ")[1].Split(',')[0]}";
        using CbcCipher cipher = CbcCipher.Create(backend, new byte[16]);

        // AesModes.Wide has no CBC, so its backend uses x86's.
        using CbcCipher expected = Find(backend.HasNativeCode ? "x86" : $"{backend.Name}{width}")(new byte[16]);
        Assert.IsType(expected.GetType(), cipher);
    }

    private static Make Find(string name)
    {
        (Make make, bool isSupported) = _ciphers[name];
        Assert.SkipUnless(isSupported, $"{name}: this process does not have the instructions.");
        return make;
    }
}
