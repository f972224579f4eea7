using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text.Json;
using AesModes.Tests.Backends;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Vectors;

/// <summary>Does every backend give what aes.json says: FIPS 197, SP 800-38A, RFC 8452 appendix A; and FIPS 197's key schedules?</summary>
public class AesVectorTests
{
    /// <summary>The groups of aes.json that the tests of this class load.</summary>
    internal static IReadOnlyList<string> ConsumedGroups => ["block", "ecb", "cbc", "polyval"];

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptBlocks_Fips197_GivesCiphertext(string backend) => CheckBlocks(backend, "block");

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptBlocks_Sp800_38aEcb_GivesCiphertext(string backend) => CheckBlocks(backend, "ecb");

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptBlocks_Sp800_38aCbcBlockByBlock_GivesCiphertext(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        VectorFile.CheckAll(Group("cbc"), v => $"{v.Text("id")} on {backend}", vector =>
        {
            Vector128<byte>[] roundKeys = pieces.ExpandKey(vector.Hex("key"));
            byte[] block = vector.Hex("iv");
            List<byte> ciphertext = [];
            foreach (byte[] plain in vector.Hex("plaintext").Chunk(16))
            {
                for (int i = 0; i < 16; i++)
                {
                    block[i] ^= plain[i];
                }

                pieces.EncryptBlocks(roundKeys, block, block);
                ciphertext.AddRange(block);
            }

            Bytes.AssertEqual(vector.Hex("ciphertext"), CollectionsMarshal.AsSpan(ciphertext), "ciphertext");
        });
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Absorb_Rfc8452AppendixA_GivesDotProductAndPolyval(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);

        // dot(dot(a, b), x²⁵⁶) is the plain product, as each dot divides by x¹²⁸.
        byte[] x256 = ReferenceField.Write(ReferenceField.Power(2, 256));
        VectorFile.CheckAll(Group("polyval"), v => $"{v.Text("id")} on {backend}", vector =>
        {
            foreach (int powers in pieces.HashPowerCounts)
            {
                if (vector.OptionalHex("a") is byte[] a)
                {
                    byte[] b = vector.Hex("b");
                    Bytes.AssertEqual(vector.Hex("dot"), Polyval(b, a), $"dot(a, b) by {powers} powers");
                    Bytes.AssertEqual(vector.Hex("dot"), Polyval(a, b), $"dot(b, a) by {powers} powers");
                    Bytes.AssertEqual(vector.Hex("product"), Polyval(x256, Polyval(b, a)), $"a · b by {powers} powers");
                }
                else
                {
                    byte[] blocks = [.. vector.GetProperty("blocks").EnumerateArray().SelectMany(b => Convert.FromHexString(b.GetString()!))];
                    Bytes.AssertEqual(vector.Hex("result"), Polyval(vector.Hex("h"), blocks), $"result by {powers} powers");
                }

                byte[] Polyval(byte[] h, byte[] blocks)
                {
                    byte[] result = new byte[16];
                    pieces.Absorb(pieces.ExpandHashKey(Vector128.Create<byte>(h), powers), Vector128<byte>.Zero, blocks).CopyTo(result);
                    return result;
                }
            }
        });
    }

    /// <summary>FIPS 197 appendix A.1 to A.3: the key, and the last round key of its schedule.</summary>
    [Theory]
    [MemberData(nameof(KeyScheduleRows))]
    public void ExpandKey_Fips197AppendixA_GivesLastRoundKey(string backend, string key, string lastRoundKey)
    {
        Vector128<byte>[] roundKeys = TestBackends.GetPieces(backend).ExpandKey(Convert.FromHexString(key));
        byte[] last = new byte[16];
        roundKeys[^1].CopyTo(last);
        Bytes.AssertEqual(Convert.FromHexString(lastRoundKey), last, $"last round key on {backend}");
    }

    public static TheoryData<string, string, string> KeyScheduleRows
    {
        get
        {
            var rows = new TheoryData<string, string, string>();
            foreach (string backend in TestBackends.Names.Select(r => r.Data))
            {
                rows.Add(backend, "2b7e151628aed2a6abf7158809cf4f3c", "d014f9a8c9ee2589e13f0cc8b6630ca6");
                rows.Add(backend, "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "e98ba06f448c773c8ecc720401002202");
                rows.Add(backend, "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "fe4890d1e6188d0b046df344706c631e");
            }

            return rows;
        }
    }

    private static JsonElement[] Group(string name)
    {
        Assert.Contains(name, ConsumedGroups);
        return [.. VectorFile.Load("aes.json").GetProperty(name).EnumerateArray()];
    }

    private static void CheckBlocks(string backend, string group)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        VectorFile.CheckAll(Group(group), v => $"{v.Text("id")} on {backend}", vector =>
        {
            Vector128<byte>[] roundKeys = pieces.ExpandKey(vector.Hex("key"));
            byte[] plaintext = vector.Hex("plaintext");
            byte[] ciphertext = new byte[plaintext.Length];
            pieces.EncryptBlocks(roundKeys, plaintext, ciphertext);
            Bytes.AssertEqual(vector.Hex("ciphertext"), ciphertext, "ciphertext, apart");
            pieces.EncryptBlocks(roundKeys, plaintext, plaintext);
            Bytes.AssertEqual(vector.Hex("ciphertext"), plaintext, "ciphertext, in place");
        });
    }
}
