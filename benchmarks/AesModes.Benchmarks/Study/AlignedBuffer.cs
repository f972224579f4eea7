using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace AesModes.Benchmarks.Study;

/// <summary>Memory that starts on a page, so that no figure depends on where the heap happened to put it.</summary>
internal sealed class AlignedBuffer
{
    private const int Alignment = 4096;

    private readonly byte[] _memory;
    private readonly int _start;
    private readonly int _size;

    public AlignedBuffer(int size)
    {
        _memory = GC.AllocateArray<byte>(size + Alignment, pinned: true);
        _start = (int)(-Marshal.UnsafeAddrOfPinnedArrayElement(_memory, 0) & (Alignment - 1));
        _size = size;
    }

    public Span<byte> Span => _memory.AsSpan(_start, _size);

    public ref byte First => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_memory), _start);
}
