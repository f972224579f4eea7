using System.Globalization;
using System.Text;
using System.Text.Json;
using AesModes.Benchmarks.Ratios;

namespace AesModes.Benchmarks;

/// <summary>
/// <c>published</c>: BenchmarkDotNet's results, as its JSON exporter left them, beside those that the 2018 C# package published. ns.
/// </summary>
internal static class PublishedCommand
{
    /// <summary>AES-256 on a Core i7-4800MQ, Windows, .NET Core 3.0 preview: native, libsodium, theirs.</summary>
    private static readonly (string Class, (int Bytes, string[] Published)[] Rows)[] _published =
    [
        (nameof(GcmSivEncrypt),
        [
            (128, ["304.9", "261.5", "285.3"]),
            (1024, ["692.6", "805.3", "666.2"]),
            (4096, ["2,097.6", "2,769.7", "2,035.3"]),
            (8192, ["3,918.0", "5,356.0", "3,706.5"]),
        ]),
        (nameof(GcmSivDecrypt),
        [
            (128, ["304.8", "260.8", "377.7"]),
            (1024, ["677.4", "879.1", "810.5"]),
            (4096, ["2,095.7", "3,164.9", "2,024.8"]),
            (8192, ["3,912.5", "6,138.9", "3,692.4"]),
        ]),
        (nameof(GcmSivAuthenticate),
        [
            (128, ["267.3", "198.5", "237.5"]),
            (1024, ["423.1", "408.4", "421.6"]),
            (4096, ["926.8", "1,083.3", "894.5"]),
            (8192, ["1,572.0", "2,013.1", "1,543.9"]),
        ]),
    ];

    public static Command Create()
    {
        Argument<DirectoryInfo> results = new Argument<DirectoryInfo>("RESULTS") { Description = "The directory of BenchmarkDotNet's results." }.AcceptExistingOnly();
        Option<string?> update = new("--update") { Description = "Write the section of this document.", HelpName = "FILE" };
        Command command = new("published", "BenchmarkDotNet's results beside the 2018 package's.") { results, update };
        command.SetAction(result => Run(result.GetRequiredValue(results).FullName, result.GetValue(update)));
        return command;
    }

    private static void Run(string results, string? update)
    {
        string text = CreateTables(Read(results));
        Console.WriteLine(text);
        if (update is not null)
        {
            Document.Update(update, "published", text);
        }
    }

    private static string CreateTables(Measured measured)
    {
        StringBuilder text = new($"""
            * Theirs: Core i7-4800MQ, Windows, .NET Core 3.0 preview, 2018
            * Ours: {measured.Machine}; {LibSodium.Version}, {OpenSsl.Version}
            * Date: {measured.Date}; BenchmarkDotNet, the short job

            """);
        foreach ((string name, (int Bytes, string[] Published)[] rows) in _published)
        {
            string[] peers = name == nameof(GcmSivAuthenticate)
                ? [GcmSivAuthenticate.NativeName, GcmSivAuthenticate.LibsodiumName, GcmSivAuthenticate.OwnName]
                : [NativeGcm.PeerName, SodiumGcm.PeerName, GcmSivPeer.PeerName];
            Table table = Tables.Create<(int Bytes, string[] Published)>(rows,
            [
                new("bytes", null, row => row.Bytes, "F0"),
                .. peers.Select((peer, i) => new Column<(int Bytes, string[] Published)>($"2018: {peer}", null, row => row.Published[i])),
                .. peers.Select(peer => new Column<(int Bytes, string[] Published)>(
                    $"now: {peer}", null, row => measured.Means.TryGetValue((name, peer, row.Bytes), out double mean) ? mean : null, "N1")),
            ]);
            _ = text.Append($"\n### {name}, ns\n\n").Append(table.ToMarkdown());
        }

        return text.ToString();
    }

    private static Measured Read(string directory)
    {
        Dictionary<(string, string, int), double> means = [];
        string machine = "not measured";
        string date = "–";
        foreach (string file in Directory.EnumerateFiles(directory, "*-report-brief.json").Order())
        {
            using JsonDocument document = JsonDocument.Parse(File.ReadAllText(file));
            JsonElement host = document.RootElement.GetProperty("HostEnvironmentInfo");
            machine = $"{host.GetProperty("ProcessorName")}, {host.GetProperty("OsVersion")}, {host.GetProperty("RuntimeVersion")}";
            date = File.GetLastWriteTimeUtc(file).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
            foreach (JsonElement benchmark in document.RootElement.GetProperty("Benchmarks").EnumerateArray())
            {
                string name = benchmark.GetProperty("Type").GetString()!;
                if (_published.Any(table => table.Class == name)
                    && benchmark.GetProperty("Statistics") is { ValueKind: JsonValueKind.Object } statistics)
                {
                    string row = benchmark.GetProperty("MethodTitle").GetString()!.Trim('\'');
                    string bytes = benchmark.GetProperty("Parameters").GetString()!.Split("Bytes=")[1].Split('&')[0];
                    means[(name, row, int.Parse(bytes, CultureInfo.InvariantCulture))] = statistics.GetProperty("Mean").GetDouble();
                }
            }
        }

        return new Measured(machine, date, means);
    }

    private sealed record Measured(string Machine, string Date, Dictionary<(string Class, string Row, int Bytes), double> Means);
}
