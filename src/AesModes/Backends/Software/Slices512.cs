using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Software;

/// <summary>Sixty-four blocks side by side.</summary>
internal readonly struct Slices512 : ISlices<Vector512<byte>>
{
    public static bool IsSupported => Vector512.IsHardwareAccelerated && Avx512BW.IsSupported;

    public static int Lanes => 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Load(ref byte source, nuint offset) => Vector512.LoadUnsafe(ref source, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<byte> value, ref byte destination, nuint offset) => value.StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> InterleaveLow(Vector512<byte> left, Vector512<byte> right) => Avx512BW.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> InterleaveHigh(Vector512<byte> left, Vector512<byte> right) => Avx512BW.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LowNibbles(Vector512<byte> value) => value & Vector512.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> HighNibbles(Vector512<byte> value) => value >>> 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> AddEntries(
        Vector512<byte> sum, ref byte lowTable, Vector512<byte> lowNibbles, ref byte highTable, Vector512<byte> highNibbles) =>
        Avx512F.TernaryLogic(
            sum,
            Avx512BW.Shuffle(Broadcast(ref lowTable), lowNibbles),
            Avx512BW.Shuffle(Broadcast(ref highTable), highNibbles),
            Lane128.Xor3Table);

    // The tables are on the stack: they do not move. Vector512.Create of one lane takes three instructions.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector512<byte> Broadcast(ref byte table) => Avx512F.BroadcastVector128ToVector512((int*)Unsafe.AsPointer(ref table)).AsByte();
}
