using System.Globalization;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// Texts that no cache holds: each class both ways, beside itself with a mebibyte and beside this machine's memory, a vector xor of the same buffers
/// in the same rounds. What can be expected is the slower of the two; AEZ goes through its text two times.
/// </summary>
internal sealed class Large : FurtherExperiment
{
    private const double Bound = 0.9;
    private const int Mebibyte = 1 << 20;
    private const string Memory = "xor";

    private static readonly int[] _sizes = [4 * Mebibyte, 16 * Mebibyte, 64 * Mebibyte, 256 * Mebibyte, 1024 * Mebibyte];

    public override string Name => "large";

    public override Findings Measure(int rounds)
    {
        Table table = new(
            "mode", "MiB", "direction", "MB/s", "median", "with 1 MiB, MB/s", "memory, MB/s", "the slower of both, MB/s", "share of that", "rounds");
        List<object> rows = [];
        List<Target> targets = [];
        List<string> faults = [];
        List<string> doubts = [];
        MachineSpeed? speed = null;
        foreach (int bytes in Settings.GivenSizes ?? _sizes)
        {
            foreach (InstanceKind kind in InstanceKind.Own)
            {
                string size = Format.Number((double)bytes / Mebibyte, "0.##");
                Console.Error.WriteLine($"{Name}, {kind.Name}, {size} MiB …");
                if (FindShortage(bytes) is { } shortage)
                {
                    table.Add(kind.Name, size, shortage, "–", "–", "–", "–", "–", "–", "–");
                    targets.AddRange(OperationNames.All.Select(operation => CreateTarget(kind, size, operation, null) with { NotHere = shortage }));
                    continue;
                }

                (Comparison? comparison, string? fault) = Compare(kind, bytes);
                if (comparison is null)
                {
                    faults.Add($"{fault} Its rows are left out.");
                    continue;
                }

                speed = comparison.Speed;
                if (comparison.ProcessorShare < Bound)
                {
                    doubts.Add(string.Create(
                        CultureInfo.InvariantCulture, $"{kind.Name}, {size} MiB: there was a processor for {comparison.ProcessorShare:P0} of the time alone."));
                }

                foreach (Operation operation in OperationNames.All)
                {
                    RowResult row = comparison[operation.Verb()];
                    RowResult shorter = comparison[Shorter(operation)];
                    double memory = comparison[Memory].MegabytesPerSecond / kind.Passes;
                    double share = ShareOfExpected(comparison, kind, operation);
                    table.Add(
                        kind.Name,
                        size,
                        operation.Verb(),
                        Format.Number(row.MegabytesPerSecond, "N0"),
                        Format.Number(bytes / row.Median * 1000, "N0"),
                        Format.Number(shorter.MegabytesPerSecond, "N0"),
                        Format.Number(memory, "N0"),
                        Format.Number(Math.Min(memory, shorter.MegabytesPerSecond), "N0"),
                        Format.Number(share, "P0"),
                        Format.Number(comparison.Rounds, "F0"));
                    rows.Add(new
                    {
                        kind.Name,
                        Bytes = bytes,
                        Operation = operation.Verb(),
                        row.MegabytesPerSecond,
                        MegabytesPerSecondOfAMebibyte = shorter.MegabytesPerSecond,
                        MegabytesPerSecondOfMemory = memory,
                        Share = share,
                        comparison.Rounds,
                    });
                    targets.Add(CreateTarget(kind, size, operation, share));
                }

                // Pinned arrays are given back by whole collections alone, and the next are as large.
                GC.Collect();
            }
        }

        return new FurtherFindings(this, speed ?? MachineSpeed.Read(), "as many rounds as fit a few seconds", table, rows, targets)
        {
            FurtherFaults = faults,
            FurtherDoubts = doubts,
        };
    }

    /// <summary>A mode whose long texts take two calls, its short ones one.</summary>
    public override bool TestTheChecks()
    {
        const string Slow = "AES-CTR (FACE) that encrypts long texts twice";
        InstanceKind right = InstanceKind.Own[^1];
        InstanceKind slow = right with
        {
            Name = Slow,
            CreatePeer = (message, instance) => new TwicePeer(right.CreatePeer(message, instance), message.Plaintext.Length > Mebibyte ? 2 : 1),
        };
        Comparison? comparison = Compare(slow, 4 * Mebibyte).Comparison;
        return SelfTest.Tell(this, [Slow], _ =>
            comparison is not null && CreateTarget(slow, "4", Operation.Encrypt, ShareOfExpected(comparison, slow, Operation.Encrypt)).IsMissed);
    }

    private static string Shorter(Operation operation) => $"{operation.Verb()} 1 MiB";

    /// <summary>Outputs are checked first. Fault: what is wrong, and nothing was measured.</summary>
    private static (Comparison? Comparison, string? Fault) Compare(InstanceKind kind, int bytes)
    {
        using Peer peer = kind.CreateOwnPeer(bytes);
        using Peer shorter = kind.CreateOwnPeer(Mebibyte);
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

    private static double ShareOfExpected(Comparison comparison, InstanceKind kind, Operation operation)
    {
        RowResult row = comparison[operation.Verb()];
        double kernel = comparison[Shorter(operation)].Best * row.Row.Bytes / Mebibyte;
        return Math.Max(kernel, comparison[Memory].Best * kind.Passes) / row.Best;
    }

    private static Target CreateTarget(InstanceKind kind, string size, Operation operation, double? share) =>
        new($"{operation.Verb()} {size} MiB under {kind.Name}, share of the slower of kernel and memory", Bound, true, share);

    /// <summary>Plaintext, ciphertext and what that decrypts to; null where they fit.</summary>
    private static string? FindShortage(int bytes)
    {
        double needed = 3.0 * bytes / (1 << 30);
        double free = FreeBytes() / (1 << 30);
        return free > needed * 1.1 ? null : string.Create(CultureInfo.InvariantCulture, $"{needed:F1} GiB of memory needed, {free:F1} free");
    }

    private static double FreeBytes()
    {
        double most = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        string? line = OperatingSystem.IsLinux() ? File.ReadLines("/proc/meminfo").FirstOrDefault(line => line.StartsWith("MemAvailable:", StringComparison.Ordinal)) : null;
        return line is null ? most : Math.Min(most, 1024.0 * long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));
    }

    private sealed class TwicePeer(Peer peer, int times) : Peer(peer.Name, peer.Message, tagSize: 0)
    {
        public override void Encrypt()
        {
            for (int i = 0; i < times; i++)
            {
                peer.Encrypt();
            }

            peer.Ciphertext.Span.CopyTo(Ciphertext);
        }

        public override void Decrypt()
        {
            Ciphertext.Span.CopyTo(peer.Ciphertext);
            peer.Decrypt();
            peer.Decrypted.Span.CopyTo(Decrypted);
        }

        protected override void Dispose(bool disposing) => peer.Dispose();
    }
}
