using System.Diagnostics;

namespace AesModes.Backends.Hardware;

/// <summary>Counter mode's consecutive blocks as their states after round 2: computed from the counter, or loaded from a table.</summary>
internal interface IStates<TAes>
    where TAes : struct, IAesInstructions
{
    /// <summary>Must be called before each group of at most 16 blocks.</summary>
    void Enter();

    Blocks<TAes, TWidth> Take<TWidth>()
        where TWidth : struct, IWidth;
}

/// <summary>States computed from a vector counter, within its range.</summary>
internal ref struct CountedStates<TAes, TCounter> : IStates<TAes>
    where TAes : struct, IAesInstructions
    where TCounter : struct, ICounter
{
    private readonly ref Vector128<byte> _roundKeys;
    private Vector128<byte> _counter;

    public CountedStates(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter)
    {
        _roundKeys = ref MemoryMarshal.GetReference(roundKeys);
        _counter = counter;
    }

    public readonly void Enter()
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Blocks<TAes, TWidth> Take<TWidth>()
        where TWidth : struct, IWidth
    {
        Blocks<TAes, TWidth> blocks = Blocks<TAes, TWidth>.Count<TCounter>(_counter);
        blocks.BeginEncryption(ref _roundKeys);
        _counter = TCounter.Advance(_counter, (uint)Unsafe.SizeOf<TWidth>());
        return blocks;
    }
}

/// <summary>States from a <see cref="FaceTable"/>, for the counters for which the table is valid.</summary>
/// <remarks>
/// The table's entries are states as <see cref="IAesInstructions"/> has them between rounds, so no instruction has to add a pending key. A batch may cross the
/// table's end. The first entries follow there again, plus the difference between this run of 256 counters and the next.
/// </remarks>
internal ref struct TabledStates<TAes, TCounter> : IStates<TAes>
    where TAes : struct, IAesInstructions
    where TCounter : struct, ICounter
{
    private readonly ref Vector128<byte> _roundKeys;
    private readonly ref byte _entries;

    /// <summary>The difference between the states of this run and the table's entries, and that of the next run.</summary>
    private Vector128<byte> _difference;
    private Vector128<byte> _nextDifference;

    /// <summary>The first counter of the next run.</summary>
    private UInt128 _nextRun;

    /// <summary>The place of the next block in the table.</summary>
    private nuint _low;

    /// <param name="roundKeys">11, 13 or 15 round keys.</param>
    /// <param name="number">The first counter.</param>
    /// <param name="memory">The memory of a table that is filled for this counter.</param>
    public TabledStates(ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 number, Span<Vector128<byte>> memory)
    {
        Debug.Assert(memory.Length == FaceTable.Size);
        _roundKeys = ref MemoryMarshal.GetReference(roundKeys);
        _entries = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(memory));
        _low = (byte)number;
        _nextRun = number - (byte)number;
        FindDifference();
        EnterRun();
    }

    /// <summary>Fills the table, unless it is valid for this counter.</summary>
    public static void Fill(scoped ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 number, ref FaceTable table)
    {
        table.Enter(number);
        if (table.Filled == 0)
        {
            Fill(roundKeys, TCounter.ToBlock(number - (byte)number), table.Memory);
            table.Filled = -1;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Enter()
    {
        if (_low >= FaceTable.Vectors)
        {
            _low -= FaceTable.Vectors;
            EnterRun();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Blocks<TAes, TWidth> Take<TWidth>()
        where TWidth : struct, IWidth
    {
        Blocks<TAes, TWidth> blocks = Blocks<TAes, TWidth>.Load(ref _entries, _low * BlockSize); // public: counter byte
        blocks.Add(_difference);
        _low += (nuint)Unsafe.SizeOf<TWidth>();
        return blocks;
    }

    [MethodImpl(Kernel.Options)]
    private static void Fill(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, Span<Vector128<byte>> table)
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        ref byte entries = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(table));
        for (nuint offset = 0; offset < FaceTable.Vectors * BlockSize; offset += 8 * BlockSize)
        {
            Blocks<TAes, Eight> blocks = Blocks<TAes, Eight>.CountWithoutCarry<TCounter>(TAes.Whiten(counter, k));
            blocks.FirstRounds(ref k);
            blocks.Store(ref entries, offset);
            counter = TCounter.Advance(counter, 8);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EnterRun()
    {
        _difference = _nextDifference;
        _nextRun = TCounter.Advance(_nextRun, FaceTable.Vectors);
        FindDifference();
        for (nuint offset = 0; offset < (FaceTable.Size - FaceTable.Vectors) * BlockSize; offset += 8 * BlockSize)
        {
            Blocks<TAes, Eight> firsts = Blocks<TAes, Eight>.Load(ref _entries, offset);
            firsts.Add(_difference ^ _nextDifference);
            firsts.Store(ref _entries, (FaceTable.Vectors * BlockSize) + offset);
        }
    }

    /// <summary>Computes the next run's difference from its first block, long before it is needed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void FindDifference() => _nextDifference =
        Blocks<TAes, One>.BeginOne(ref _roundKeys, TCounter.ToBlock(_nextRun)) ^ Vector128.LoadUnsafe(ref _entries);
}
