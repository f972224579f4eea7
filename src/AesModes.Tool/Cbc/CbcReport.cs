using System.Globalization;

namespace AesModes.Tool.Cbc;

internal static class CbcReport
{
    public static void Print(CbcResult result)
    {
        Report.Line(Text($"AES-{result.KeySize} in CBC mode on {result.Processor}, {result.Runtime}"));
        Report.Line(Text($"Clock: {result.Clock.Description}"));
        Report.Line(Text($"Bytes per call: {result.BytesPerCall:N0} ({result.Blocks:N0} blocks)"));
        Report.Line(Text($"Iterations: {result.Iterations:N0}, all correct: the ciphertexts equal those of the platform's AES, and decrypt to the plaintexts"));
        Report.Line();
        Report.Table(["backend", "operation", "iteration", ">µs", ">MBytes/s", ">cycles/byte"], [.. result.Backends.SelectMany(Rows)]);
        if (result.Ratios.Count > 0)
        {
            Report.Line();
            Report.Table(["times as fast as", "backend", "operation", ">average", ">best"], [.. result.Ratios.SelectMany(Rows)]);
        }

        if (result.TimerDominates)
        {
            Report.Line();
            Report.Line(Text(
                $"These calls are too short for the timer, whose step is {result.TimerStepMicroseconds:F3} µs: use more BLOCKS."));
        }
    }

    private static IEnumerable<string[]> Rows(BackendFigures backend) =>
        from operation in ((string Name, OperationFigures Of)[])[("encryption", backend.Encryption), ("decryption", backend.Decryption)]
        from iteration in ((string Name, Figures? Of)[])
            [("average", operation.Of.Average), ("best", operation.Of.Best), ("worst", operation.Of.Worst), ("bound", operation.Of.Bound)]
        where iteration.Of is not null
        select (string[])
        [
            backend.Backend, operation.Name, iteration.Name,
            Text($"{iteration.Of.Microseconds:N3}"),
            Text($"{iteration.Of.MegabytesPerSecond:N1}"),
            iteration.Of.CyclesPerByte is { } cycles ? Text($"{cycles:F3}") : "-",
        ];

    private static IEnumerable<string[]> Rows(SpeedRatio ratio) =>
    [
        [ratio.Against, ratio.Backend, "encryption", Text($"{ratio.EncryptionAverage:F2}"), Text($"{ratio.EncryptionBest:F2}")],
        [ratio.Against, ratio.Backend, "decryption", Text($"{ratio.DecryptionAverage:F2}"), Text($"{ratio.DecryptionBest:F2}")],
    ];

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
