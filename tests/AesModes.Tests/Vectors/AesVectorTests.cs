using System.Runtime.InteropServices;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Vectors;

/// <summary>Tests every backend with aes.json (FIPS 197, SP 800-38A, RFC 8452 appendix A) and FIPS 197's key schedules.</summary>
public class AesVectorTests
{
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptBlocks_Fips197AndSp800_38aEcb_GivesCiphertext(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        TestVectors.CheckAll(TestVectors.Load<BlocksCase>("aes.json"), v => $"{v.Id} on {backend}", vector =>
        {
            Vector128<byte>[] roundKeys = pieces.CreateRoundKeys(vector.Key);
            byte[] ciphertext = new byte[vector.Plaintext.Length];
            pieces.EncryptBlocks(roundKeys, vector.Plaintext, ciphertext);
            Bytes.AssertEqual(vector.Ciphertext, ciphertext, "ciphertext, apart");
            byte[] text = [.. vector.Plaintext];
            pieces.EncryptBlocks(roundKeys, text, text);
            Bytes.AssertEqual(vector.Ciphertext, text, "ciphertext, in place");
        });
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptBlocks_Sp800_38aCbcBlockByBlock_GivesCiphertext(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        TestVectors.CheckAll(TestVectors.Load<CbcCase>("aes.json"), v => $"{v.Id} on {backend}", vector =>
        {
            Vector128<byte>[] roundKeys = pieces.CreateRoundKeys(vector.Key);
            byte[] block = [.. vector.Iv];
            List<byte> ciphertext = [];
            foreach (byte[] plain in vector.Plaintext.Chunk(16))
            {
                block = Bytes.Xor(block, plain);
                pieces.EncryptBlocks(roundKeys, block, block);
                ciphertext.AddRange(block);
            }

            Bytes.AssertEqual(vector.Ciphertext, CollectionsMarshal.AsSpan(ciphertext), "ciphertext");
        });
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Absorb_Rfc8452AppendixA_GivesDotProductAndPolyval(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        ProductCase product = Assert.Single(TestVectors.Load<ProductCase>("aes.json"));
        PolyvalCase hash = Assert.Single(TestVectors.Load<PolyvalCase>("aes.json"));

        // dot(dot(a, b), x²⁵⁶) is the plain product, as each dot divides by x¹²⁸.
        byte[] x256 = ReferenceField.Write(ReferenceField.Power(2, 256));
        foreach (int powers in pieces.HashPowerCounts)
        {
            Bytes.AssertEqual(product.Dot, Polyval(product.B, product.A), $"dot(a, b) by {powers} powers");
            Bytes.AssertEqual(product.Dot, Polyval(product.A, product.B), $"dot(b, a) by {powers} powers");
            Bytes.AssertEqual(product.Product, Polyval(x256, Polyval(product.B, product.A)), $"a · b by {powers} powers");
            Bytes.AssertEqual(hash.Result, Polyval(hash.H, hash.Blocks), $"result by {powers} powers");

            byte[] Polyval(byte[] h, byte[] blocks)
            {
                byte[] result = new byte[16];
                pieces.Absorb(pieces.CreateHashPowers(Vector128.Create<byte>(h), powers), Vector128<byte>.Zero, blocks).CopyTo(result);
                return result;
            }
        }
    }

    /// <summary>FIPS 197 appendix A.1 to A.3: a key, and the last round key of its schedule.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void ExpandKey_Fips197AppendixA_GivesLastRoundKey(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        (string Key, string LastRoundKey)[] schedules =
        [
            ("2b7e151628aed2a6abf7158809cf4f3c", "d014f9a8c9ee2589e13f0cc8b6630ca6"),
            ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "e98ba06f448c773c8ecc720401002202"),
            ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "fe4890d1e6188d0b046df344706c631e"),
        ];
        TestVectors.CheckAll(schedules, v => $"{v.Key} on {backend}", schedule =>
        {
            byte[] last = new byte[16];
            pieces.CreateRoundKeys(Convert.FromHexString(schedule.Key))[^1].CopyTo(last);
            Bytes.AssertEqual(Convert.FromHexString(schedule.LastRoundKey), last, "last round key");
        });
    }
}
