using AesModes.Backends;

namespace AesModes.Tool.Vectors;

/// <summary>An encryption with AEZ, both ways.</summary>
internal sealed class AezCase(VectorFields fields, VectorText text) : VectorCase(fields.Id(), text.Size)
{
    private const int MaxTagSize = 1 << 20;

    private readonly byte[] _key = fields.Hex("key");
    private readonly byte[] _nonce = fields.Hex("nonce");
    private readonly ReadOnlyMemory<byte>[] _associatedData = [.. fields.HexList("associatedData")];
    private readonly int _tagSize = fields.Number("tagBytes", 0, MaxTagSize);

    public AezCase(VectorFields fields)
        : this(fields, new VectorText(fields))
    {
    }

    public override void Check(Backend backend, Findings findings)
    {
        byte[] plaintext = text.MakePlaintext();
        byte[] ciphertext = new byte[plaintext.Length + _tagSize];
        using Aez aez = new(_key, _tagSize, backend);
        aez.Encrypt(_nonce, plaintext, ciphertext, _associatedData);
        text.CompareCiphertext(ciphertext, findings);

        byte[] opened = new byte[plaintext.Length];
        findings.Require(aez.TryDecrypt(_nonce, ciphertext, opened, _associatedData), "the decryption refuses the ciphertext");
        findings.Require(opened.AsSpan().SequenceEqual(plaintext), "the decryption gives another text");
    }
}
