using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What was measured, as text, as the tables of docs/benchmarks.md, and as JSON.</summary>
internal sealed class Report(IReadOnlyList<SizeComparison> sizes, SoftwareKernels kernels, int rounds)
{
    private static readonly JsonSerializerOptions _jsonOptions = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,

        // For files, not for web pages: ≥ and + need no escape.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private static readonly Operation[] _operations = Enum.GetValues<Operation>();

    /// <summary>Bytes; cycles/byte on Haswell, Broadwell and Skylake: encryption, then decryption.</summary>
    private static readonly (int Bytes, string[] Encrypt, string[] Decrypt)[] _designers =
    [
        (1024, ["2.15", "1.75", "1.69"], ["2.38", "1.85", "1.48"]),
        (2048, ["1.83", "1.44", "1.43"], ["1.84", "1.41", "1.16"]),
        (4096, ["1.67", "1.29", "1.31"], ["1.65", "1.22", "1.03"]),
        (8192, ["1.59", "1.22", "1.24"], ["1.53", "1.11", "0.95"]),
        (16384, ["1.56", "1.19", "1.21"], ["1.47", "1.07", "0.92"]),
    ];

    private readonly int _keyBits = sizes[0].KeySize * 8;

    public IReadOnlyList<Target> Targets { get; } = Target.Evaluate(sizes, kernels);

    /// <summary>What makes the figures wrong.</summary>
    public IReadOnlyList<string> Faults { get; } =
        [.. sizes.SelectMany(size => size.Faults).Append(kernels.Fault).OfType<string>().Distinct()];

    /// <summary>What makes the figures worth less.</summary>
    public IReadOnlyList<string> Doubts { get; } =
        [.. sizes.SelectMany(size => size.Speed.Doubts().Select(doubt => $"{size.Bytes} bytes: {doubt}"))];

    public string ToText()
    {
        StringBuilder text = new();
        foreach (string line in Origin())
        {
            _ = text.AppendLine(line);
        }

        foreach (SizeComparison size in sizes)
        {
            _ = text.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"{size.Bytes} bytes, AES-{_keyBits}; {Describe(size.Speed)}");
            foreach (Operation operation in _operations)
            {
                _ = text.AppendLine().Append(Rows(size, operation).ToText());
            }
        }

        return text.AppendLine().Append(Kernels().ToText()).ToString();
    }

    public string ToMarkdown()
    {
        StringBuilder text = new();
        foreach (string line in Origin())
        {
            _ = text.Append("* ").Append(line).Append('\n');
        }

        foreach (Operation operation in _operations)
        {
            _ = text.Append(CultureInfo.InvariantCulture, $"\n### {Noun(operation)}, AES-{_keyBits}\n\n").Append(Overview(operation).ToMarkdown());
        }

        _ = text.Append("\n### By the width of the multiplications, cycles/byte\n\n").Append(Widths().ToMarkdown());
        _ = text.Append("\n### Software kernels\n\n").Append(Kernels().ToMarkdown());
        _ = text.Append("\n### Beside the designers' assembly, cycles/byte\n\n").Append(Designers().ToMarkdown());
        return text.Append("\n### Targets\n\n").Append(TargetTable().ToMarkdown()).ToString();
    }

    public string TargetsToText() => TargetTable().ToText();

    public string ToJson() => JsonSerializer.Serialize(
        new
        {
            Date = Today(),
            Command = Command(),
            MachineInfo.Processor,
            MachineInfo.System,
            MachineInfo.Runtime,
            MachineInfo.Switches,
            Libsodium = Sodium.Version,
            KeyBits = _keyBits,
            Rounds = rounds,
            Sizes = sizes.Select(size => new
            {
                size.Bytes,
                Speed = new
                {
                    size.Speed.Gigahertz,
                    MedianGigahertz = size.Speed.Clock.Median,
                    size.Speed.AesRoundsPerCycle,
                    MultipliesPerCycle = size.Speed.Multiplies.Keys.ToDictionary(
                        width => width.ToString(CultureInfo.InvariantCulture), size.Speed.MultipliesPerCycle),
                },
                Rows =
                    from operation in _operations
                    from peer in size.Peers
                    select ToJson(size, operation, peer),
            }),
            Kernels = kernels.Rows.Select(result => new
            {
                result.Row.Name,
                result.Row.Bytes,
                BestNanoseconds = result.Best,
                MedianNanoseconds = result.Median,
                result.Cycles,
                result.CyclesPerByte,
                result.AllocatedBytes,
            }),
            Targets = Targets.Select(target => new { target.Name, target.Bound, target.AtLeast, target.Measured, target.Verdict }),
            Faults,
            Doubts,
        },
        _jsonOptions);

    private static object ToJson(SizeComparison size, Operation operation, string peer)
    {
        RowResult result = size[operation, peer]!;
        RowResult? native = size[operation, NativeGcm.PeerName];
        RowResult? libsodium = size[operation, SodiumGcm.PeerName];
        return new
        {
            Operation = Verb(operation),
            Name = peer,
            BestNanoseconds = result.Best,
            MedianNanoseconds = result.Median,
            result.MegabytesPerSecond,
            result.CyclesPerByte,
            TimesAsFastAsNative = native is null ? (double?)null : result.SpeedAgainst(native),
            MedianTimesAsFastAsNative = native is null ? (double?)null : result.MedianSpeedAgainst(native),
            TimesAsFastAsLibsodium = libsodium is null ? (double?)null : result.SpeedAgainst(libsodium),
            MedianTimesAsFastAsLibsodium = libsodium is null ? (double?)null : result.MedianSpeedAgainst(libsodium),
            LimitNanoseconds = result.Limit,
            result.ShareOfLimit,
            result.AllocatedBytes,
        };
    }

    /// <summary>Machine, runtime, date and command: without these a figure says nothing.</summary>
    private IEnumerable<string> Origin()
    {
        yield return $"Processor: {MachineInfo.Processor}; {Describe(sizes[^1].Speed)}";
        yield return $"Runtime: {MachineInfo.Runtime} on {MachineInfo.System}; libsodium {Sodium.Version}"
            + (MachineInfo.Switches.Length == 0 ? "" : $"; {MachineInfo.Switches}");
        yield return $"Date: {Today()}; {rounds} rounds; command: `{Command()}`";
    }

    private static string Describe(MachineSpeed speed)
    {
        string aes = speed.HasAesRounds ? FormattableString.Invariant($", {speed.AesRoundsPerCycle:F2} AES rounds a cycle") : "";
        IEnumerable<string> multiplies = speed.Multiplies.Keys.Select(width => FormattableString.Invariant($"{speed.MultipliesPerCycle(width):F2} ({width}-bit)"));
        return FormattableString.Invariant($"{speed.Gigahertz:F2} GHz measured{aes}")
            + (speed.Multiplies.Count > 0 ? $", carry-less multiplications a cycle {string.Join(", ", multiplies)}" : "");
    }

    private static Table Rows(SizeComparison size, Operation operation)
    {
        Table table = new(
            Verb(operation), "ns", "median", "MB/s", "cycles/byte", "× native", "median", "× libsodium", "median", "of limit", "allocated");
        RowResult? native = size[operation, NativeGcm.PeerName];
        RowResult? libsodium = size[operation, SodiumGcm.PeerName];
        foreach (string peer in size.Peers)
        {
            RowResult row = size[operation, peer]!;
            table.Add(
                peer,
                Nanoseconds(row.Best),
                Nanoseconds(row.Median),
                Number(row.MegabytesPerSecond, "N0"),
                Number(row.CyclesPerByte, "F3"),
                Ratio(row, native, (mine, theirs) => mine.SpeedAgainst(theirs)),
                Ratio(row, native, (mine, theirs) => mine.MedianSpeedAgainst(theirs)),
                Ratio(row, libsodium, (mine, theirs) => mine.SpeedAgainst(theirs)),
                Ratio(row, libsodium, (mine, theirs) => mine.MedianSpeedAgainst(theirs)),
                Number(row.ShareOfLimit, "P0"),
                Number(row.AllocatedBytes, "0.##"));
        }

        return table;
    }

    private Table Overview(Operation operation)
    {
        Table table = new(
            "bytes", "AES-GCM-SIV, ns", "MB/s", "cycles/byte", "of limit", "native, ns", "× native", "libsodium, ns", "× libsodium", "software, ns", "software, cycles/byte");
        foreach (SizeComparison size in sizes)
        {
            RowResult? ours = size[operation, GcmSivPeer.PeerName];
            RowResult? native = size[operation, NativeGcm.PeerName];
            RowResult? libsodium = size[operation, SodiumGcm.PeerName];
            RowResult? software = size[operation, GcmSivPeer.SoftwareName];
            table.Add(
                Number(size.Bytes, "F0"),
                Nanoseconds(ours?.Best),
                Number(ours?.MegabytesPerSecond, "N0"),
                Number(ours?.CyclesPerByte, "F2"),
                Number(ours?.ShareOfLimit, "P0"),
                Nanoseconds(native?.Best),
                Ratio(ours, native, (mine, theirs) => mine.SpeedAgainst(theirs)),
                Nanoseconds(libsodium?.Best),
                Ratio(ours, libsodium, (mine, theirs) => mine.SpeedAgainst(theirs)),
                Nanoseconds(software?.Best),
                Number(software?.CyclesPerByte, "F2"));
        }

        return table;
    }

    private Table Widths()
    {
        string[] peers = [.. sizes[0].Peers.Where(peer => peer.Contains("-bit multiply", StringComparison.Ordinal))];
        Table table = new(["bytes", .. _operations.SelectMany(operation => peers.Select(peer => $"{Verb(operation)} {peer[(peer.IndexOf('(', StringComparison.Ordinal) + 1)..^1]}"))]);
        foreach (SizeComparison size in sizes)
        {
            table.Add([
                Number(size.Bytes, "F0"),
                .. _operations.SelectMany(operation => peers.Select(peer => Number(size[operation, peer]?.CyclesPerByte, "F2")))]);
        }

        return table;
    }

    private Table Kernels()
    {
        Table table = new("kernel", "bytes", "ns", "median", "cycles", "cycles/byte", "allocated");
        foreach (RowResult row in kernels.Rows)
        {
            table.Add(
                row.Row.Name,
                Number(row.Row.Bytes, "F0"),
                Nanoseconds(row.Best),
                Nanoseconds(row.Median),
                Number(row.Cycles, "F0"),
                Number(row.CyclesPerByte, "F2"),
                Number(row.AllocatedBytes, "0.##"));
        }

        return table;
    }

    private Table Designers()
    {
        Table table = new(
            "bytes",
            "encrypt: Haswell", "Broadwell", "Skylake", "AesModes here", "limit here",
            "decrypt: Haswell", "Broadwell", "Skylake", "AesModes here", "limit here");
        foreach ((int bytes, string[] encrypt, string[] decrypt) in _designers)
        {
            if (sizes.FirstOrDefault(size => size.Bytes == bytes) is { } size)
            {
                table.Add([Number(bytes, "F0"), .. encrypt, .. Ours(size, Operation.Encrypt), .. decrypt, .. Ours(size, Operation.Decrypt)]);
            }
        }

        return table;
    }

    private static string[] Ours(SizeComparison size, Operation operation)
    {
        RowResult? row = size[operation, GcmSivPeer.PeerName];
        return [Number(row?.CyclesPerByte, "F2"), Number(row?.Limit * size.Speed.Gigahertz / size.Bytes, "F2")];
    }

    private Table TargetTable()
    {
        Table table = new("target", "bound", "measured", "verdict");
        foreach (Target target in Targets)
        {
            table.Add(
                target.Name,
                (target.AtLeast ? "≥ " : "≤ ") + Number(target.Bound, "0.##"),
                Number(target.Measured, target.Measured is >= 100 ? "F0" : "0.00"),
                target.Verdict);
        }

        return table;
    }

    private static string Ratio(RowResult? mine, RowResult? theirs, Func<RowResult, RowResult, double> ratio) =>
        mine is null || theirs is null ? "–" : Number(ratio(mine, theirs), "F2");

    private static string Nanoseconds(double? value) => Number(value, value is >= 1000 ? "N0" : "F1");

    private static string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "–";

    private static string Verb(Operation operation) => operation == Operation.Encrypt ? "encrypt" : "decrypt";

    private static string Noun(Operation operation) => operation == Operation.Encrypt ? "Encryption" : "Decryption";

    private static string Today() => DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>As one would type it, without what does not change a figure.</summary>
    private static string Command() => string.Join(' ', Environment.GetCommandLineArgs().Skip(2)
        .Where(argument => argument is not "--markdown" and not "--check")
        .Prepend("benchmarks/ratios"));
}
