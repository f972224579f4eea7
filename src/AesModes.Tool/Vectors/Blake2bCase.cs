using AesModes.Backends;
using AesModes.Modes;

namespace AesModes.Tool.Vectors;

/// <summary>BLAKE2b, which makes AEZ's keys: the same code on every backend.</summary>
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
