using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Software;

/// <summary>Two 128-bit lanes.</summary>
internal readonly struct Lane256 : ILane<Vector256<byte>>
{
    public static int Count => 2;

    public static bool IsSupported => Avx2.IsSupported;

    public static bool HasLookup => Avx2.IsSupported;

    public static bool FusesLogic => Avx512F.VL.IsSupported;

    public static bool FewRegisters => !Avx512F.VL.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Xor(Vector256<byte> left, Vector256<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> And(Vector256<byte> left, Vector256<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Xor3(Vector256<byte> first, Vector256<byte> second, Vector256<byte> third) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.TernaryLogic(first, second, third, Lane128.Xor3Table) : first ^ second ^ third;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> AndXor(Vector256<byte> left, Vector256<byte> right, Vector256<byte> addend) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.TernaryLogic(left, right, addend, Lane128.AndXorTable) : (left & right) ^ addend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Select(Vector256<byte> condition, Vector256<byte> set, Vector256<byte> clear) =>
        Avx512F.VL.IsSupported
            ? Avx512F.VL.TernaryLogic(condition, set, clear, Lane128.SelectTable)
            : Vector256.ConditionalSelect(condition, set, clear);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> NotXorAndNot(Vector256<byte> first, Vector256<byte> second, Vector256<byte> third) =>
        Avx512F.VL.IsSupported
            ? Avx512F.VL.TernaryLogic(first, second, third, Lane128.NotXorAndNotTable)
            : ~(first ^ Vector256.AndNot(second, third));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load(ref byte source, nuint offset) => Vector256.LoadUnsafe(ref source, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<byte> value, ref byte destination, nuint offset) => value.StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe Vector256<byte> LoadBroadcast(ref byte source, nuint offset) =>
        Avx2.BroadcastVector128ToVector256((byte*)Unsafe.AsPointer(ref Unsafe.Add(ref source, offset)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Broadcast(Vector128<byte> value) => Vector256.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Create(ulong low, ulong high) => Broadcast(Vector128.Create(low, high).AsByte());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Add(Vector256<byte> left, Vector256<byte> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> ShiftLeft(Vector256<byte> value, [ConstantExpected] int count) => (value.AsUInt64() << count).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> ShiftRight(Vector256<byte> value, [ConstantExpected] int count) => (value.AsUInt64() >>> count).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Lookup(Vector256<byte> table, Vector256<byte> index) => Avx2.Shuffle(table, index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> InterleaveLow(Vector256<byte> left, Vector256<byte> right) => Avx2.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> InterleaveHigh(Vector256<byte> left, Vector256<byte> right) => Avx2.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> RotateRows(Vector256<byte> value, Vector256<byte> mask, int columns, [ConstantExpected] int rows) => Avx2.Shuffle(value, mask);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> ShiftRowsTwice(Vector256<byte> value) => Avx2.Shuffle(value, Broadcast(Lane128.ShiftRowsTwiceMask));
}
