using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.Wasm;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Software;

/// <summary>One 128-bit lane. It runs everywhere, even if Vector128 is not accelerated, except for <see cref="Lookup"/>.</summary>
internal readonly struct Lane128 : ILane<Vector128<byte>>
{
    // Truth tables of ternary logic: bit 4a + 2b + c is the result for the bits a, b, c.
    internal const byte Xor3Table = 0b1001_0110;
    internal const byte AndXorTable = 0b0110_1010;
    internal const byte SelectTable = 0b1100_1010;
    internal const byte NotXorAndNotTable = 0b0100_1011;

    /// <summary>The mask of <see cref="ShiftRowsTwice"/> for the byte shuffle.</summary>
    internal static Vector128<byte> ShiftRowsTwiceMask
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7);
    }

    public static int Count => 1;

    public static bool IsSupported => true;

    // Vector128.IsHardwareAccelerated does not imply a byte shuffle.
    public static bool HasLookup
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Ssse3.IsSupported || AdvSimd.Arm64.IsSupported || PackedSimd.IsSupported;
    }

    public static bool FusesLogic => Avx512F.VL.IsSupported;

    public static bool FewRegisters
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Sse2.IsSupported && !Avx512F.VL.IsSupported;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Xor(Vector128<byte> left, Vector128<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> And(Vector128<byte> left, Vector128<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Xor3(Vector128<byte> first, Vector128<byte> second, Vector128<byte> third) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.TernaryLogic(first, second, third, Xor3Table) : first ^ second ^ third;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AndXor(Vector128<byte> left, Vector128<byte> right, Vector128<byte> addend) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.TernaryLogic(left, right, addend, AndXorTable) : (left & right) ^ addend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Select(Vector128<byte> condition, Vector128<byte> set, Vector128<byte> clear) =>
        Avx512F.VL.IsSupported
            ? Avx512F.VL.TernaryLogic(condition, set, clear, SelectTable)
            : Vector128.ConditionalSelect(condition, set, clear);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> NotXorAndNot(Vector128<byte> first, Vector128<byte> second, Vector128<byte> third) =>
        Avx512F.VL.IsSupported
            ? Avx512F.VL.TernaryLogic(first, second, third, NotXorAndNotTable)
            : ~(first ^ Vector128.AndNot(second, third));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load(ref byte source, nuint offset) => Vector128.LoadUnsafe(ref source, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> value, ref byte destination, nuint offset) => value.StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LoadBroadcast(ref byte source, nuint offset) => Vector128.LoadUnsafe(ref source, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Broadcast(Vector128<byte> value) => value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Create(ulong low, ulong high) => Vector128.Create(low, high).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Add(Vector128<byte> left, Vector128<byte> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ShiftLeft(Vector128<byte> value, [ConstantExpected] int count) => (value.AsUInt64() << count).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ShiftRight(Vector128<byte> value, [ConstantExpected] int count) => (value.AsUInt64() >>> count).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Lookup(Vector128<byte> table, Vector128<byte> index)
    {
        // Callers have checked HasLookup. NativeAOT assumes SSE2, but would check for SSSE3 again at run time.
        if (Sse2.IsSupported)
        {
            return Ssse3.Shuffle(table, index);
        }

        if (AdvSimd.Arm64.IsSupported)
        {
            return AdvSimd.Arm64.VectorTableLookup(table, index);
        }

        if (PackedSimd.IsSupported)
        {
            return PackedSimd.Swizzle(table, index);
        }

        throw new PlatformNotSupportedException();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveLow(Vector128<byte> left, Vector128<byte> right) =>
        Sse2.IsSupported ? Sse2.UnpackLow(left, right)
        : AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipLow(left, right)
        : (Vector128.WidenLower(left) | (Vector128.WidenLower(right) << 8)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveHigh(Vector128<byte> left, Vector128<byte> right) =>
        Sse2.IsSupported ? Sse2.UnpackHigh(left, right)
        : AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipHigh(left, right)
        : (Vector128.WidenUpper(left) | (Vector128.WidenUpper(right) << 8)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> RotateRows(Vector128<byte> value, Vector128<byte> mask, int columns, [ConstantExpected] int rows) =>
        HasLookup ? Lookup(value, mask) : TurnByShifts(value, columns, rows);

    // Without a byte shuffle: rows 0 and 2, the even bytes, stay. The others move by two columns, which is half a block.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ShiftRowsTwice(Vector128<byte> value) => HasLookup
        ? Lookup(value, ShiftRowsTwiceMask)
        : Vector128.ConditionalSelect(
            Vector128.Create((ushort)0x00FF).AsByte(), value, Vector128.Shuffle(value.AsUInt64(), Vector128.Create(1UL, 0)).AsByte());

    /// <summary>
    /// Moves rows and columns without a byte shuffle. A column is a 32-bit word, which rotates by <paramref name="rows"/> bytes. The words move by
    /// <paramref name="columns"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Vector128<byte> TurnByShifts(Vector128<byte> value, int columns, int rows)
    {
        ulong low = value.AsUInt64().GetElement(0);
        ulong high = value.AsUInt64().GetElement(1);
        if ((columns & 2) != 0)
        {
            (low, high) = (high, low);
        }

        if ((columns & 1) != 0)
        {
            (low, high) = ((low >> 32) | (high << 32), (high >> 32) | (low << 32));
        }

        return Vector128.Create(RotateWords(low, 8 * rows), RotateWords(high, 8 * rows)).AsByte();
    }

    /// <summary>Rotates both 32-bit halves to the right, by less than 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RotateWords(ulong words, int count)
    {
        ulong stay = (uint.MaxValue >> count) * 0x1_0000_0001ul;
        return ((words >> count) & stay) | ((words << (32 - count)) & ~stay);
    }
}
