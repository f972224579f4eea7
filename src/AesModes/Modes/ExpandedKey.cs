using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// What an instance derives from its key, in one pinned array: the collector does not leave copies behind, and a reader that races
/// <see cref="Dispose"/> never sees memory that belongs to somebody else.
/// </summary>
/// <remarks>
/// The protocol that makes such a race harmless without a lock: a call reads all it needs, then calls <see cref="EndRead"/>, then
/// lets something out. Dispose marks first and overwrites after. So keys that were read half overwritten are followed by the mark.
/// What lets something out sooner takes it back when the mark is there in the end: AEZ, and a transform, which writes here as well and so calls
/// <see cref="EndWrite"/>.
/// </remarks>
internal sealed class ExpandedKey : IDisposable
{
    private readonly Type _owner;
    private readonly Vector128<byte>[] _vectors;
    private bool _disposed;

    public ExpandedKey(int vectors, Type owner)
    {
        _owner = owner;
        _vectors = GC.AllocateUninitializedArray<Vector128<byte>>(vectors, pinned: true);
    }

    ~ExpandedKey() => Overwrite();

    public bool IsDisposed => Volatile.Read(in _disposed);

    /// <summary>Filled by the mode's constructor, read by its calls; never handed out.</summary>
    public Span<Vector128<byte>> Vectors => _vectors;

    /// <summary>The first of the vectors, for kernels.</summary>
    public ref Vector128<byte> First => ref MemoryMarshal.GetArrayDataReference(_vectors);

    public int Count => _vectors.Length;

    /// <summary>Whether what was read is whole: false when the instance may have been disposed before or meanwhile.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool EndRead()
    {
        // The reads of the keys may not move after the read of the mark.
        Volatile.ReadBarrier();
        bool keysIntact = !Volatile.Read(in _disposed);

        // Keeps the finaliser from erasing the keys before this point.
        GC.KeepAlive(this);
        return keysIntact;
    }

    /// <summary>
    /// The same for a call that also wrote to it: what it left is overwritten by a Dispose that it did not notice, and by the caller where
    /// this is false.
    /// </summary>
    public bool EndWrite()
    {
        // A read barrier alone would let the writes land behind those of a Dispose whose mark was not read.
        Interlocked.MemoryBarrier();
        return EndRead();
    }

    /// <summary>The exception of a call to a disposed instance.</summary>
    public ObjectDisposedException Disposed() => new(_owner.FullName);

    /// <exception cref="ObjectDisposedException">Always.</exception>
    [DoesNotReturn]
    public void ThrowDisposed() => throw Disposed();

    public void Dispose()
    {
        Overwrite();
        GC.SuppressFinalize(this);
    }

    private void Overwrite()
    {
        Volatile.Write(ref _disposed, true);
        Interlocked.MemoryBarrier();
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(_vectors.AsSpan()));
    }
}
