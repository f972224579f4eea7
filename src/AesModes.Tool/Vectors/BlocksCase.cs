using AesModes.Backends;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>AES by itself: each block of the text by itself (FIPS 197; SP 800-38A's ECB).</summary>
internal sealed class BlocksCase(VectorFields fields) : VectorCase(fields.Id())
{
    private readonly byte[] _key = fields.Hex("key", 16, 24, 32);
    private readonly byte[] _plaintext = fields.Blocks("plaintext");
    private readonly byte[] _ciphertext = fields.Hex("ciphertext");

    public override void Check(Backend backend, Findings findings) =>
        findings.Compare("ciphertext", _ciphertext, BackendSteps.Of(backend).EncryptBlocks(_key, _plaintext));
}
