using AesModes.Backends;

namespace AesModes.Tool.Vectors;

/// <summary>An encryption with AES-CTR, both ways.</summary>
internal sealed class CtrCase(VectorFields fields, VectorText text) : VectorCase(fields.Id(), text.Size)
{
    private readonly byte[] _key = fields.Hex("key");
    private readonly byte[] _initialCounter = fields.Hex("initialCounter");

    public CtrCase(VectorFields fields)
        : this(fields, new VectorText(fields))
    {
    }

    public override void Check(Backend backend, Findings findings)
    {
        byte[] plaintext = text.MakePlaintext();
        byte[] ciphertext = new byte[plaintext.Length];
        using FaceCtr ctr = new(_key, backend);
        ctr.Encrypt(_initialCounter, plaintext, ciphertext);
        text.CompareCiphertext(ciphertext, findings);

        byte[] opened = new byte[ciphertext.Length];
        ctr.Decrypt(_initialCounter, ciphertext, opened);
        findings.Require(opened.AsSpan().SequenceEqual(plaintext), "the decryption gives another text");
    }
}
