using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.Benchmarks.Study;

/// <summary>
/// For measurement only, and never in the package: its memory addresses depend on the key. Counter mode by table-based AES, a block at a
/// time: the paper's first core. See <see cref="RoundTables"/>.
/// </summary>
internal sealed class TableCore<TLevel> : SegmentedCore
    where TLevel : struct, ILevel
{
    private const int Words = BlockSize / sizeof(uint);

    private readonly AlignedBuffer _keyMemory = new(IBackend.MaxRoundKeys * BlockSize);
    private readonly AlignedBuffer _rowMemory = new(RoundTables.Rows.Length * sizeof(uint));
    private readonly AlignedBuffer _boxMemory = new(RoundTables.SBox.Length);
    private readonly AlignedBuffer _entryMemory = new(RoundTables.Entries * EntryWords * sizeof(uint));
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

    private ref uint Keys => ref Unsafe.As<byte, uint>(ref _keyMemory.First);

    private ref uint Rows => ref Unsafe.As<byte, uint>(ref _rowMemory.First);

    private ref uint Entries => ref Unsafe.As<byte, uint>(ref _entryMemory.First);

    protected override void ExpandKey(ReadOnlySpan<byte> key)
    {
        _rounds = CountRounds(key.Length);
        ExpandKey(key, ref Keys, 4 * (_rounds + 1), ref _boxMemory.First);
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
        Xor(low, _kept, ref Entries, ref Keys, _rounds, ref Rows, ref _boxMemory.First, source, destination);

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
