namespace AesModes.Tool.Vectors;

/// <summary>What differed between a test vector and what came out here.</summary>
internal sealed class Findings
{
    private readonly List<string> _differences = [];

    /// <summary>On one line; null when nothing differed.</summary>
    public string? Summary => _differences.Count == 0 ? null : string.Join("; ", _differences);

    public void Compare(string what, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        if (expected.Length != actual.Length)
        {
            _differences.Add($"{what}: {actual.Length} bytes, {expected.Length} in the file");
        }
        else if (expected.CommonPrefixLength(actual) is int at && at < expected.Length)
        {
            _differences.Add($"{what}: byte {at} of {expected.Length} is {actual[at]:x2}, in the file {expected[at]:x2}");
        }
    }

    /// <summary>Of what has to be true.</summary>
    public void Require(bool held, string otherwise)
    {
        if (!held)
        {
            _differences.Add(otherwise);
        }
    }
}
