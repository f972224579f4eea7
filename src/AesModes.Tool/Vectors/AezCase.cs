
namespace AesModes.Tool.Vectors;

/// <summary>An AEZ encryption, checked in both directions.</summary>
internal sealed class AezCase(VectorFields fields) : TextCase(fields)
{
    private const int MaxTagSize = 1 << 20;

    public byte[] Key { get; } = fields.Hex("key");

    public byte[] Nonce { get; } = fields.Hex("nonce");

    public byte[][] AssociatedData { get; } = fields.HexList("associatedData");

    public int TagSize { get; } = fields.Number("tagBytes", 0, MaxTagSize);

    public override void Check(Backend backend, Findings findings)
    {
        ReadOnlyMemory<byte>[] associatedData = [.. AssociatedData];
        byte[] plaintext = Plaintext;
        byte[] ciphertext = new byte[plaintext.Length + TagSize];
        using Aez aez = new(Key, TagSize, backend);
        aez.Encrypt(Nonce, plaintext, ciphertext, associatedData);
        CompareCiphertext(ciphertext, findings);

        byte[] opened = new byte[plaintext.Length];
        findings.Require(aez.TryDecrypt(Nonce, ciphertext, opened, associatedData), "the decryption refuses the ciphertext");
        findings.Require(opened.AsSpan().SequenceEqual(plaintext), "the decryption gives a different plaintext");
    }
}

/// <summary>AEZ's extraction of a key: the same code on every backend.</summary>
internal sealed class AezExtractionCase(VectorFields fields) : VectorCase(fields.Id())
{
    public byte[] Key { get; } = fields.Hex("key");

    public byte[] Extracted { get; } = fields.Hex("extracted");

    public override void Check(Backend backend, Findings findings)
    {
        byte[] extracted = new byte[AezCipher.ExtractedKeySize];
        AezCipher.Extract(Key, extracted);
        findings.Compare("extracted key", Extracted, extracted);
    }
}

/// <summary>BLAKE2b, which extracts AEZ's keys: the same code on every backend.</summary>
internal sealed class Blake2bCase(VectorFields fields) : VectorCase(fields.Id())
{
    private readonly int _digestSize = fields.Number("digestBytes", 1, 64);
    private readonly byte[] _message = fields.Hex("message");
    private readonly byte[] _digest = fields.Hex("digest");

    public override void Check(Backend backend, Findings findings)
    {
        byte[] digest = new byte[_digestSize];
        Blake2b.Hash(_message, digest);
        findings.Compare("digest", _digest, digest);
    }
}
