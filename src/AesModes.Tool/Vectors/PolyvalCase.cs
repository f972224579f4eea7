using AesModes.Backends;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>POLYVAL of some blocks.</summary>
internal sealed class PolyvalCase(VectorFields fields) : VectorCase(fields.Id())
{
    private readonly byte[] _h = fields.Hex("h", 16);
    private readonly byte[] _blocks = fields.BlockList("blocks");
    private readonly byte[] _result = fields.Hex("result");

    public override void Check(Backend backend, Findings findings) =>
        findings.Compare("result", _result, BackendSteps.Of(backend).Polyval(_h, _blocks));
}
