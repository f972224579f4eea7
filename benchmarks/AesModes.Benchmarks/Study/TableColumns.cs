using System.Runtime.CompilerServices;

namespace AesModes.Benchmarks.Study;

/// <summary>For measurement only: see <see cref="RoundTables"/>. The four columns of a state, and its rounds by tables.</summary>
internal readonly struct TableColumns
{
    private readonly uint _c0;
    private readonly uint _c1;
    private readonly uint _c2;
    private readonly uint _c3;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns(uint c0, uint c1, uint c2, uint c3)
    {
        _c0 = c0;
        _c1 = c1;
        _c2 = c2;
        _c3 = c3;
    }

    /// <summary>Four words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TableColumns Load(ref uint words) => new(words, Unsafe.Add(ref words, 1), Unsafe.Add(ref words, 2), Unsafe.Add(ref words, 3));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(ref uint words)
    {
        words = _c0;
        Unsafe.Add(ref words, 1) = _c1;
        Unsafe.Add(ref words, 2) = _c2;
        Unsafe.Add(ref words, 3) = _c3;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns Add(TableColumns other) => new(_c0 ^ other._c0, _c1 ^ other._c1, _c2 ^ other._c2, _c3 ^ other._c3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns WithColumn0(uint column) => new(column, _c1, _c2, _c3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns WithColumn3(uint column) => new(_c0, _c1, _c2, column);

    /// <summary>The block's byte 15.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns WithLastByte(int last) => WithColumn3((_c3 & 0x00FF_FFFF) | ((uint)last << 24));

    /// <summary>ShiftRows takes row r of a column from r columns further on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns Round(ref uint rows, TableColumns k) => new(
        k._c0 ^ Mix(ref rows, _c0, _c1, _c2, _c3),
        k._c1 ^ Mix(ref rows, _c1, _c2, _c3, _c0),
        k._c2 ^ Mix(ref rows, _c2, _c3, _c0, _c1),
        k._c3 ^ Mix(ref rows, _c3, _c0, _c1, _c2));

    /// <summary>Column 0 after a round, without the round key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint RoundToColumn0(ref uint rows) => Mix(ref rows, _c0, _c1, _c2, _c3);

    /// <summary>What column 0 contributes to a round: its rows 0 to 3 go to columns 0, 3, 2 and 1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TableColumns RoundOfColumn0(ref uint rows, uint column) => new(
        MixRow(ref rows, 0, column), MixRow(ref rows, 3, column), MixRow(ref rows, 2, column), MixRow(ref rows, 1, column));

    /// <summary>What the other columns contribute, and the round key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns RoundWithoutColumn0(ref uint rows, TableColumns k) =>
        Round(ref rows, k).Add(RoundOfColumn0(ref rows, _c0));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableColumns LastRound(ref byte box, TableColumns k) => new(
        k._c0 ^ Substitute(ref box, _c0, _c1, _c2, _c3),
        k._c1 ^ Substitute(ref box, _c1, _c2, _c3, _c0),
        k._c2 ^ Substitute(ref box, _c2, _c3, _c0, _c1),
        k._c3 ^ Substitute(ref box, _c3, _c0, _c1, _c2));

    /// <summary>FIPS 197 §5.2.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint SubWord(ref byte box, uint word) => Substitute(ref box, word, word, word, word);

    /// <summary>SubBytes and MixColumns of row 0 of the first, row 1 of the second and so on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Mix(ref uint rows, uint first, uint second, uint third, uint fourth) =>
        MixRow(ref rows, 0, first) ^ MixRow(ref rows, 1, second) ^ MixRow(ref rows, 2, third) ^ MixRow(ref rows, 3, fourth);

    /// <summary>An address that depends on a secret: for this, table-based AES is no more than a row of the study.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint MixRow(ref uint rows, int row, uint column) =>
        Unsafe.Add(ref rows, (nint)(byte)(column >> (8 * row)) + (row * RoundTables.Entries));

    /// <summary>SubBytes of row 0 of the first, row 1 of the second and so on; by secret addresses too.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Substitute(ref byte box, uint first, uint second, uint third, uint fourth) =>
        Unsafe.Add(ref box, (nint)(byte)first)
        | ((uint)Unsafe.Add(ref box, (nint)(byte)(second >> 8)) << 8)
        | ((uint)Unsafe.Add(ref box, (nint)(byte)(third >> 16)) << 16)
        | ((uint)Unsafe.Add(ref box, (nint)(fourth >> 24)) << 24);
}
