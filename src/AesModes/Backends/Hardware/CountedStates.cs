using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>States made from a counter that goes no further than its vector counts.</summary>
internal ref struct CountedStates<TRounds, TCounter> : IStates<TRounds>
    where TRounds : struct, IRounds
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
    public Blocks<TRounds, TWidth> Take<TWidth>()
        where TWidth : struct, IWidth
    {
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Count<TCounter>(_counter);
        blocks.BeginEncryption(ref _roundKeys);
        _counter = TCounter.Advance(_counter, (uint)Unsafe.SizeOf<TWidth>());
        return blocks;
    }
}
