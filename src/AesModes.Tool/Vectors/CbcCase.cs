using AesModes.Backends;
using AesModes.Tool.Cbc;

namespace AesModes.Tool.Vectors;

/// <summary>AES-CBC of whole blocks (SP 800-38A), there and back.</summary>
internal sealed class CbcCase(VectorFields fields) : VectorCase(fields.Id())
{
    private readonly byte[] _key = fields.Hex("key", 16, 24, 32);
    private readonly byte[] _iv = fields.Hex("iv", 16);
    private readonly byte[] _plaintext = fields.Blocks("plaintext");
    private readonly byte[] _ciphertext = fields.Blocks("ciphertext");

    public override void Check(Backend backend, Findings findings)
    {
        using CbcCipher cipher = CbcCipher.Create(backend, _key);
        byte[] encrypted = new byte[_plaintext.Length];
        cipher.Encrypt(_iv, _plaintext, encrypted);
        findings.Compare("ciphertext", _ciphertext, encrypted);
        byte[] decrypted = new byte[_ciphertext.Length];
        cipher.Decrypt(_iv, _ciphertext, decrypted);
        findings.Compare("plaintext", _plaintext, decrypted);
    }
}
