using System.Globalization;
using AesModes.Benchmarks.Ratios;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Perfolizer.Horology;

namespace AesModes.Benchmarks;

/// <summary>BenchmarkDotNet's default, with throughput and memory, without the rows that this machine or key size cannot have.</summary>
internal sealed class BenchmarkConfig : ManualConfig
{
    public BenchmarkConfig()
    {
        Add(DefaultConfig.Instance);
        AddColumn(
            new TextColumn("MB/s", "10^6 bytes a second, from the mean", Throughput, isNumeric: true),
            new TextColumn("Library", "Whose code runs", (_, benchmark) => PeerOf(benchmark).Library),
            new TextColumn("Key", "When the key is expanded", (_, benchmark) => Tables.KeyOf(PeerOf(benchmark))));
        AddDiagnoser(MemoryDiagnoser.Default);
        AddExporter(JsonExporter.Brief);

        // Half of BenchmarkDotNet's own: the short job over three sizes is to be done in minutes.
        AddJob(Job.Default.WithIterationTime(TimeInterval.FromMilliseconds(250)).AsMutator());
        HideColumns(Column.Error, Column.RatioSD, Column.AllocRatio);
        AddFilter(new SimpleFilter(benchmark => Libraries.Has(RowOf(benchmark), Settings.KeySize)));
    }

    private static string Throughput(Summary summary, BenchmarkCase benchmark) =>
        summary[benchmark]?.ResultStatistics is { } statistics
            ? ((int)benchmark.Parameters[nameof(PeerBenchmark.Bytes)] / statistics.Mean * 1000).ToString("N1", CultureInfo.InvariantCulture)
            : "NA";

    private static Peer PeerOf(BenchmarkCase benchmark) => Contestants.FindExample(RowOf(benchmark));

    /// <summary>Without the quotes that a name with spaces gets.</summary>
    private static string RowOf(BenchmarkCase benchmark) => benchmark.Descriptor.WorkloadMethodDisplayInfo.Trim('\'');

    /// <summary>A column of one's own.</summary>
    private sealed class TextColumn(string name, string legend, Func<Summary, BenchmarkCase, string> value, bool isNumeric = false) : IColumn
    {
        public string Id => name;

        public string ColumnName => name;

        public bool AlwaysShow => true;

        public ColumnCategory Category => ColumnCategory.Custom;

        public int PriorityInCategory => 0;

        public bool IsNumeric => isNumeric;

        public UnitType UnitType => UnitType.Dimensionless;

        public string Legend => legend;

        public bool IsAvailable(Summary summary) => true;

        public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

        public string GetValue(Summary summary, BenchmarkCase benchmarkCase) => value(summary, benchmarkCase);

        public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => value(summary, benchmarkCase);
    }
}
