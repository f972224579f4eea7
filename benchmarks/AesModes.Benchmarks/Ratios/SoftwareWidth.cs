using AesModes.Backends.Software;

namespace AesModes.Benchmarks.Ratios;

/// <summary>The software backend on one width of vector, its static methods as an object's.</summary>
internal abstract class SoftwareWidth
{
    /// <summary>Those of this machine, the narrowest first: there is always one.</summary>
    public static IReadOnlyList<SoftwareWidth> Supported { get; } =
    [
        .. new SoftwareWidth[]
        {
            new SoftwareWidth<Lane128, Vector128<byte>>(),
            new SoftwareWidth<Lane256, Vector256<byte>>(),
            new SoftwareWidth<Lane512, Vector512<byte>>(),
        }.Where(width => width.Backend.IsSupported),
    ];

    public abstract int Bits { get; }

    public abstract Backend Backend { get; }

    /// <summary>Counter mode as in RFC 8452, without FACE.</summary>
    public abstract void XorKeyStream(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract Vector128<byte> Absorb(Vector128<byte> h, ReadOnlySpan<byte> data);

    /// <summary>The AES cores that run here: the bitsliced one, and the other where the machine has a byte shuffle.</summary>
    public static IReadOnlyList<(bool IsBitsliced, string Name)> Cores { get; } = [.. AesPermute.IsSupported ? [(false, "vector-permute")] : Array.Empty<(bool, string)>(), (true, "bitsliced")];

    /// <summary>By one of the cores, however many blocks.</summary>
    /// <param name="isBitsliced">Which core.</param>
    /// <param name="isWhole">Four whole rounds by the first keys, as AEZ has them, instead of AES.</param>
    /// <param name="roundKeys">Those of AES.</param>
    /// <param name="source">Whole blocks.</param>
    /// <param name="destination">As many.</param>
    public abstract void Encrypt(bool isBitsliced, bool isWhole, ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);
}

/// <inheritdoc/>
internal sealed class SoftwareWidth<TLane, TVector> : SoftwareWidth
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    public override int Bits => 128 * TLane.Count;

    public override Backend Backend { get; } = Backend.All.OfType<Backend<SoftwareBackend<TLane, TVector>>>().Single();

    public override void XorKeyStream(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        FaceTable none = default;
        SoftwareBackend<TLane, TVector>.XorKeyStream<GcmSivCounter>(roundKeys, counter, ref none, source, destination);
    }

    public override Vector128<byte> Absorb(Vector128<byte> h, ReadOnlySpan<byte> data) =>
        SoftwareBackend<TLane, TVector>.Absorb([h], Vector128<byte>.Zero, data);

    public override void Encrypt(bool isBitsliced, bool isWhole, ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (isBitsliced && isWhole)
        {
            AesBitsliced<TLane, TVector>.RoundBlocks(roundKeys[..4], source, destination);
        }
        else if (isBitsliced)
        {
            AesBitsliced<TLane, TVector>.EncryptBlocks(roundKeys, source, destination);
        }
        else if (isWhole)
        {
            AesPermute<TLane, TVector>.RoundBlocks(roundKeys[..4], source, destination);
        }
        else
        {
            AesPermute<TLane, TVector>.EncryptBlocks(roundKeys, source, destination);
        }
    }
}
