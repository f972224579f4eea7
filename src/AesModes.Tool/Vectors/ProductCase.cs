using AesModes.Backends;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>A product in POLYVAL's field, and RFC 8452's dot of the same two: POLYVAL of one block under the other.</summary>
internal sealed class ProductCase(VectorFields fields) : VectorCase(fields.Id())
{
    private static readonly byte[] _one = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    private readonly byte[] _a = fields.Hex("a", 16);
    private readonly byte[] _b = fields.Hex("b", 16);
    private readonly byte[] _product = fields.Hex("product", 16);
    private readonly byte[] _dot = fields.Hex("dot", 16);

    public override void Check(Backend backend, Findings findings)
    {
        BackendSteps steps = BackendSteps.Of(backend);
        findings.Compare("dot(a, b)", _dot, steps.Polyval(_b, _a));
        findings.Compare("dot(b, a)", _dot, steps.Polyval(_a, _b));

        // dot(a, b) is a · b · x⁻¹²⁸, and so is dot(a · b, 1).
        findings.Compare("dot(product, 1)", _dot, steps.Polyval(_product, _one));
    }
}
