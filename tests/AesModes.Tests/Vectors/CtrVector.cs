using System.Text.Json;

namespace AesModes.Tests.Vectors;

/// <summary>One vector of aes-ctr.json.</summary>
internal sealed class CtrVector
{
    private static readonly Lazy<CtrVector[]> _all = new(
        () => [.. VectorFile.Load("aes-ctr.json").GetProperty("vectors").EnumerateArray().Select(v => new CtrVector(v))]);

    private readonly VectorText _text;

    private CtrVector(JsonElement vector)
    {
        Id = vector.Text("id");
        Key = vector.Hex("key");
        InitialCounter = vector.Hex("initialCounter");
        _text = new VectorText(vector, expansion: 0);
    }

    public static IReadOnlyList<CtrVector> All => _all.Value;

    /// <summary>The ids' first two parts: what a theory has a row for.</summary>
    public static IEnumerable<string> Groups => All.Select(v => v.Group).Distinct();

    public string Id { get; }

    public string Group => string.Join('-', Id.Split('-').Take(2));

    public byte[] Key { get; }

    public byte[] InitialCounter { get; }

    public byte[] Plaintext => _text.Plaintext;

    /// <summary>Whether the vector gives the ciphertext's hash alone.</summary>
    public bool IsLong => _text.IsLong;

    public static CtrVector[] InGroup(string group) => [.. All.Where(v => v.Group == group)];

    public void AssertCiphertext(ReadOnlySpan<byte> actual, string what) => _text.AssertCiphertext(actual, what);
}
