using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>Uses only the vector-permute core, even for long runs.</summary>
internal readonly struct PermuteRounds<TLane, TVector> : IWholeRounds
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        AesPermute<Lane128, Vector128<byte>>.RoundVector(roundKeys, block);

    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesPermute<TLane, TVector>.RoundBlocks(roundKeys, source, destination);
}
