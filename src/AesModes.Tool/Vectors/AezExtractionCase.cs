using AesModes.Backends;
using AesModes.Modes;

namespace AesModes.Tool.Vectors;

/// <summary>What AEZ makes of a key: the same code on every backend.</summary>
internal sealed class AezExtractionCase(VectorFields fields) : VectorCase(fields.Id())
{
    private readonly byte[] _key = fields.Hex("key");
    private readonly byte[] _extracted = fields.Hex("extracted");

    public override void Check(Backend backend, Findings findings)
    {
        byte[] extracted = new byte[AezCipher.ExtractedKeySize];
        AezCipher.Extract(_key, extracted);
        findings.Compare("extracted key", _extracted, extracted);
    }
}
