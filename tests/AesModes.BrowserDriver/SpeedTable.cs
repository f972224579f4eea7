using System.Globalization;

namespace AesModes.BrowserDriver;

/// <summary>Loads the pages of some folders in turn, so that a busy machine disturbs them alike, and prints the best and the median of each row.</summary>
internal static class SpeedTable
{
    public static async Task<int> PrintAsync(string chromiumPath, int rounds, string[] sizes, string[] folders)
    {
        await using Chromium chromium = await Chromium.StartAsync(chromiumPath);
        StaticServer[] servers = await Task.WhenAll(folders.Select(StaticServer.StartAsync));
        Dictionary<string, List<double>[]> rows = [];
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < folders.Length; i++)
            {
                (int exitCode, IReadOnlyList<string> output, IReadOnlyList<string> errors) =
                    await chromium.RunAsync(servers[i].Address, ["speed", .. sizes]);
                if (exitCode != 0 || errors.Count > 0)
                {
                    await Console.Error.WriteLineAsync($"{folders[i]}: exit code {exitCode}. {string.Join('\n', errors)}");
                    return 1;
                }

                foreach (string[] words in output.Select(line => line.Split(' ')).Where(words => words is ["speed", _, _, _]))
                {
                    string row = $"{words[1]} {words[2]}";
                    if (!rows.TryGetValue(row, out List<double>[]? figures))
                    {
                        rows.Add(row, figures = [.. folders.Select(_ => new List<double>())]);
                    }

                    figures[i].Add(double.Parse(words[3], CultureInfo.InvariantCulture));
                }
            }
        }

        foreach (StaticServer server in servers)
        {
            await server.DisposeAsync();
        }

        Console.WriteLine($"Chromium {chromium.Version}; {rounds} page loads of each folder, in turn; best / median.");
        foreach ((string row, List<double>[] figures) in rows)
        {
            int size = int.Parse(row.Split(' ')[1], CultureInfo.InvariantCulture);
            string cells = string.Concat(figures.Select(f => Cell(f, size)));
            double[] best = [.. figures.Select(f => f.Min())];
            double[] medians = [.. figures.Select(Median)];
            string ratios = string.Concat(Enumerable.Range(1, best.Length - 1).Select(i =>
                string.Create(CultureInfo.InvariantCulture, $"  times as fast as the first: {best[0] / best[i]:F2} / {medians[0] / medians[i]:F2}")));
            Console.WriteLine($"{row,-24}{cells}{ratios}");
        }

        return 0;
    }

    private static string Cell(List<double> figures, int size) => string.Create(
        CultureInfo.InvariantCulture, $"{figures.Min(),12:N0} /{Median(figures),12:N0} ns ({size * 1000.0 / figures.Min(),6:F1} MB/s)");

    private static double Median(List<double> figures)
    {
        double[] sorted = [.. figures.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
