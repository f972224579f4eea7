using AesModes.Backends;
using AesModes.Tool.Vectors;

namespace AesModes.Tool.SelfTest;

/// <summary>What the library tries at its first use, to see whether the machine computes rightly.</summary>
internal sealed class InstructionsCase() : VectorCase("constants")
{
    public override void Check(Backend backend, Findings findings) =>
        findings.Require(backend.PassesCheck(), "the machine's AES or carry-less multiply instructions compute wrongly; programs run on software");
}
