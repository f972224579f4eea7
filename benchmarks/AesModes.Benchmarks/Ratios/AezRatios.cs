namespace AesModes.Benchmarks.Ratios;

/// <summary>AEZ beside OpenSSL's AES-128 in counter mode and native AES-GCM.</summary>
internal sealed class AezRatios()
    : ModeRatios("aez", AezPeer.PeerName, AezPeer.SoftwareName, AezPeer.WideName, Contestants.AezSizes, Yardstick.OpenSslCtr, Yardstick.Native, Yardstick.OpenSslGcm)
{
    /// <summary>
    /// Yawning Angel's Go, from the README of github.com/Yawning/aez: Core i7-5600U without turbo, tags of 16 bytes, no associated data. Bytes; ns a message
    /// with AES-NI, and without AES instructions by the constant-time ct64 and ct32.
    /// </summary>
    private static readonly (int Bytes, string Hardware, string Software64, string Software32)[] _go =
    [
        (1, "2,430", "7,185", "6,482"),
        (32, "2,161", "9,081", "8,673"),
        (512, "2,491", "26,117", "26,926"),
        (1024, "2,608", "40,259", "45,842"),
        (2048, "2,922", "67,867", "83,350"),
        (4096, "3,669", "124,411", "159,436"),
        (8192, "5,096", "241,456", "322,488"),
        (16384, "7,892", "462,033", "618,034"),
        (32768, "13,214", "914,127", "1,200,462"),
        (65536, "24,416", "1,804,397", "2,366,829"),
        (1024768, "381,778", "27,380,841", "37,128,937"),
    ];

    /// <summary>Bytes, the share of the limit, and how many times as fast as OpenSSL's AES-128 in counter mode.</summary>
    private static readonly (int Bytes, double OfLimit, double Speed)[] _bounds = [(4096, 0.91, 0.98), (65536, 0.96, 0.95), (1024768, 0.94, 0.93)];

    /// <summary>Of AEZ-tiny eight AES4 one after the other, of two blocks AES4, AES10, AES10 and AES4: what these take, and the call.</summary>
    private static readonly (int Bytes, double Cycles)[] _cycles = [(1, 260), (16, 180), (32, 200)];

    public override IReadOnlyList<Variant> Variants =>
    [
        new(Contestants.AezKeySize, Parameters),
        new(Contestants.AezKeySize, Parameters + ", 16 bytes of associated data", 16, " with 16 of associated data"),
    ];

    public override IReadOnlyList<(string Name, Func<ModeResults, string> CreateMarkdown)> Sections =>
    [
        ("aez", CreateMarkdown),
        ("published-aez", CreatePublished),
        (BriefSection, new PeerTable([1, 16, 512, 4096, 65536, 1024768], BothWays).ToMarkdown),
    ];

    public override ContestantList CreateContestants(int bytes, Variant variant) =>
        Contestants.Aez(bytes, variant.AssociatedDataBytes, Settings.KeySize);

    /// <summary>Those on AES instructions fall away in a process that has none.</summary>
    public override IReadOnlyList<Target> Evaluate(ModeResults results)
    {
        // Without associated data the bounds above; between their sizes and with it a tenth may be missing.
        double AgainstCounterMode(SizeComparison size) =>
            _bounds.Where(bound => bound.Bytes == size.Bytes && size.Variant == Variants[0]).Select(bound => bound.Speed).FirstOrDefault(0.9);
        IEnumerable<Target> onInstructions =
        [
            .. from bound in _bounds
               from operation in OperationNames.All
               select Target.OfLimit(results, results.Find(bound.Bytes), Variant.Size(bound.Bytes), operation, bound.OfLimit),
            .. from size in results.Sizes
               where size.Bytes >= 4096
               from operation in OperationNames.All
               select Target.Against(results, operation, size.Bytes, Yardstick.OpenSslCtr, AgainstCounterMode(size), size.Variant),
            .. from bound in _cycles
               from operation in OperationNames.All
               select Target.Cycles(results, operation, bound.Bytes, bound.Cycles),
        ];
        return
        [
            .. Aez.IsHardwareAccelerated ? onInstructions : [],
            .. OperationNames.All.Select(operation => Target.InCycles(
                $"{operation.Verb()} 65536 bytes in software, cycles/byte", 9, results.Find(65536)?[operation, SoftwarePeer], static row => row.CyclesPerByte)),
            Target.NoAllocation(results),
        ];
    }

    private static string Parameters => $"tag of 16 bytes (native: AES-{Settings.KeySize * 8}-GCM)";

    private string CreateMarkdown(ModeResults results) =>
        Tables.Overviews(results) + Tables.Titled("Targets", Target.CreateTable(results.Targets));

    /// <summary>Encryption without associated data, as there.</summary>
    private string CreatePublished(ModeResults results)
    {
        RowResult? Here(int bytes, string peer) => results.Find(bytes)?[Operation.Encrypt, peer];
        return Tables.Titled("Beside Yawning Angel's Go (Core i7-5600U without turbo), ns to encrypt a message", Tables.Create(
            _go.Where(row => results.Find(row.Bytes) is not null),
            [
                new("bytes", null, row => row.Bytes, "F0"),
                new("Go, AES-NI", null, row => row.Hardware),
                new("AesModes here", null, row => Here(row.Bytes, OwnPeer)?.Best),
                new("Go, ct64", null, row => row.Software64),
                new("Go, ct32", null, row => row.Software32),
                new("AesModes here, software", null, row => Here(row.Bytes, SoftwarePeer)?.Best),
            ]));
    }
}
