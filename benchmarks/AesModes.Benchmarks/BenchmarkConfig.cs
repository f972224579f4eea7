using System.Globalization;
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
        AddColumn(new ThroughputColumn());
        AddDiagnoser(MemoryDiagnoser.Default);
        AddExporter(JsonExporter.Brief);

        // Half of BenchmarkDotNet's own: the short job over three sizes is to be done in minutes.
        AddJob(Job.Default.WithIterationTime(TimeInterval.FromMilliseconds(250)).AsMutator());
        HideColumns(Column.Error, Column.RatioSD, Column.AllocRatio);
        AddFilter(new SimpleFilter(benchmark => HasLibrary(benchmark.Descriptor.WorkloadMethodDisplayInfo)));
    }

    private static bool HasLibrary(string row) =>
        ((Sodium.IsAvailable && Settings.KeySize == 32) || !row.Contains("libsodium", StringComparison.Ordinal))
        && (OpenSsl.IsAvailable || !row.Contains("OpenSSL", StringComparison.Ordinal));

    private sealed class ThroughputColumn : IColumn
    {
        public string Id => nameof(ThroughputColumn);

        public string ColumnName => "MB/s";

        public bool AlwaysShow => true;

        public ColumnCategory Category => ColumnCategory.Custom;

        public int PriorityInCategory => 0;

        public bool IsNumeric => true;

        public UnitType UnitType => UnitType.Dimensionless;

        public string Legend => "10^6 bytes a second, from the mean";

        public bool IsAvailable(Summary summary) => true;

        public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

        public string GetValue(Summary summary, BenchmarkCase benchmarkCase) => GetValue(summary, benchmarkCase, SummaryStyle.Default);

        public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) =>
            summary[benchmarkCase]?.ResultStatistics is { } statistics
                ? ((int)benchmarkCase.Parameters[nameof(PeerBenchmark.Bytes)] / statistics.Mean * 1000).ToString("N1", CultureInfo.InvariantCulture)
                : "NA";
    }
}
