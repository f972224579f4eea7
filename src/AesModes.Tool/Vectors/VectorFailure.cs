namespace AesModes.Tool.Vectors;

/// <summary>A test vector that did not come out as its file says.</summary>
internal sealed record VectorFailure(string File, string Id, string Backend, string Difference)
{
    public override string ToString() => $"{File}, {Id}, on {Backend}: {Difference}.";
}
