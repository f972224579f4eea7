using AesModes.Benchmarks.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>A figure that must be reached (issue 3, "Must reach"), and what was measured.</summary>
/// <param name="Name">What it is about.</param>
/// <param name="Bound">What it must at least or at most be.</param>
/// <param name="AtLeast">Which of the two.</param>
/// <param name="Measured">Null where the rows were not there.</param>
internal sealed record Target(string Name, double Bound, bool AtLeast, double? Measured)
{
    /// <summary>The sizes that the targets ask for.</summary>
    public static IReadOnlyList<int> Sizes { get; } = [16, 128, 1024, 8192, 65536];

    public bool IsMet => Measured is { } measured && (AtLeast ? measured >= Bound : measured <= Bound);

    public string Verdict => Measured is null ? "not measured" : IsMet ? "met" : "missed";

    /// <summary>For AES-256; with other keys the list is the same and means little.</summary>
    public static IReadOnlyList<Target> Evaluate(IReadOnlyList<SizeComparison> sizes, SoftwareKernels kernels)
    {
        List<Target> targets =
        [
            AgainstNative(sizes, Operation.Encrypt, 16, 8),
            AgainstNative(sizes, Operation.Encrypt, 128, 4),
            AgainstNative(sizes, Operation.Encrypt, 1024, 2),
            AgainstNative(sizes, Operation.Encrypt, 8192, 1),
            AgainstNative(sizes, Operation.Encrypt, 65536, 0.75),
            AgainstNative(sizes, Operation.Decrypt, 65536, 1),
        ];
        foreach (SizeComparison size in sizes.Where(size => size.Bytes >= 1024))
        {
            foreach (Operation operation in Enum.GetValues<Operation>())
            {
                targets.Add(new Target(
                    $"{Verb(operation)} {size.Bytes} bytes against libsodium, times as fast", 1.2, true, Ratio(size, operation, SodiumGcm.PeerName)));
            }
        }

        SizeComparison? shortest = Find(sizes, 16);
        targets.Add(new Target("software AES-128 counter mode, 64 KiB, cycles/byte", 7, false, kernels.CounterMode?.CyclesPerByte));
        targets.Add(new Target("software AES-128, one block, cycles", 220, false, kernels.Block?.Cycles));
        foreach (Operation operation in Enum.GetValues<Operation>())
        {
            targets.Add(new Target(
                $"{Verb(operation)} 16 bytes in software, cycles", 4500, false, shortest?[operation, GcmSivPeer.SoftwareName]?.Cycles));
        }

        targets.Add(new Target("managed bytes allocated per call, the most of all our rows", 0, false, MostAllocated(sizes)));
        return targets;
    }

    private static Target AgainstNative(IReadOnlyList<SizeComparison> sizes, Operation operation, int bytes, double bound) => new(
        $"{Verb(operation)} {bytes} bytes against native, times as fast", bound, true, Ratio(Find(sizes, bytes), operation, NativeGcm.PeerName));

    private static double? Ratio(SizeComparison? size, Operation operation, string peer) =>
        size?[operation, GcmSivPeer.PeerName] is { } ours && size[operation, peer] is { } theirs ? ours.SpeedAgainst(theirs) : null;

    private static double? MostAllocated(IReadOnlyList<SizeComparison> sizes) => (
        from size in sizes
        from peer in size.Peers
        where peer.StartsWith(GcmSivPeer.PeerName, StringComparison.Ordinal)
        from operation in Enum.GetValues<Operation>()
        select (double?)size[operation, peer]!.AllocatedBytes).Max();

    private static SizeComparison? Find(IReadOnlyList<SizeComparison> sizes, int bytes) => sizes.FirstOrDefault(size => size.Bytes == bytes);

    private static string Verb(Operation operation) => operation == Operation.Encrypt ? "encrypt" : "decrypt";
}
