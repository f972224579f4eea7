using System.Text.Json.Nodes;
using AesModes.Tests.Vectors;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Tool;

/// <summary>A file in the schema of Wycheproof's aes_gcm_siv_test.json, made from our vectors, which others have confirmed.</summary>
internal sealed class WycheproofFile
{
    private readonly List<JsonObject> _tests = [];

    public int Count => _tests.Count;

    public void Add(GcmSivCase vector, string result)
    {
        byte[] ciphertext = new byte[vector.Size];
        using (AesGcmSiv siv = new(vector.Key))
        {
            siv.Encrypt(vector.Nonce, vector.Plaintext, ciphertext, new byte[16], vector.AssociatedData);
        }

        vector.AssertCiphertext(ciphertext, "ciphertext");
        _tests.Add(new JsonObject
        {
            ["tcId"] = _tests.Count + 1,
            ["comment"] = vector.Id,
            ["flags"] = new JsonArray(),
            ["key"] = Convert.ToHexStringLower(vector.Key),
            ["iv"] = Convert.ToHexStringLower(vector.Nonce),
            ["aad"] = Convert.ToHexStringLower(vector.AssociatedData),
            ["msg"] = Convert.ToHexStringLower(vector.Plaintext),
            ["ct"] = Convert.ToHexStringLower(ciphertext),
            ["tag"] = Convert.ToHexStringLower(vector.Tag),
            ["result"] = result,
        });
    }

    public void AddWithFlipped(GcmSivCase vector, string field, string result)
    {
        Add(vector, result);
        _tests[^1][field] = VectorChanges.FlipLastBit((string)_tests[^1][field]!);
    }

    /// <summary>Adds a test whose field contains this many zeros.</summary>
    public void AddWithSize(string field, int size, string result)
    {
        Add(TestVectors.GcmSiv[1], result);
        _tests[^1][field] = Convert.ToHexStringLower(new byte[size]);
    }

    public JsonObject Make() => new()
    {
        ["algorithm"] = "AES-GCM-SIV",
        ["schema"] = "aead_test_schema.json",
        ["numberOfTests"] = _tests.Count,
        ["header"] = new JsonArray("Made by a test."),
        ["notes"] = new JsonObject(),
        ["testGroups"] = new JsonArray([.. _tests.GroupBy(Sizes).Select(MakeGroup)]),
    };

    private static (int Key, int Nonce, int Tag) Sizes(JsonObject test) => (Bits(test, "key"), Bits(test, "iv"), Bits(test, "tag"));

    private static int Bits(JsonObject test, string field) => ((string)test[field]!).Length * 4;

    private static JsonObject MakeGroup(IGrouping<(int Key, int Nonce, int Tag), JsonObject> tests) => new()
    {
        ["ivSize"] = tests.Key.Nonce,
        ["keySize"] = tests.Key.Key,
        ["tagSize"] = tests.Key.Tag,
        ["type"] = "AeadTest",
        ["tests"] = new JsonArray([.. tests]),
    };
}
