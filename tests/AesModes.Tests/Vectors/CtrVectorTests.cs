using System.Security.Cryptography;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Vectors;

/// <summary>Tests every backend with aes-ctr.json: all 672 vectors. Emulated instructions need 0.2 s for 4 MiB, so the 54 vectors of 1 MiB or more run only in one test.</summary>
[Fast]
public class CtrVectorTests
{
    /// <summary>The size in bytes up to which vectors run in every test even if calls are slow.</summary>
    private const int MaxSlowSize = 50_000;

    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), TestVectors.Ctr.Groups());

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_ByEveryForm_GiveTheVector(string backend, string group)
    {
        using CheckedCall call = new();
        TestVectors.CheckAll(backend, InGroup(group, AreLongOnesTried(backend)), (tested, vector) =>
        {
            using FaceCtr ctr = new(vector.Key, tested);
            byte[] ciphertext = new byte[vector.Size];
            ctr.Encrypt(vector.InitialCounter, vector.Plaintext, ciphertext);
            vector.AssertCiphertext(ciphertext, "ciphertext");
            CtrSample sample = new(vector.Key, vector.InitialCounter, vector.Plaintext, 0, ciphertext);
            foreach (CtrForm form in IsFast(backend) || vector.Size <= MaxSlowSize ? CtrForm.All : [])
            {
                call.Check(form, sample, tested, backend);
            }
        });
    }

    /// <summary>Encrypts in two pieces. The id determines where they meet.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Transforms_InTwoPieces_GiveCiphertextAndPlaintext(string backend, string group) =>
        TestVectors.CheckAll(backend, InGroup(group, IsFast(backend)), (tested, vector) =>
        {
            using FaceCtr ctr = new(vector.Key, tested);
            int size = vector.Size;
            int first = size == 0 ? 0 : vector.Id.Sum(c => 31 * c) % size;
            byte[] text = new byte[size];
            using ICryptoTransform encryptor = ctr.CreateEncryptor(vector.InitialCounter);
            Assert.Equal(first, encryptor.TransformBlock(vector.Plaintext, 0, first, text, 0));
            encryptor.TransformFinalBlock(vector.Plaintext, first, size - first).CopyTo(text, first);
            vector.AssertCiphertext(text, $"ciphertext, {first} bytes and {size - first}");

            using ICryptoTransform decryptor = ctr.CreateDecryptor(vector.InitialCounter);
            Assert.Equal(size - first, decryptor.TransformBlock(text, 0, size - first, text, 0));
            Assert.Equal(first, decryptor.TransformBlock(text, size - first, first, text, size - first));
            Bytes.AssertEqual(vector.Plaintext, text, $"plaintext, {size - first} bytes and {first}");
        });

    private static bool IsFast(string backend) => !TestBackends.IsEmulated(backend) && !Effort.IsReduced;

    /// <summary>Whether long vectors run: not in a repeated run, and not on slow emulated instructions.</summary>
    private static bool AreLongOnesTried(string backend) => !Effort.IsRepeated(backend) && !(TestBackends.IsEmulated(backend) && Effort.IsSlow);

    private static CtrCase[] InGroup(string group, bool withLongOnes) => [.. TestVectors.Ctr.InGroup(group).Where(v => withLongOnes || v.Size <= MaxSlowSize)];
}
