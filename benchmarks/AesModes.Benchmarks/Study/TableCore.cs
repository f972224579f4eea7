using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes.Tests.Reference;

namespace AesModes.Benchmarks.Study;

/// <summary>
/// For measurement only, and never in the package: its memory addresses depend on the key. Counter mode by table-based AES, a block at a
/// time: the paper's first core. See <see cref="RoundTables"/>.
/// </summary>
internal sealed class TableCore<TLevel> : SegmentedCore
    where TLevel : struct, ILevel
{
    private const int Words = BlockSize / sizeof(uint);

    private readonly PlacedBuffer _keyMemory = new(Fips197.MaxRoundKeys * BlockSize, 0);
    private readonly PlacedBuffer _rowMemory = new(RoundTables.Rows.Length * sizeof(uint), 0);
    private readonly PlacedBuffer _boxMemory = new(RoundTables.SBox.Length, 0);
    private readonly PlacedBuffer _entryMemory = new(RoundTables.Entries * EntryWords * sizeof(uint), 0);
    private int _rounds;

    /// <summary>Columns 0 to 2 of the counter with round key 0.</summary>
    private TableColumns _rd0;

    /// <summary>Plain: the segment's first counter. R1: rd1, with nothing in column 0. R2: rd2.</summary>
    private TableColumns _kept;

    public TableCore()
        : base("table-based", TLevel.Level)
    {
        RoundTables.Rows.CopyTo(MemoryMarshal.Cast<byte, uint>(_rowMemory.Span));
        RoundTables.SBox.CopyTo(_boxMemory.Span);
    }

    private static int EntryWords => TLevel.Level switch
    {
        Level.R1 => 1,
        Level.R2 => Words,
        _ => 0,
    };

    private ref uint Keys => ref First<uint>(_keyMemory);

    private ref uint Rows => ref First<uint>(_rowMemory);

    private ref uint Entries => ref First<uint>(_entryMemory);

    protected override void ExpandKey(ReadOnlySpan<byte> key)
    {
        _rounds = CountRounds(key.Length);
        ExpandKey(key, ref Keys, 4 * (_rounds + 1), ref First<byte>(_boxMemory));
    }

    protected override void Keep(Vector128<byte> block) => _rd0 = Split(block).Add(TableColumns.Load(ref Keys));

    protected override void FillTable(Vector128<byte> block) => Fill(Split(block).Add(TableColumns.Load(ref Keys)), ref Keys, ref Rows, ref Entries);

    protected override void EnterSegment(Vector128<byte> block)
    {
        if (TLevel.Level == Level.Plain)
        {
            _kept = Split(block);
            return;
        }

        TableColumns state = _rd0.WithColumn3(block.AsUInt32().GetElement(3) ^ Unsafe.Add(ref Keys, 3));
        TableColumns rd1 = state.Round(ref Rows, TableColumns.Load(ref Unsafe.Add(ref Keys, Words)));
        _kept = TLevel.Level == Level.R1
            ? rd1
            : rd1.RoundWithoutColumn0(ref Rows, TableColumns.Load(ref Unsafe.Add(ref Keys, 2 * Words)));
    }

    protected override void XorRun(int low, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Xor(low, _kept, ref Entries, ref Keys, _rounds, ref Rows, ref First<byte>(_boxMemory), source, destination);

    private static ref T First<T>(PlacedBuffer memory)
        where T : struct => ref MemoryMarshal.GetReference(MemoryMarshal.Cast<byte, T>(memory.Span));

    private static TableColumns Split(Vector128<byte> block)
    {
        Vector128<uint> words = block.AsUInt32();
        return new TableColumns(words.GetElement(0), words.GetElement(1), words.GetElement(2), words.GetElement(3));
    }

    /// <summary>Whole blocks.</summary>
    [MethodImpl(Kernel.Options)]
    private static void Xor(
        int low,
        TableColumns kept,
        ref uint entries,
        ref uint keys,
        int rounds,
        ref uint rows,
        ref byte box,
        ReadOnlySpan<byte> source,
        Span<byte> destination)
    {
        ref uint from = ref Unsafe.As<byte, uint>(ref MemoryMarshal.GetReference(source));
        ref uint to = ref Unsafe.As<byte, uint>(ref MemoryMarshal.GetReference(destination));
        nint words = source.Length / sizeof(uint);
        for (nint word = 0; word < words; word += Words, low++)
        {
            TableColumns state = Start(low, kept, ref entries, ref keys);
            ref uint k = ref Unsafe.Add(ref keys, ((int)TLevel.Level + 1) * Words);
            for (int round = (int)TLevel.Level + 1; round < rounds; round++)
            {
                state = state.Round(ref rows, TableColumns.Load(ref k));
                k = ref Unsafe.Add(ref k, Words);
            }

            state = state.LastRound(ref box, TableColumns.Load(ref k));
            state.Add(TableColumns.Load(ref Unsafe.Add(ref from, word))).Store(ref Unsafe.Add(ref to, word));
        }
    }

    /// <summary>The state that the level starts from.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TableColumns Start(int low, TableColumns kept, ref uint entries, ref uint keys) => TLevel.Level switch
    {
        // public: the entry is that of a counter byte.
        Level.R1 => kept.WithColumn0(Unsafe.Add(ref entries, low)),
        Level.R2 => kept.Add(TableColumns.Load(ref Unsafe.Add(ref entries, low * Words))),
        _ => kept.WithLastByte(low).Add(TableColumns.Load(ref keys)),
    };

    /// <summary>rd1+ or rd2+, from the counter with round key 0.</summary>
    [MethodImpl(Kernel.Options)]
    private static void Fill(TableColumns whitened, ref uint keys, ref uint rows, ref uint entries)
    {
        uint lastKeyByte = Unsafe.Add(ref keys, 3) >> 24;
        for (int low = 0; low < RoundTables.Entries; low++)
        {
            uint column = whitened.WithLastByte(low ^ (int)lastKeyByte).RoundToColumn0(ref rows) ^ Unsafe.Add(ref keys, Words);
            if (TLevel.Level == Level.R1)
            {
                Unsafe.Add(ref entries, low) = column;
            }
            else
            {
                TableColumns.RoundOfColumn0(ref rows, column).Store(ref Unsafe.Add(ref entries, low * Words));
            }
        }
    }

    /// <summary>FIPS 197 §5.2, word by word.</summary>
    [MethodImpl(Kernel.Options)]
    private static void ExpandKey(ReadOnlySpan<byte> key, ref uint w, int words, ref byte box)
    {
        ReadOnlySpan<uint> keyWords = MemoryMarshal.Cast<byte, uint>(key);
        int count = keyWords.Length;
        keyWords.CopyTo(MemoryMarshal.CreateSpan(ref w, count));
        uint rcon = 1;
        uint word = Unsafe.Add(ref w, count - 1);
        for (int i = count, place = 0; i < words; i++)
        {
            // Words are little-endian: FIPS 197's RotWord turns to the right, and Rcon goes to the low byte.
            if (place == 0)
            {
                word = TableColumns.SubWord(ref box, BitOperations.RotateRight(word, 8)) ^ rcon;
                rcon = rcon == 0x80 ? 0x1B : rcon << 1;
            }
            else if (count == 8 && place == 4)
            {
                word = TableColumns.SubWord(ref box, word);
            }

            word ^= Unsafe.Add(ref w, i - count);
            Unsafe.Add(ref w, i) = word;
            place = place == count - 1 ? 0 : place + 1;
        }
    }
}

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

/// <summary>
/// For measurement only, and never in the package: addresses in these tables depend on the key, and so does the time that reading them takes.
/// The S-box, and for each of a column's four bytes what it becomes in MixColumns (J. Daemen, V. Rijmen, "AES Proposal: Rijndael", §5.2.1):
/// four tables of 1 KiB.
/// </summary>
/// <remarks>Columns are little-endian words: row r of a column is byte r of its word.</remarks>
internal static class RoundTables
{
    public const int Entries = 256;

    public static byte[] SBox { get; } = ReferenceAes.SBox.ToArray();

    /// <summary>Entry 256·r + x: SubBytes and MixColumns of a column that has x in row r and nothing else.</summary>
    public static uint[] Rows { get; } = CreateRows();

    /// <summary>FIPS 197 §5.1.3: a byte in row 0 adds itself doubled, once, once and tripled to rows 0 to 3; further rows turn that.</summary>
    private static uint[] CreateRows()
    {
        uint[] rows = new uint[4 * Entries];
        for (int x = 0; x < Entries; x++)
        {
            uint s = SBox[x];
            uint doubled = ReferenceAes.Double((byte)s);
            uint column = doubled | (s << 8) | (s << 16) | ((doubled ^ s) << 24);
            for (int row = 0; row < 4; row++)
            {
                rows[(row * Entries) + x] = BitOperations.RotateLeft(column, 8 * row);
            }
        }

        return rows;
    }
}
