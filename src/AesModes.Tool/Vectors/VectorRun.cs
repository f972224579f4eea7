using System.Globalization;
using AesModes.Backends;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>Holds backends against files of test vectors, and prints what came of it.</summary>
internal static class VectorRun
{
    /// <summary>One mistake can fail every vector; the table says how many.</summary>
    private const int MostFailuresToPrint = 20;

    /// <returns>The exit code.</returns>
    public static int Run(VectorFile[] files, Backend[] backends, bool json, CancellationToken cancellationToken)
    {
        List<VectorResult> results = [];
        long total = backends.Length * files.Sum(file => file.Cases.Sum(vector => vector.Work));
        ProgressBar.Run("test vectors", total, progress =>
        {
            long done = 0;
            foreach (VectorFile file in files)
            {
                foreach (Backend backend in backends)
                {
                    results.Add(VectorResult.Of(file, backend, work =>
                    {
                        cancellationToken.ThrowIfCancellationRequested();
                        progress.Report(done += work);
                    }));
                }
            }
        });

        VectorFailure[] failures = [.. results.SelectMany(result => result.Failures)];
        Print(results, failures, files, json);
        foreach (VectorFailure failure in failures.Take(MostFailuresToPrint))
        {
            Console.Error.WriteLine(failure);
        }

        if (failures.Length > MostFailuresToPrint)
        {
            Console.Error.WriteLine(string.Create(CultureInfo.InvariantCulture, $"… and {failures.Length - MostFailuresToPrint:N0} more."));
        }

        return failures.Length == 0 ? 0 : CommandLine.Failed;
    }

    private static void Print(IReadOnlyList<VectorResult> results, IReadOnlyList<VectorFailure> failures, VectorFile[] files, bool json)
    {
        var notRun = files
            .SelectMany(file => file.Cases, (file, vector) => (file.Name, Reason: vector.NotRunBecause))
            .Where(vector => vector.Reason is not null)
            .GroupBy(vector => vector)
            .Select(vectors => new { File = vectors.Key.Name, vectors.Key.Reason, Count = vectors.Count() })
            .ToList();
        if (json)
        {
            Report.Json(new { results, failures, notRun });
            return;
        }

        Report.Table(
            ["file", "backend", ">passed", ">failed", ">not run"],
            [.. results.Select(result => (string[])[result.File, result.Backend, Number(result.Passed), Number(result.Failed), Number(result.NotRun)])]);
        foreach (var vectors in notRun)
        {
            Report.Line($"Not run: {Number(vectors.Count)} of {vectors.File}, as {vectors.Reason}.");
        }
    }

    private static string Number(int number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
