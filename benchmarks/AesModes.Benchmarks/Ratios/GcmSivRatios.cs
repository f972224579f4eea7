namespace AesModes.Benchmarks.Ratios;

/// <summary>AES-GCM-SIV beside the AES-GCM and the AES-GCM-SIV of others.</summary>
internal sealed class GcmSivRatios()
    : ModeRatios("gcm-siv", GcmSivPeer.PeerName, GcmSivPeer.SoftwareName, GcmSivPeer.WideName, _sizes, Yardstick.GcmSiv)
{
    private const int BlockSize = 16;

    /// <summary>Targets of long messages are for sizes from here to there.</summary>
    private const int Long = 65536;
    private const int Bulk = 1048576;

    /// <summary>The targets' sizes, the designers' published ones, and a mebibyte.</summary>
    private static readonly int[] _sizes = [16, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536, Bulk];

    /// <summary>Bytes; cycles/byte on Haswell, Broadwell and Skylake: encryption, then decryption.</summary>
    private static readonly (int Bytes, string[] Encrypt, string[] Decrypt)[] _designers =
    [
        (1024, ["2.15", "1.75", "1.69"], ["2.38", "1.85", "1.48"]),
        (2048, ["1.83", "1.44", "1.43"], ["1.84", "1.41", "1.16"]),
        (4096, ["1.67", "1.29", "1.31"], ["1.65", "1.22", "1.03"]),
        (8192, ["1.59", "1.22", "1.24"], ["1.53", "1.11", "0.95"]),
        (16384, ["1.56", "1.19", "1.21"], ["1.47", "1.07", "0.92"]),
    ];

    /// <summary>Bytes, and how many times as fast as native AES-GCM either way must be.</summary>
    private static readonly (int Bytes, double Speed)[] _againstNative =
        [(64, 7), (128, 5.5), (256, 4.5), (512, 3), (1024, 2.4), (2048, 1.8), (8192, 1)];

    public override IReadOnlyList<Variant> Variants => [new(Settings.KeySize, $"AES-{Settings.KeySize * 8}")];

    public override IReadOnlyList<(string Name, Func<ModeResults, string> CreateMarkdown)> Sections =>
    [
        ("ratios", CreateMarkdown),
        (BriefSection, new PeerTable([16, 128, 1024, 8192, Long, Bulk], BothWays).ToMarkdown),
    ];

    public override ContestantList CreateContestants(int bytes, Variant variant) =>
        Contestants.GcmSiv(new Message(variant.KeySize, bytes, variant.AssociatedDataBytes));

    public override SoftwareKernels? MeasureKernels(int rounds) => SoftwareKernels.Measure(rounds);

    /// <summary>For AES-256; with other keys the list is the same and means little. Those on AES instructions fall away in a process that has none.</summary>
    public override IReadOnlyList<Target> Evaluate(ModeResults results)
    {
        RowResult? InSoftware(Operation operation) => results.Find(BlockSize)?[operation, SoftwarePeer];
        return
        [
            .. AesGcmSiv.IsHardwareAccelerated ? OnInstructions(results) : [],
            .. results.Kernels!.Targets,
            .. OperationNames.All.Select(operation =>
                Target.InCycles($"{operation.Verb()} 16 bytes in software, cycles", 4500, InSoftware(operation), static row => row.Cycles)),
            Target.NoAllocation(results),
        ];
    }

    private static IEnumerable<Target> OnInstructions(ModeResults results) =>
    [
        .. from size in results.Sizes
           where size.Bytes is >= Long and <= Bulk
           from operation in OperationNames.All
           select Target.OfLimit(results, size, size.Title, operation, operation == Operation.Encrypt ? 0.92 : 0.93),
        .. InBulk(results),
        Target.Cycles(results, Operation.Encrypt, 16, 270),
        Target.Against(results, Operation.Encrypt, 16, Yardstick.Native, 11),
        .. from bound in _againstNative
           from operation in OperationNames.All
           select Target.Against(results, operation, bound.Bytes, Yardstick.Native, bound.Speed),
    ];

    /// <summary>
    /// Ours depends on the width of the multiplications, native and libsodium do not: each kind of processor answers its part of these. Below 8 KiB there is
    /// no target beside libsodium, whose key is prepared; ours are derived for each message.
    /// </summary>
    private static IEnumerable<Target> InBulk(ModeResults results)
    {
        (bool IsWide, Operation Operation, int Bytes, double Speed)[] bounds =
        [
            (false, Operation.Encrypt, Long, 0.85),
            (false, Operation.Decrypt, Long, 1.15),
            (false, Operation.Encrypt, Bulk, 0.80),
            (false, Operation.Decrypt, Bulk, 1.08),
            (true, Operation.Encrypt, Long, 1.2),
            (true, Operation.Decrypt, Long, 1.5),
        ];
        IEnumerable<Target> againstLibsodium =
            from bytes in new[] { 8192, Long, Bulk }
            from operation in OperationNames.All
            select ForMultiply(true, Target.Against(results, operation, bytes, Yardstick.Libsodium, 1.2));
        return bounds
            .Select(bound => ForMultiply(bound.IsWide, Target.Against(results, bound.Operation, bound.Bytes, Yardstick.Native, bound.Speed)))
            .Concat(againstLibsodium);
    }

    private static Target ForMultiply(bool isWide, Target target)
    {
        bool isWideHere = GcmSivPeer.MultiplyWidth(Backend.Default!) > 128;
        return target with
        {
            Name = $"{target.Name}, {(isWide ? "with" : "without")} VPCLMULQDQ",
            NotHere = isWide == isWideHere ? null : $"this process has {(isWideHere ? "it" : "none")}",
        };
    }

    private string CreateMarkdown(ModeResults results) => string.Concat(
        Tables.Overviews(results),
        Tables.Titled("By the width of the multiplications, cycles/byte", Widths(results)),
        Tables.Titled("Software kernels", results.Kernels!.ToTable()),
        Tables.Titled("Beside the designers' assembly, cycles/byte", Designers(results)),
        Tables.Titled("Targets", Target.CreateTable(results.Targets)));

    private static Table Widths(ModeResults results) => Tables.Create<SizeComparison>(results.Sizes,
    [
        new("bytes", null, size => size.Bytes, "F0"),
        .. from operation in OperationNames.All
           from peer in results.Sizes[0].Peers
           where peer.Contains("-bit multiply", StringComparison.Ordinal)
           let title = $"{operation.Verb()} {peer[(peer.IndexOf('(', StringComparison.Ordinal) + 1)..^1]}"
           select new Column<SizeComparison>(title, null, size => size[operation, peer]?.CyclesPerByte, "F2"),
    ]);

    private Table Designers(ModeResults results)
    {
        string[] Ours(SizeComparison size, Operation operation)
        {
            RowResult? row = size[operation, OwnPeer];
            return [Format.Number(row?.CyclesPerByte, "F2"), Format.Number(row?.Limit * size.Speed.Gigahertz / size.Bytes, "F2")];
        }

        Table table = new(
            "bytes",
            "encrypt: Haswell", "Broadwell", "Skylake", "AesModes here", "limit here",
            "decrypt: Haswell", "Broadwell", "Skylake", "AesModes here", "limit here");
        foreach ((int bytes, string[] encrypt, string[] decrypt) in _designers)
        {
            if (results.Find(bytes) is { } size)
            {
                table.Add([Format.Number(bytes, "F0"), .. encrypt, .. Ours(size, Operation.Encrypt), .. decrypt, .. Ours(size, Operation.Decrypt)]);
            }
        }

        return table;
    }
}
