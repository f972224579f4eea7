using System.Globalization;
using System.Security.Cryptography;
using AesModes.Measuring;
using AesModes.Measuring.Peers;
using AesModes.Tool.Speed;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>Compares each class with the platform's own AES-256-GCM, all measured in turns.</summary>
internal static class SpeedTable
{
    private const int Rounds = 50;

    private static readonly int[] _sizes = [16, 1024, 65536, 1 << 20];

    public static void Show(Backend backend)
    {
        if (!AesGcm.IsSupported)
        {
            AnsiConsole.WriteLine("This platform has no native AES-GCM to compare with.");
            return;
        }

        Table table = new() { Border = TableBorder.Simple };
        foreach (string name in (string[])["bytes", "AES-GCM-SIV", "×", "AEZ", "×", "AES-CTR", "×", "native"])
        {
            _ = table.AddColumn(new TableColumn(name).RightAligned().Padding(1, 0));
        }

        List<string> doubts = [];
        foreach (int size in _sizes)
        {
            using Contest contest = new([size], keySize: 32, Contest.Algorithms, [backend]);
            Comparison comparison = Measure(contest);
            _ = table.AddRow(CreateCells(size, contest, comparison));

            // Only a doubt, because the outputs were compared: the demo must not fail on a busy machine.
            doubts.AddRange(comparison.Faults.Select(fault => $"Do not rely on this table: {fault}"));
        }

        AnsiConsole.WriteLine("Encryption/decryption in GB/s on one core, in memory. AES-256 except for AEZ.");
        AnsiConsole.WriteLine("×: encryption, times as fast as native AES-GCM.");
        AnsiConsole.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Best of {Rounds} rounds, after compilation; aesmodes speed measures longer."));
        AnsiConsole.Write(table);
        doubts.ForEach(AnsiConsole.WriteLine);
    }

    private static Comparison Measure(Contest contest) => contest.FindFault() is { } fault
        ? throw new CommandFailure(fault)
        : Comparison.Measure([.. contest.Entrants.SelectMany(_ => OperationNames.All, (entrant, operation) => entrant.CreateRow(operation))], rounds: Rounds);

    private static string[] CreateCells(int size, Contest contest, Comparison comparison)
    {
        RowResult Find(string algorithm, Operation operation) =>
            comparison[contest.Entrants.Single(entrant => entrant.Algorithm == algorithm).RowName(operation)];

        string Speed(string algorithm) => $"{Gigabytes(Find(algorithm, Operation.Encrypt))}/{Gigabytes(Find(algorithm, Operation.Decrypt))}";
        string Ratio(string algorithm) => Find(algorithm, Operation.Encrypt).SpeedAgainst(Find(Contest.Native, Operation.Encrypt))
            .ToString("F1", CultureInfo.InvariantCulture);

        return
        [
            size.ToString(CultureInfo.InvariantCulture),
            Speed(Contest.GcmSiv),
            Ratio(Contest.GcmSiv),
            Speed(Contest.Aez),
            Ratio(Contest.Aez),
            Gigabytes(Find(Contest.Ctr, Operation.Encrypt)),
            Ratio(Contest.Ctr),
            Speed(Contest.Native),
        ];
    }

    /// <summary>Four characters, so that the table fits a narrow terminal.</summary>
    private static string Gigabytes(RowResult row) =>
        (row.MegabytesPerSecond / 1000).ToString(row.MegabytesPerSecond < 10_000 ? "F2" : "F1", CultureInfo.InvariantCulture);
}
