namespace AesModes.Benchmarks.Ratios;

/// <summary>AES-CTR with FACE beside OpenSSL's AES-CTR and what the framework's ECB makes of counter blocks.</summary>
internal sealed class FaceCtrRatios()
    : ModeRatios("face-ctr", FaceCtrPeer.PeerName, FaceCtrPeer.SoftwareName, FaceCtrPeer.WideName, Contestants.CtrSizes, Yardstick.OpenSsl, Yardstick.EcbXor, Yardstick.BouncyCtr)
{
    private const int Long = 65536;
    private const int Bulk = 1048576;

    /// <summary>
    /// Key size in bytes; how many times as fast as OpenSSL, the initial counter set for each message on both sides; the share of the limit
    /// from 64 KiB to a mebibyte; cycles/byte in bulk at one AES round a cycle.
    /// </summary>
    private static readonly (int KeySize, (int Bytes, double Speed)[] AgainstOpenSsl, double OfLimit, double CyclesPerByte)[] _bounds =
    [
        (16, [(1024, 1.4), (4096, 1.0), (16384, 1.12), (Bulk, 1.2)], 0.95, 0.53),
        (32, [(4096, 1.0), (16384, 1.08), (Bulk, 1.12)], 0.97, 0.78),
    ];

    /// <summary>Both, as both have targets; one alone where a key size is given.</summary>
    public override IReadOnlyList<Variant> Variants =>
        [.. _bounds.Select(bounds => bounds.KeySize).Where(size => Settings.GivenKeySize is not { } given || given == size).Select(CreateVariant)];

    public override IReadOnlyList<(string Name, Func<ModeResults, string> CreateMarkdown)> Sections =>
    [
        ("face-ctr", CreateMarkdown),
        (BriefSection, new PeerTable(
            [16, 1024, 4096, 16384, Bulk],
            [.. Variants.Select(variant => (variant, Operation.Encrypt))]).ToMarkdown),
    ];

    public override ContestantList CreateContestants(int bytes, Variant variant) => Contestants.Ctr(bytes, variant.KeySize);

    /// <summary>In software there are none: those come with the study.</summary>
    public override IReadOnlyList<Target> Evaluate(ModeResults results)
    {
        IEnumerable<Target> onInstructions =
            from bounds in _bounds
            let variant = CreateVariant(bounds.KeySize)
            where Variants.Contains(variant)
            from operation in OperationNames.All
            from target in bounds.AgainstOpenSsl
                .Select(bound => Target.Against(results, operation, bound.Bytes, Yardstick.OpenSsl, bound.Speed, variant))
                .Concat(results.SizesOf(variant).Where(size => size.Bytes is >= Long and <= Bulk).Select(size =>
                    Target.OfLimit(results, size, size.Title, operation, bounds.OfLimit)))
                .Concat(InBulk(results.Find(Bulk, variant), operation, bounds.CyclesPerByte))
            select target;
        return [.. FaceCtr.IsHardwareAccelerated ? onInstructions : [], Target.NoAllocation(results)];
    }

    /// <summary>It is for cores with one AES round a cycle; none on others, where the share of the limit tells as much.</summary>
    private IEnumerable<Target> InBulk(SizeComparison? size, Operation operation, double bound) => size?.Speed.AesRoundsPerCycle < 1.25
        ? [Target.InCycles($"{operation.Verb()} {size.Title}, cycles/byte", bound, size[operation, OwnPeer], static row => row.CyclesPerByte)]
        : [];

    private static Variant CreateVariant(int keySize) => new(keySize, $"AES-{keySize * 8}", Suffix: $" under AES-{keySize * 8}");

    private string CreateMarkdown(ModeResults results) => string.Concat(
        Tables.Overviews(results),
        Tables.Titled("What FACE gains: times as fast as our counter mode without it", Gain(results)),
        Tables.Titled("Targets", Target.CreateTable(results.Targets)));

    private Table Gain(ModeResults results) => Tables.Create<int>(results.Sizes.Select(size => size.Bytes).Distinct(),
    [
        new("bytes", null, bytes => bytes, "F0"),
        .. from variant in Variants
           from operation in OperationNames.All
           select new Column<int>($"{operation.Verb()}, {variant.Parameters}", null, bytes => Gain(results.Find(bytes, variant), operation)),
    ]);

    private string Gain(SizeComparison? size, Operation operation) => Format.Speed(size?[operation, OwnPeer], size?[operation, PlainCtr.PeerName]);
}
