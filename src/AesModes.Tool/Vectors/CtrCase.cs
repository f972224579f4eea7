namespace AesModes.Tool.Vectors;

internal sealed class CtrCase(VectorFields fields) : TextCase(fields)
{
    public byte[] Key { get; } = fields.Hex("key");

    public byte[] InitialCounter { get; } = fields.Hex("initialCounter");

    public override void Check(Backend backend, Findings findings)
    {
        byte[] plaintext = Plaintext;
        byte[] ciphertext = new byte[plaintext.Length];
        using FaceCtr ctr = new(Key, backend);
        ctr.Encrypt(InitialCounter, plaintext, ciphertext);
        CompareCiphertext(ciphertext, findings);

        byte[] opened = new byte[ciphertext.Length];
        ctr.Decrypt(InitialCounter, ciphertext, opened);
        findings.Require(opened.AsSpan().SequenceEqual(plaintext), "the decryption gives a different plaintext");
    }
}
