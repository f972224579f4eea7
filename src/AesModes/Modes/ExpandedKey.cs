using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// Everything that an instance derives from its key, in one pinned array. So the garbage collector makes no copies, and a call that races <see cref="Dispose"/>
/// never reads memory of another object.
/// </summary>
/// <remarks>
/// This protocol makes that race harmless without a lock. A call reads what it needs, then calls <see cref="EndRead"/>, and only then releases output. Dispose sets
/// a flag before it overwrites the keys. So a call that read half-overwritten keys finds the flag set. AEZ and the transform release output earlier, and clear it if
/// the flag is set at the end. The transform also writes to the array, so it calls <see cref="EndWrite"/>.
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

    /// <summary>The mode's constructor fills the vectors, and its calls read them. Callers never receive them.</summary>
    public Span<Vector128<byte>> Vectors => _vectors;

    /// <summary>The first vector, for kernels.</summary>
    public ref Vector128<byte> First => ref MemoryMarshal.GetArrayDataReference(_vectors);

    public int Count => _vectors.Length;

    /// <summary>Returns whether the keys that the call read are intact: false if the instance may have been disposed before or during the reads.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool EndRead()
    {
        // The reads of the keys must not move after the read of the flag.
        Volatile.ReadBarrier();
        bool keysIntact = !Volatile.Read(in _disposed);

        // Keeps the finaliser from erasing the keys before this point.
        GC.KeepAlive(this);
        return keysIntact;
    }

    /// <summary>Ends a call that also wrote to the vectors. If it returns false, the caller must erase what it wrote; otherwise a later Dispose does.</summary>
    public bool EndWrite()
    {
        // With a read barrier alone, the writes could reach memory after the zeros of a Dispose whose flag this call did not see.
        Interlocked.MemoryBarrier();
        return EndRead();
    }

    /// <summary>Creates the exception for a call to a disposed instance.</summary>
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
