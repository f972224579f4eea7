using AesModes.Tool.Cbc;

namespace AesModes.Tool.Vectors;

/// <summary>AES alone, on each block by itself (FIPS 197; SP 800-38A's ECB).</summary>
internal sealed class BlocksCase(VectorFields fields) : VectorCase(fields.Id())
{
    public byte[] Key { get; } = fields.Hex("key", 16, 24, 32);

    public byte[] Plaintext { get; } = fields.Blocks("plaintext");

    public byte[] Ciphertext { get; } = fields.Hex("ciphertext");

    public override void Check(Backend backend, Findings findings) =>
        findings.Compare("ciphertext", Ciphertext, BackendSteps.Of(backend).EncryptBlocks(Key, Plaintext));
}

/// <summary>AES-CBC of whole blocks (SP 800-38A), in both directions.</summary>
internal sealed class CbcCase(VectorFields fields) : VectorCase(fields.Id())
{
    public byte[] Key { get; } = fields.Hex("key", 16, 24, 32);

    public byte[] Iv { get; } = fields.Hex("iv", 16);

    public byte[] Plaintext { get; } = fields.Blocks("plaintext");

    public byte[] Ciphertext { get; } = fields.Blocks("ciphertext");

    public override void Check(Backend backend, Findings findings)
    {
        using CbcCipher cipher = CbcCipher.Create(backend, Key);
        byte[] encrypted = new byte[Plaintext.Length];
        cipher.Encrypt(Iv, Plaintext, encrypted);
        findings.Compare("ciphertext", Ciphertext, encrypted);
        byte[] decrypted = new byte[Ciphertext.Length];
        cipher.Decrypt(Iv, Ciphertext, decrypted);
        findings.Compare("plaintext", Plaintext, decrypted);
    }
}

/// <summary>POLYVAL of some blocks.</summary>
internal sealed class PolyvalCase(VectorFields fields) : VectorCase(fields.Id())
{
    public byte[] H { get; } = fields.Hex("h", 16);

    public byte[] Blocks { get; } = fields.BlockList("blocks");

    public byte[] Result { get; } = fields.Hex("result");

    public override void Check(Backend backend, Findings findings) => findings.Compare("result", Result, BackendSteps.Of(backend).Polyval(H, Blocks));
}

/// <summary>A product in POLYVAL's field, and RFC 8452's dot of the same operands: POLYVAL of one block with the other as H.</summary>
internal sealed class ProductCase(VectorFields fields) : VectorCase(fields.Id())
{
    private static readonly byte[] _one = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    public byte[] A { get; } = fields.Hex("a", 16);

    public byte[] B { get; } = fields.Hex("b", 16);

    public byte[] Product { get; } = fields.Hex("product", 16);

    public byte[] Dot { get; } = fields.Hex("dot", 16);

    public override void Check(Backend backend, Findings findings)
    {
        BackendSteps steps = BackendSteps.Of(backend);
        findings.Compare("dot(a, b)", Dot, steps.Polyval(B, A));
        findings.Compare("dot(b, a)", Dot, steps.Polyval(A, B));

        // dot(a, b) is a · b · x⁻¹²⁸, and so is dot(a · b, 1).
        findings.Compare("dot(product, 1)", Dot, steps.Polyval(Product, _one));
    }
}
