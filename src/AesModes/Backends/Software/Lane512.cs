using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Software;

/// <summary>Four 128-bit lanes.</summary>
internal readonly struct Lane512 : ILane<Vector512<byte>>
{
    public static int Count => 4;

    public static bool IsSupported => Avx512BW.IsSupported;

    public static bool HasLookup => Avx512BW.IsSupported;

    public static bool FusesLogic => true;

    public static bool FewRegisters => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Xor(Vector512<byte> left, Vector512<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> And(Vector512<byte> left, Vector512<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Xor3(Vector512<byte> first, Vector512<byte> second, Vector512<byte> third) =>
        Avx512F.TernaryLogic(first, second, third, Lane128.Xor3Table);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> AndXor(Vector512<byte> left, Vector512<byte> right, Vector512<byte> addend) =>
        Avx512F.TernaryLogic(left, right, addend, Lane128.AndXorTable);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Select(Vector512<byte> condition, Vector512<byte> set, Vector512<byte> clear) =>
        Avx512F.TernaryLogic(condition, set, clear, Lane128.SelectTable);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> NotXorAndNot(Vector512<byte> first, Vector512<byte> second, Vector512<byte> third) =>
        Avx512F.TernaryLogic(first, second, third, Lane128.NotXorAndNotTable);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Load(ref byte source, nuint offset) => Vector512.LoadUnsafe(ref source, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<byte> value, ref byte destination, nuint offset) => value.StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe Vector512<byte> LoadBroadcast(ref byte source, nuint offset) =>
        Avx512F.BroadcastVector128ToVector512((uint*)Unsafe.AsPointer(ref Unsafe.Add(ref source, offset))).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Broadcast(Vector128<byte> value)
    {
        Vector512<uint> lowest = value.ToVector256Unsafe().ToVector512Unsafe().AsUInt32();
        return Avx512F.Shuffle4x128(lowest, lowest, 0).AsByte();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Create(ulong low, ulong high) => Vector512.Create(low, high, low, high, low, high, low, high).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Add(Vector512<byte> left, Vector512<byte> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> ShiftLeft(Vector512<byte> value, [ConstantExpected] int count) => (value.AsUInt64() << count).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> ShiftRight(Vector512<byte> value, [ConstantExpected] int count) => (value.AsUInt64() >>> count).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(Vector512<byte> table, Vector512<byte> index) => Avx512BW.Shuffle(table, index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> InterleaveLow(Vector512<byte> left, Vector512<byte> right) => Avx512BW.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> InterleaveHigh(Vector512<byte> left, Vector512<byte> right) => Avx512BW.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> RotateRows(Vector512<byte> value, Vector512<byte> mask, int columns, [ConstantExpected] int rows) => Avx512BW.Shuffle(value, mask);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> ShiftRowsTwice(Vector512<byte> value) => Avx512BW.Shuffle(
        value, Create(Lane128.ShiftRowsTwiceMask.AsUInt64().GetElement(0), Lane128.ShiftRowsTwiceMask.AsUInt64().GetElement(1)));
}
