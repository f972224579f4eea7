using System.Text.Json;

namespace AesModes.Tests.Vectors;

/// <summary>One of the encryptions of aez.json. The ciphertext has the tag in it.</summary>
internal sealed class AezVector
{
    private static readonly Lazy<AezVector[]> _all = new(
        () => [.. VectorFile.Load("aez.json").GetProperty("encrypt").EnumerateArray().Select(v => new AezVector(v))]);

    private readonly VectorText _text;

    private AezVector(JsonElement vector)
    {
        Id = vector.Text("id");
        Key = vector.Hex("key");
        Nonce = vector.Hex("nonce");
        AssociatedData = [.. vector.GetProperty("associatedData").EnumerateArray().Select(a => Convert.FromHexString(a.GetString()!))];
        TagSize = vector.GetProperty("tagBytes").GetInt32();
        _text = new VectorText(vector, TagSize);
    }

    public static IReadOnlyList<AezVector> All => _all.Value;

    /// <summary>What a theory has a row for.</summary>
    public static IEnumerable<string> Groups => All.Select(v => v.Group).Distinct();

    public string Id { get; }

    /// <summary>The id before its first number.</summary>
    public string Group => Id[..(Id.IndexOfAny([.. "0123456789"]) - 1)];

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public byte[][] AssociatedData { get; }

    public int TagSize { get; }

    public byte[] Plaintext => _text.Plaintext;

    /// <summary>Whether the vector gives the ciphertext's hash alone.</summary>
    public bool IsLong => _text.IsLong;

    public static AezVector[] InGroup(string group) => [.. All.Where(v => v.Group == group)];

    public void AssertCiphertext(ReadOnlySpan<byte> actual, string what) => _text.AssertCiphertext(actual, what);
}

/// <summary>One of the key extractions of aez.json: BLAKE2b, but for a key of 48 bytes, which is left as it is.</summary>
internal sealed class AezExtraction
{
    private static readonly Lazy<AezExtraction[]> _all = new(
        () => [.. VectorFile.Load("aez.json").GetProperty("extract").EnumerateArray().Select(v => new AezExtraction(v))]);

    private AezExtraction(JsonElement vector)
    {
        Id = vector.Text("id");
        Key = vector.Hex("key");
        Extracted = vector.Hex("extracted");
    }

    public static IReadOnlyList<AezExtraction> All => _all.Value;

    public string Id { get; }

    public byte[] Key { get; }

    public byte[] Extracted { get; }
}
