using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Software;

/// <summary>Thirty-two blocks side by side.</summary>
internal readonly struct Slices256 : ISlices<Vector256<byte>>
{
    public static bool IsSupported => Avx2.IsSupported;

    public static int Lanes => 2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load(ref byte source, nuint offset) => Vector256.LoadUnsafe(ref source, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<byte> value, ref byte destination, nuint offset) => value.StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> InterleaveLow(Vector256<byte> left, Vector256<byte> right) => Avx2.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> InterleaveHigh(Vector256<byte> left, Vector256<byte> right) => Avx2.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> LowNibbles(Vector256<byte> value) => value & Vector256.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> HighNibbles(Vector256<byte> value) => value >>> 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> AddEntries(
        Vector256<byte> sum, ref byte lowTable, Vector256<byte> lowNibbles, ref byte highTable, Vector256<byte> highNibbles)
    {
        Vector256<byte> low = Avx2.Shuffle(Broadcast(ref lowTable), lowNibbles);
        Vector256<byte> high = Avx2.Shuffle(Broadcast(ref highTable), highNibbles);
        return Avx512F.VL.IsSupported ? Avx512F.VL.TernaryLogic(sum, low, high, Lane128.Xor3Table) : sum ^ low ^ high;
    }

    // The tables are on the stack: they do not move. Vector256.Create of one lane takes three instructions.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector256<byte> Broadcast(ref byte table) => Avx2.BroadcastVector128ToVector256((byte*)Unsafe.AsPointer(ref table));
}
