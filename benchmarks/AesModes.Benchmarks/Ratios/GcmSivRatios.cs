using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>AES-GCM-SIV beside native and libsodium AES-GCM.</summary>
internal sealed class GcmSivRatios : ModeRatios
{
    private const int BlockSize = 16;

    /// <summary>Bytes; cycles/byte on Haswell, Broadwell and Skylake: encryption, then decryption.</summary>
    private static readonly (int Bytes, string[] Encrypt, string[] Decrypt)[] _designers =
    [
        (1024, ["2.15", "1.75", "1.69"], ["2.38", "1.85", "1.48"]),
        (2048, ["1.83", "1.44", "1.43"], ["1.84", "1.41", "1.16"]),
        (4096, ["1.67", "1.29", "1.31"], ["1.65", "1.22", "1.03"]),
        (8192, ["1.59", "1.22", "1.24"], ["1.53", "1.11", "0.95"]),
        (16384, ["1.56", "1.19", "1.21"], ["1.47", "1.07", "0.92"]),
    ];

    public override string Name => "gcm-siv";

    public override string OwnPeer => GcmSivPeer.PeerName;

    public override string SoftwarePeer => GcmSivPeer.SoftwareName;

    public override IReadOnlyList<Yardstick> Yardsticks { get; } = [Yardstick.Native, Yardstick.Libsodium];

    /// <summary>The targets' sizes, the designers' published ones, and a mebibyte.</summary>
    public override IReadOnlyList<int> DefaultSizes { get; } = [16, 128, 1024, 2048, 4096, 8192, 16384, 65536, 1048576];

    public override IReadOnlyList<Variant> Variants => [new(Settings.KeySize, $"AES-{Settings.KeySize * 8}")];

    public override IReadOnlyList<Section> Sections => [new("ratios", CreateMarkdown)];

    public override ContestantList CreateContestants(int bytes, Variant variant) =>
        GcmSivContestants.Create(new Message(variant.KeySize, bytes, variant.AssociatedDataBytes));

    public override SoftwareKernels? MeasureKernels(int rounds) => SoftwareKernels.Measure(rounds);

    /// <summary>For AES-256; with other keys the list is the same and means little.</summary>
    public override IReadOnlyList<Target> Evaluate(ModeResults results)
    {
        RowResult? InSoftware(Operation operation) => results.Find(BlockSize)?[operation, SoftwarePeer];
        return
        [
            Target.Against(results, Operation.Encrypt, 16, Yardstick.Native, 8),
            Target.Against(results, Operation.Encrypt, 128, Yardstick.Native, 4),
            Target.Against(results, Operation.Encrypt, 1024, Yardstick.Native, 2),
            Target.Against(results, Operation.Encrypt, 8192, Yardstick.Native, 1),
            Target.Against(results, Operation.Encrypt, 65536, Yardstick.Native, 0.75),
            Target.Against(results, Operation.Decrypt, 65536, Yardstick.Native, 1),
            .. results.Sizes.Where(size => size.Bytes >= 1024).SelectMany(_ => OperationNames.All, (size, operation) =>
                Target.Against(results, size, operation, Yardstick.Libsodium, 1.2)),
            .. results.Kernels!.Targets,
            .. OperationNames.All.Select(operation =>
                new Target($"{operation.Verb()} 16 bytes in software, cycles", 4500, false, InSoftware(operation)?.Cycles)),
            Target.NoAllocation(results),
        ];
    }

    private string CreateMarkdown(ModeResults results) => string.Concat(
        Tables.Overviews(results),
        Tables.Titled("By the width of the multiplications, cycles/byte", Widths(results)),
        Tables.Titled("Software kernels", results.Kernels!.ToTable()),
        Tables.Titled("Beside the designers' assembly, cycles/byte", Designers(results)),
        Tables.Titled("Targets", Target.CreateTable(results.Targets)));

    private static Table Widths(ModeResults results)
    {
        string[] peers = [.. results.Sizes[0].Peers.Where(peer => peer.Contains("-bit multiply", StringComparison.Ordinal))];
        Table table = new(["bytes", .. OperationNames.All.SelectMany(
            _ => peers, (operation, peer) => $"{operation.Verb()} {peer[(peer.IndexOf('(', StringComparison.Ordinal) + 1)..^1]}")]);
        foreach (SizeComparison size in results.Sizes)
        {
            table.Add([
                Format.Number(size.Bytes, "F0"),
                .. OperationNames.All.SelectMany(_ => peers, (operation, peer) => Format.Number(size[operation, peer]?.CyclesPerByte, "F2"))]);
        }

        return table;
    }

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
