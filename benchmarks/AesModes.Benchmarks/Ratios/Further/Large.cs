namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// Texts that no cache holds: each class both ways, beside itself with a mebibyte and beside this machine's memory, a vector xor of the same buffers
/// in the same rounds. What can be expected is the slower of the two; AEZ goes through its text two times.
/// </summary>
internal sealed class Large() : FurtherExperiment("large")
{
    private const double Bound = 0.9;
    private const int Mebibyte = 1 << 20;
    private const string Memory = "xor";

    private static readonly int[] _sizes = [4 * Mebibyte, 16 * Mebibyte, 64 * Mebibyte, 256 * Mebibyte, 1024 * Mebibyte];

    private static readonly Column<Line>[] _columns =
    [
        new("mode", "Name", line => line.Kind.Name),
        new(null, "Bytes", line => line.Bytes),
        new("MiB", null, line => InMebibytes(line.Bytes)),
        new("direction", "Operation", line => line.Operation?.Verb() ?? line.Shortage),
        new("MB/s", "MegabytesPerSecond", line => line.Row?.MegabytesPerSecond, "N0"),
        new("median", null, line => line.Bytes / line.Row?.Median * 1000, "N0"),
        new("with 1 MiB, MB/s", "MegabytesPerSecondOfAMebibyte", line => line.Shorter?.MegabytesPerSecond, "N0"),
        new("memory, MB/s", "MegabytesPerSecondOfMemory", line => line.OfMemory, "N0"),
        new("the slower of both, MB/s", null, line => line.OfMemory is { } memory ? Math.Min(memory, line.Shorter!.MegabytesPerSecond) : null, "N0"),
        new("share of that", "Share", line => line.Share, "P0"),
        new("rounds", "Rounds", line => line.Comparison?.Rounds, "F0"),
    ];

    public override Findings Measure(int rounds)
    {
        List<Line> lines = [];
        List<string> faults = [];
        List<string> doubts = [];
        foreach (int bytes in Settings.GivenSizes ?? _sizes)
        {
            foreach (InstanceKind kind in InstanceKind.Own)
            {
                string what = $"{kind.Name}, {InMebibytes(bytes)} MiB";
                Console.Error.WriteLine($"{Name}, {what} …");
                if (FindShortage(bytes) is { } shortage)
                {
                    lines.Add(new Line(kind, bytes, null, null, shortage));
                    continue;
                }

                (Comparison? comparison, string? fault) = Compare(kind, bytes);
                if (comparison is null)
                {
                    faults.Add($"{fault} Its rows are left out.");
                    continue;
                }

                faults.AddRange(comparison.Faults.Select(tooFast => $"{what}: {tooFast}"));
                if (comparison.ProcessorShare < Bound)
                {
                    doubts.Add($"{what}: there was a processor for {comparison.ProcessorShare:P0} of the time alone.");
                }

                lines.AddRange(OperationNames.All.Select(operation => new Line(kind, bytes, comparison, operation)));
            }
        }

        Target[] targets = [.. lines.SelectMany(line => line.Operation is { } operation ? [CreateTarget(line, operation)] : OperationNames.All.Select(each => CreateTarget(line, each)))];
        return Tell(
            lines.LastOrDefault(line => line.Comparison is not null)?.Comparison!.Speed ?? MachineSpeed.Read(),
            "as many rounds as fit a few seconds",
            Tables.Create(lines, _columns),
            Tables.ToJson(lines.Where(line => line.Comparison is not null), _columns),
            targets,
            faults,
            doubts);
    }

    /// <summary>A mode whose long texts take two calls, its short ones one.</summary>
    public override bool TestTheChecks()
    {
        const string Slow = "AES-CTR (FACE) that encrypts long texts twice";
        InstanceKind right = InstanceKind.FaceCtr;
        InstanceKind slow = right with
        {
            Name = Slow,
            CreatePeerOn = (message, instance) => message.Plaintext.Length <= Mebibyte
                ? right.CreatePeerOn(message, instance)
                : new WrongPeer(Slow, right.CreatePeerOn(message, instance)) { Encryption = encrypt => (encrypt + encrypt)() },
        };
        Comparison? comparison = Compare(slow, 4 * Mebibyte).Comparison;
        return SelfTest.Tell(this, [Slow], _ =>
            comparison is not null && CreateTarget(new Line(slow, 4 * Mebibyte, comparison, Operation.Encrypt), Operation.Encrypt).IsMissed);
    }

    private static string Shorter(Operation operation) => $"{operation.Verb()} 1 MiB";

    /// <summary>Outputs are checked first. Fault: what is wrong, and nothing was measured.</summary>
    private static (Comparison? Comparison, string? Fault) Compare(InstanceKind kind, int bytes)
    {
        using Peer peer = kind.CreatePeer(kind.CreateMessage(bytes));
        using Peer shorter = kind.CreatePeer(kind.CreateMessage(Mebibyte));
        if ((PeerCheck.FindFault(peer) ?? PeerCheck.FindFault(shorter)) is { } fault)
        {
            return (null, fault);
        }

        Row[] rows =
        [
            .. OperationNames.All.Select(operation => peer.CreateRow(operation, operation.Verb())),
            .. OperationNames.All.Select(operation => shorter.CreateRow(operation, Shorter(operation))),
            new Row(Memory, bytes, Row.Calls(() => MemoryXor.Run(peer.Message.Plaintext, peer.Decrypted))),
        ];
        TimeSpan time = TimeSpan.FromSeconds(bytes >= 1024 * Mebibyte ? 30 : bytes >= 256 * Mebibyte ? 15 : 6);
        return (Comparison.Measure(rows, time, static _ => { }), null);
    }

    private static string InMebibytes(int bytes) => Format.Number((double)bytes / Mebibyte, "0.##");

    private static Target CreateTarget(Line line, Operation operation) =>
        new($"{operation.Verb()} {InMebibytes(line.Bytes)} MiB under {line.Kind.Name}, share of the slower of kernel and memory", Bound, true, line.Share)
        {
            NotHere = line.Shortage,
        };

    /// <summary>Plaintext, ciphertext and what that decrypts to; null where they fit.</summary>
    private static string? FindShortage(int bytes)
    {
        // Only a whole collection gives pinned arrays back, and the load is that of the last one.
        GC.Collect();
        double needed = 3.0 * bytes / (1 << 30);
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        double free = (double)(memory.TotalAvailableMemoryBytes - memory.MemoryLoadBytes) / (1 << 30);
        return free > needed * 1.1 ? null : $"{needed:F1} GiB of memory needed, {free:F1} free";
    }

    /// <summary>One of the table: what was measured, or why memory was short.</summary>
    private sealed record Line(InstanceKind Kind, int Bytes, Comparison? Comparison, Operation? Operation, string? Shortage = null)
    {
        public RowResult? Row => Operation is { } operation ? Comparison?[operation.Verb()] : null;

        public RowResult? Shorter => Operation is { } operation ? Comparison?[Large.Shorter(operation)] : null;

        public double? OfMemory => Comparison?[Memory].MegabytesPerSecond / Kind.Passes;

        /// <summary>Of what is to be expected.</summary>
        public double? Share => Row is null ? null : Math.Max(Shorter!.Best * Bytes / Mebibyte, Comparison![Memory].Best * Kind.Passes) / Row.Best;
    }
}
