using System.Text.Json.Serialization;
using AesModes.Backends;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>What became of one file on one backend.</summary>
internal sealed record VectorResult(
    string File, string Backend, int Passed, int Failed, int NotRun, [property: JsonIgnore] IReadOnlyList<VectorFailure> Failures)
{
    /// <param name="file">The file.</param>
    /// <param name="backend">The backend.</param>
    /// <param name="done">Told each vector's work when that is done.</param>
    public static VectorResult Of(VectorFile file, Backend backend, Action<long> done)
    {
        List<VectorFailure> failures = [];
        int notRun = 0;
        foreach (VectorCase vector in file.Cases)
        {
            if (vector.NotRunBecause is not null)
            {
                notRun++;
            }
            else if (Check(vector, backend) is { } difference)
            {
                failures.Add(new VectorFailure(file.Name, vector.Id, backend.ToString(), difference));
            }

            done(vector.Work);
        }

        return new VectorResult(file.Name, backend.ToString(), file.Cases.Count - failures.Count - notRun, failures.Count, notRun, failures);
    }

    private static string? Check(VectorCase vector, Backend backend)
    {
        Findings findings = new();
        try
        {
            vector.Check(backend, findings);
        }
        catch (ArgumentException e)
        {
            findings.Require(false, $"refused: {CommandLine.OnOneLine(e.Message)}");
        }

        return findings.Summary;
    }
}
