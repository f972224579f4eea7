using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using AesModes.Tests.Limits;
using AesModes.Tests.Reference;
using AesModes.Tool.Vectors;
using Xunit;

namespace AesModes.Tests.Vectors;

/// <summary>
/// Does every backend give what aes-ctr.json says: all 672 vectors? On emulated instructions the 54 of a mebibyte and more go through one
/// test alone: one of four mebibytes takes 0.2 s there.
/// </summary>
[Fast]
public class CtrVectorTests
{
    /// <summary>In bytes: what goes through every test where calls are slow.</summary>
    private const int MaxSlowSize = 50_000;

    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), TestVectors.Ctr.Groups());

    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_Apart_GivesCiphertext(string backend, string group) => ForEach(backend, group, AreLongOnesTried(backend), (ctr, vector) =>
    {
        byte[] memory = Sample.Filled(vector.Size + 32);
        ctr.Encrypt(vector.InitialCounter, vector.Plaintext, memory.AsSpan(16..^16));
        vector.AssertCiphertext(memory.AsSpan(16..^16), "ciphertext");
        Bytes.AssertAll(Sample.Filler, memory.AsSpan(..16), "memory before the ciphertext");
        Bytes.AssertAll(Sample.Filler, memory.AsSpan(^16..), "memory behind the ciphertext");
    });

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_InPlace_GiveCiphertextAndPlaintext(string backend, string group) => ForEach(backend, group, IsFast(backend), (ctr, vector) =>
    {
        // One byte off any alignment.
        byte[] memory = Sample.Filled(vector.Size + 17);
        Span<byte> text = memory.AsSpan(1..^16);
        vector.Plaintext.CopyTo(text);
        ctr.Encrypt(vector.InitialCounter, text, text);
        vector.AssertCiphertext(text, "ciphertext");

        ctr.Decrypt(vector.InitialCounter, text, text);
        Bytes.AssertEqual(vector.Plaintext, text, "plaintext");
        Bytes.AssertAll(Sample.Filler, memory.AsSpan(..1), "memory before the text");
        Bytes.AssertAll(Sample.Filler, memory.AsSpan(^16..), "memory behind the text");
    });

    /// <summary>In two pieces; where they meet, the id decides.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Transforms_InTwoPieces_GiveCiphertextAndPlaintext(string backend, string group) => ForEach(backend, group, IsFast(backend), (ctr, vector) =>
    {
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

    private static bool IsFast(string backend) => !TestBackends.IsEmulated(backend) && !Effort.IsSlow && !Effort.IsUnoptimized;

    /// <summary>Everywhere but in a repetition, and over emulated instructions where those are slow.</summary>
    private static bool AreLongOnesTried(string backend) => !Effort.IsRepeated(backend) && !(TestBackends.IsEmulated(backend) && Effort.IsSlow);

    private static void ForEach(string name, string group, bool withLongOnes, Action<FaceCtr, CtrCase> check)
    {
        Backend backend = TestBackends.Get(name);
        CtrCase[] vectors = [.. TestVectors.Ctr.InGroup(group).Where(v => withLongOnes || v.Size <= MaxSlowSize)];
        TestVectors.CheckAll(vectors, v => $"{v.Id} on {name}", vector =>
        {
            using FaceCtr ctr = new(vector.Key, backend);
            check(ctr, vector);
        });
    }
}
