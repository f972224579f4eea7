using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Software;

/// <summary>Sixteen blocks side by side.</summary>
internal readonly struct Slices128 : ISlices<Vector128<byte>>
{
    public static bool IsSupported => Lane128.HasLookup;

    public static int Lanes => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load(ref byte source, nuint offset) => Vector128.LoadUnsafe(ref source, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> value, ref byte destination, nuint offset) => value.StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveLow(Vector128<byte> left, Vector128<byte> right)
    {
        if (Sse2.IsSupported)
        {
            return Sse2.UnpackLow(left, right);
        }

        if (AdvSimd.Arm64.IsSupported)
        {
            return AdvSimd.Arm64.ZipLow(left, right);
        }

        return (Vector128.WidenLower(left) | (Vector128.WidenLower(right) << 8)).AsByte();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveHigh(Vector128<byte> left, Vector128<byte> right)
    {
        if (Sse2.IsSupported)
        {
            return Sse2.UnpackHigh(left, right);
        }

        if (AdvSimd.Arm64.IsSupported)
        {
            return AdvSimd.Arm64.ZipHigh(left, right);
        }

        return (Vector128.WidenUpper(left) | (Vector128.WidenUpper(right) << 8)).AsByte();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LowNibbles(Vector128<byte> value) => value & Vector128.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> HighNibbles(Vector128<byte> value) => value >>> 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AddEntries(
        Vector128<byte> sum, ref byte lowTable, Vector128<byte> lowNibbles, ref byte highTable, Vector128<byte> highNibbles) =>
        Lane128.Xor3(
            sum,
            Lane128.Lookup(Vector128.LoadUnsafe(ref lowTable), lowNibbles),
            Lane128.Lookup(Vector128.LoadUnsafe(ref highTable), highNibbles));
}
