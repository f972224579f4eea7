using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes.Backends.Hardware;

namespace AesModes.Benchmarks.Study;

/// <summary>Counter mode by AES instructions, so many blocks at a time: the paper's "AES-NI 1x1" and "4x1", and eight.</summary>
/// <remarks>
/// The levels are the same text but for the start of a block and the rounds that it saves. One at a time means one block
/// for each turn of the loop; a processor that runs instructions out of order has the rounds of several turns at work all the same.
/// </remarks>
internal sealed class AesNiCore<TWidth, TLevel>() : SegmentedCore($"AES-NI {Unsafe.SizeOf<TWidth>()}x1", TLevel.Level)
    where TWidth : struct, IWidth
    where TLevel : struct, ILevel
{
    private const int Words = BlockSize / sizeof(uint);

    private readonly PlacedBuffer _keyMemory = new(Fips197.MaxRoundKeys * BlockSize, 0);
    private readonly PlacedBuffer _table = new(AesNiReuse<TLevel>.TableSize, 0);
    private int _roundKeys;

    /// <summary>The counter with round key 0, and with nothing of the counter in column 3.</summary>
    private Vector128<byte> _rd0;

    /// <summary>The segment's first.</summary>
    private Vector128<byte> _counter;

    /// <summary>Plain: round key 0. R1: rd1, with nothing in column 0. R2: rd2.</summary>
    private Vector128<byte> _kept;

    private static Vector128<byte> Column3 => Vector128.Create(0, 0, 0, uint.MaxValue).AsByte();

    private Span<Vector128<byte>> RoundKeys => MemoryMarshal.Cast<byte, Vector128<byte>>(_keyMemory.Span)[.._roundKeys];

    /// <summary>Its blocks' rounds without those that the level saves.</summary>
    public override Work CreateWork(int bytes, int keySize) => new((double)bytes / BlockSize * (CountRounds(keySize) - (int)Level));

    protected override void ExpandKey(ReadOnlySpan<byte> key)
    {
        _roundKeys = CountRounds(key.Length) + 1;
        AesKeySchedule<X86>.Expand(key, RoundKeys);
    }

    protected override void Keep(Vector128<byte> block) => _rd0 = Vector128.AndNot(block, Column3) ^ RoundKeys[0];

    protected override void FillTable(Vector128<byte> block) => AesNiReuse<TLevel>.Fill(RoundKeys, block, _table.Span);

    protected override void EnterSegment(Vector128<byte> block)
    {
        _counter = block;
        _kept = TLevel.Level == Level.Plain ? RoundKeys[0] : AesNiReuse<TLevel>.BeginSegment(RoundKeys, _rd0 ^ (block & Column3));
    }

    protected override void XorRun(int low, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int front = source.Length - (source.Length % (Unsafe.SizeOf<TWidth>() * BlockSize));
        XorRun<TWidth>(low, source[..front], destination[..front]);
        XorRun<One>(low + (front / BlockSize), source[front..], destination[front..]);
    }

    private void XorRun<TBlocks>(int low, ReadOnlySpan<byte> source, Span<byte> destination)
        where TBlocks : struct, IWidth => Xor<TBlocks>(
            RoundKeys,
            BlockCounter.Advance(_counter, (uint)low),
            _kept,
            ref Unsafe.Add(ref MemoryMarshal.GetReference(_table.Span), low * AesNiReuse<TLevel>.EntrySize),
            source,
            destination);

    /// <summary>Whole groups of blocks.</summary>
    [MethodImpl(Kernel.Options)]
    private static void Xor<TBlocks>(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        Vector128<byte> kept,
        ref byte entries,
        ReadOnlySpan<byte> source,
        Span<byte> destination)
        where TBlocks : struct, IWidth
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        nuint length = (nuint)source.Length;
        for (nuint offset = 0; offset < length; offset += (nuint)(Unsafe.SizeOf<TBlocks>() * BlockSize))
        {
            Blocks<X86, TBlocks> b;
            switch (TLevel.Level)
            {
                case Level.R1:
                    b = ColumnZero<TBlocks>.Insert(kept, ref Unsafe.As<byte, uint>(ref Unsafe.Add(ref entries, offset / Words)));
                    b.Round(ref k, 2);
                    break;
                case Level.R2:
                    b = Blocks<X86, TBlocks>.Load(ref entries, offset);
                    b.Add(kept);
                    break;
                default:
                    b = Blocks<X86, TBlocks>.Count<BlockCounter>(counter);
                    counter = BlockCounter.Advance(counter, (uint)Unsafe.SizeOf<TBlocks>());
                    b.Add(kept);
                    b.Round(ref k, 1);
                    b.Round(ref k, 2);
                    break;
            }

            b.MiddleRounds(ref k, rounds);
            b.LastRoundXor(ref k, rounds, ref from, ref to, offset);
        }
    }
}
