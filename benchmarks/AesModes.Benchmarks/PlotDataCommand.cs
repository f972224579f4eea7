using System.Globalization;
using System.Text.Json;
using AesModes.Benchmarks.Ratios;

namespace AesModes.Benchmarks;

/// <summary>
/// <c>plot-data</c>: the JSON of <c>ratios</c> as tables for gnuplot: <c>speed-MODE.dat</c> (MB/s of encryption by size) and <c>limit.dat</c> (share of
/// the limit). A column for each curve, its title first; ? where there is no figure.
/// </summary>
internal static class PlotDataCommand
{
    public static Command Create()
    {
        Argument<FileInfo> json = new Argument<FileInfo>("JSON") { Description = "What ratios --json wrote." }.AcceptExistingOnly();
        Argument<string> directory = new("DIRECTORY") { Description = "Where to write the tables." };
        Command command = new("plot-data", "The JSON of ratios as tables for gnuplot (benchmarks/plot).") { json, directory };
        command.SetAction(result => Run(result.GetRequiredValue(json).FullName, result.GetRequiredValue(directory)));
        return command;
    }

    private static void Run(string json, string directory)
    {
        _ = Directory.CreateDirectory(directory);
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(json));
        Figure[] figures = [.. Read(document.RootElement)];
        foreach (ModeRatios mode in ModeRatios.Modes.Where(mode => figures.Any(figure => figure.Mode == mode.Name)))
        {
            int keyBits = figures.Where(figure => figure.Mode == mode.Name).Min(figure => figure.KeyBits);
            string[] wide = figures.Any(figure => figure.Peer == mode.WidePeer) ? [mode.WidePeer] : [];
            string[] peers = [mode.OwnPeer, .. mode.Yardsticks.Select(yardstick => yardstick.Peer), mode.SoftwarePeer, .. wide];
            Write(Path.Combine(directory, $"speed-{mode.Name}.dat"), [.. peers.Select(peer => new Curve(
                peer,
                figures.Where(figure => figure.Mode == mode.Name && figure.KeyBits == keyBits && figure.Peer == peer && figure.IsEncryption)
                    .ToDictionary(figure => figure.Bytes, figure => (double?)figure.MegabytesPerSecond)))]);
        }

        Write(Path.Combine(directory, "limit.dat"), [.. CreateLimits(figures)]);
    }

    /// <summary>Without associated data.</summary>
    private static IEnumerable<Figure> Read(JsonElement root) =>
        from comparison in root.GetProperty("comparisons").EnumerateArray()
        where comparison.TryGetProperty("sizes", out _)
        from size in comparison.GetProperty("sizes").EnumerateArray()
        where size.GetProperty("associatedDataBytes").GetInt32() == 0
        from row in size.GetProperty("rows").EnumerateArray()
        select new Figure(
            comparison.GetProperty("name").GetString()!,
            size.GetProperty("keyBits").GetInt32(),
            size.GetProperty("bytes").GetInt32(),
            row.GetProperty("name").GetString()!,
            row.GetProperty("operation").GetString() == Operation.Encrypt.Verb(),
            row.GetProperty("megabytesPerSecond").GetDouble(),
            row.GetProperty("shareOfLimit") is { ValueKind: JsonValueKind.Number } share ? share.GetDouble() : null);

    /// <summary>Ours of each mode: both ways where they differ, each key size of counter mode.</summary>
    private static IEnumerable<Curve> CreateLimits(IReadOnlyList<Figure> figures) =>
        from mode in ModeRatios.Modes
        from figure in figures
        where figure.Mode == mode.Name && figure.Peer == mode.OwnPeer && (figure.IsEncryption || mode is GcmSivRatios)
        let title = mode is FaceCtrRatios ? $"{mode.OwnPeer}, AES-{figure.KeyBits}"
            : mode is GcmSivRatios ? $"{mode.OwnPeer}, {(figure.IsEncryption ? Operation.Encrypt : Operation.Decrypt).Verb()}"
            : mode.OwnPeer
        group figure by title into curve
        select new Curve(curve.Key, curve.ToDictionary(figure => figure.Bytes, figure => figure.ShareOfLimit * 100));

    private static void Write(string file, IReadOnlyList<Curve> curves)
    {
        IEnumerable<string> lines = curves.SelectMany(curve => curve.Points.Keys).Distinct().Order().Select(bytes => string.Join(
            ' ', curves.Select(curve => curve.Points.GetValueOrDefault(bytes)?.ToString("R", CultureInfo.InvariantCulture) ?? "?").Prepend(
                bytes.ToString(CultureInfo.InvariantCulture))));
        File.WriteAllLines(file, lines.Prepend(string.Join(' ', curves.Select(curve => $"\"{curve.Title}\"").Prepend("bytes"))));
    }

    private sealed record Figure(
        string Mode, int KeyBits, int Bytes, string Peer, bool IsEncryption, double MegabytesPerSecond, double? ShareOfLimit);

    private sealed record Curve(string Title, Dictionary<int, double?> Points);
}
