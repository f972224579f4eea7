using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json.Serialization;

namespace AesModes.Tool.Vectors;

/// <summary>Checks backends against files of test vectors, and prints the results.</summary>
internal static class VectorRun
{
    /// <summary>One mistake can fail every vector; the table has the total.</summary>
    private const int MostFailuresToPrint = 20;

    /// <summary>Returns the exit code. A cancellation ends the run between two vectors.</summary>
    public static int Run(VectorFile[] files, Backend[] backends, bool json, CancellationToken cancellationToken, bool namesSelfTests = false)
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

        // If a self-test fails, the library uses another backend, and the results above are not this backend's.
        SelfTestResult[] selfTests =
            [.. backends.SelectMany(backend => backend.SelfTests.DistinctBy(test => test.Name), (backend, test) => new SelfTestResult(test.Name, backend.ToString(), test.Passes()))];
        VectorFailure[] failures =
        [
            .. results.SelectMany(result => result.Failures),
            .. selfTests.Where(test => !test.Passed).Select(test => new VectorFailure("self-tests", test.Name, test.Backend, "a wrong result; programs use the next backend for such messages")),
        ];
        Print(results, failures, files, json, namesSelfTests ? selfTests : null);
        foreach (VectorFailure failure in failures.Take(MostFailuresToPrint))
        {
            Console.Error.WriteLine(CommandLine.OnOneLine(failure.ToString()));
        }

        if (failures.Length > MostFailuresToPrint)
        {
            Console.Error.WriteLine(string.Create(CultureInfo.InvariantCulture, $"… and {failures.Length - MostFailuresToPrint:N0} more."));
        }

        return failures.Length == 0 ? 0 : CommandLine.Failed;
    }

    private static void Print(
        IReadOnlyList<VectorResult> results, IReadOnlyList<VectorFailure> failures, VectorFile[] files, bool json, IReadOnlyList<SelfTestResult>? selfTests)
    {
        var notRun = files
            .SelectMany(file => file.Cases, (file, vector) => (file.Name, Reason: vector.NotRunBecause))
            .Where(vector => vector.Reason is not null)
            .GroupBy(vector => vector)
            .Select(vectors => new { File = vectors.Key.Name, vectors.Key.Reason, Count = vectors.Count() })
            .ToList();
        if (json)
        {
            if (selfTests is null)
            {
                Report.Json(new { results, failures, notRun });
            }
            else
            {
                Report.Json(new { results, failures, notRun, selfTests });
            }

            return;
        }

        Report.Table(
            ["file", "backend", ">passed", ">failed", ">not run"],
            [.. results.Select(result => (string[])[Printable.Of(result.File), result.Backend, Number(result.Passed), Number(result.Failed), Number(result.NotRun)])]);
        foreach (var vectors in notRun)
        {
            Report.Line($"Not run: {Number(vectors.Count)} of {Printable.Of(vectors.File)}, because {vectors.Reason}.");
        }

        if (selfTests is not null)
        {
            Report.Line("");
            Report.Table(
                ["self-test", ">passed", ">failed"],
                [.. selfTests.GroupBy(test => test.Name).Select(tests => (string[])[tests.Key, Number(tests.Count(test => test.Passed)), Number(tests.Count(test => !test.Passed))])]);
        }
    }

    private sealed record SelfTestResult(string Name, string Backend, bool Passed);

    private static string Number(int number) => number.ToString("N0", CultureInfo.InvariantCulture);
}

/// <summary>The results of one file on one backend.</summary>
internal sealed record VectorResult(
    string File, string Backend, int Passed, int Failed, int NotRun, [property: JsonIgnore] IReadOnlyList<VectorFailure> Failures)
{
    /// <summary>Calls <paramref name="done"/> with each vector's work after the vector.</summary>
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
        catch (Exception e) when (e is ArgumentException or CryptographicException)
        {
            findings.Require(false, $"refused: {CommandLine.OnOneLine(e.Message)}");
        }

        return findings.Summary;
    }
}

/// <summary>A test vector with a result other than the file's.</summary>
internal sealed record VectorFailure(string File, string Id, string Backend, string Difference)
{
    public override string ToString() => $"{File}, {Id}, on {Backend}: {Difference}.";
}
