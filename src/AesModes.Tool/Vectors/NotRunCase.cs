using System.Diagnostics;
using AesModes.Backends;

namespace AesModes.Tool.Vectors;

/// <summary>A test vector of something that this command has not.</summary>
internal sealed class NotRunCase(string id, string reason) : VectorCase(id)
{
    public override string NotRunBecause => reason;

    public override void Check(Backend backend, Findings findings) => throw new UnreachableException();
}
