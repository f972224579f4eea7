using System.Text.Json;

namespace AesModes.Tests.Vectors;

/// <summary>One vector of aes-gcm-siv.json, with the intermediates where the RFC gives them, or of aes-gcm-siv-noble.json.</summary>
internal sealed class GcmSivVector
{
    private static readonly string[] _files = ["aes-gcm-siv.json", "aes-gcm-siv-noble.json"];

    private static readonly Lazy<GcmSivVector[]> _all = new(
        () => [.. _files.SelectMany(f => VectorFile.Load(f).GetProperty("vectors").EnumerateArray()).Select(v => new GcmSivVector(v))]);

    private readonly VectorText _text;

    private GcmSivVector(JsonElement vector)
    {
        Id = vector.Text("id");
        Key = vector.Hex("key");
        Nonce = vector.Hex("nonce");
        AssociatedData = vector.Hex("associatedData");
        Tag = vector.Hex("tag");
        _text = new VectorText(vector, 0);

        if (vector.TryGetProperty("polyvalInput", out _))
        {
            Steps = new GcmSivSteps(
                vector.Hex("recordAuthenticationKey"),
                vector.Hex("recordEncryptionKey"),
                vector.Hex("polyvalInput"),
                vector.Hex("polyvalResult"),
                vector.Hex("initialCounter"));
        }
    }

    public static IReadOnlyList<GcmSivVector> All => _all.Value;

    /// <summary>The ids without their last part: what a theory has a row for.</summary>
    public static IEnumerable<string> Groups => All.Select(v => v.Group).Distinct();

    public string Id { get; }

    public string Group => Id[..Id.LastIndexOf('-')];

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public byte[] AssociatedData { get; }

    public byte[] Plaintext => _text.Plaintext;

    public byte[] Tag { get; }

    /// <summary>Null where the vector has none.</summary>
    public GcmSivSteps? Steps { get; }

    /// <summary>Whether the vector gives the ciphertext's hash alone.</summary>
    public bool IsLong => _text.IsLong;

    public static GcmSivVector[] InGroup(string group) => [.. All.Where(v => v.Group == group)];

    public void AssertCiphertext(ReadOnlySpan<byte> actual, string what) => _text.AssertCiphertext(actual, what);
}

/// <summary>What RFC 8452 appendix C gives of the way to the result.</summary>
internal sealed record GcmSivSteps(byte[] AuthenticationKey, byte[] EncryptionKey, byte[] PolyvalInput, byte[] PolyvalResult, byte[] InitialCounter);
