using System.CommandLine;
using System.Globalization;
using AesModes.Backends;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>Holds every backend that this machine has against files of test vectors.</summary>
internal static class VectorsCommand
{
    /// <summary>One mistake can fail every vector; the table says how many.</summary>
    private const int MostFailuresToPrint = 20;

    public static Command Create()
    {
        Argument<string[]> files = new("FILE")
        {
            Description = "Test vectors: a file of this repository's vectors folder, or Wycheproof's for AES-GCM-SIV.",
            Arity = ArgumentArity.OneOrMore,
        };
        files.Validators.Add(result =>
        {
            if (result.Tokens.Any(token => token.Value.Length == 0))
            {
                result.AddError("FILE is the name of a file, not ''.");
            }
        });
        Option<string> backend = Parameters.BackendNameOrAll();
        Option<bool> json = Parameters.Json();

        Command command = new("vectors", "Runs test vector files on every backend of this machine. Example: aesmodes vectors vectors/aes-gcm-siv.json")
        {
            files,
            backend,
            json,
        };

        // With a token, an interrupt ends it as an exception does: the terminal gets its cursor back.
        command.SetAction((result, cancellationToken) => Task.Run(
            () => Run(result.GetRequiredValue(files), Parameters.FindEvery(result.GetRequiredValue(backend)), result.GetValue(json), cancellationToken),
            cancellationToken));
        return command;
    }

    private static int Run(string[] paths, Backend[] backends, bool json, CancellationToken cancellationToken)
    {
        VectorFile[] files = [.. paths.Select(VectorFile.Read)];
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
