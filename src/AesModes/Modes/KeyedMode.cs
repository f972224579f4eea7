using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>The base of the mode objects. It holds the expanded key, and provides the next backend if a self-test fails.</summary>
internal abstract class KeyedMode<TMode> : IDisposable
    where TMode : KeyedMode<TMode>
{
    /// <summary>A set bit for each kind of message whose self-test this object has not checked yet. Testing the bit costs less than looking up the test's result.</summary>
    protected uint Unproven;

    // Fields, not properties: the JIT would have to compile the getters for the first call.
    protected readonly ExpandedKey Key;
    protected readonly Backend Backend;

    private TMode? _next;

    /// <param name="backend">The backend that the object runs on.</param>
    /// <param name="vectors">The size of the expanded key in vectors.</param>
    /// <param name="owner">The public class, for exceptions.</param>
    /// <param name="isTrial">Whether a self-test uses the object.</param>
    [SuppressMessage("Usage", "CA1816:Dispose methods should call SuppressFinalize", Justification = "The key of a trial is public, and nobody disposes it.")]
    protected KeyedMode(Backend backend, int vectors, Type owner, bool isTrial)
    {
        Backend = backend;
        Key = new ExpandedKey(vectors, owner);
        IsTrial = isTrial;
        Unproven = isTrial || !SelfTest.IsLazy ? 0 : uint.MaxValue;
        if (isTrial)
        {
            GC.SuppressFinalize(Key);
        }
    }

    public bool IsDisposed => Key.IsDisposed;

    /// <summary>Whether a self-test uses this object. If so, it runs regardless of test results, and does not clear the plaintext if a tag is wrong.</summary>
    protected bool IsTrial { get; }

    /// <summary>The same key on the next backend, for the calls whose self-test failed on this one. This object disposes it.</summary>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="CryptographicException">A self-test failed on every backend.</exception>
    protected TMode Next
    {
        get
        {
            if (Volatile.Read(ref _next) is { } next)
            {
                return next;
            }

            TMode made = CreateCopy(onNext: true);
            next = Interlocked.CompareExchange(ref _next, made, null) ?? made;
            if (next != made || IsDisposed)
            {
                made.Dispose();
            }

            return next;
        }
    }

    /// <summary>Creates an independent object with the same key. It stays usable after this one is disposed.</summary>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    public TMode Copy() => CreateCopy(onNext: false);

    public void Dispose()
    {
        // Key.Dispose sets its flag before this read, with a full barrier between. Either Dispose sees the next object, or the thread that creates it sees the flag.
        Key.Dispose();
        Volatile.Read(ref _next)?.Dispose();
    }

    /// <summary>The size in bytes of the key that <see cref="Create"/> expects: at most 48.</summary>
    protected virtual int KeySize => GetKeySize(Key.Count);

    /// <summary>Copies that key. By default, the round keys begin with it.</summary>
    protected virtual void CopyKey(Span<byte> key) => MemoryMarshal.AsBytes(Key.Vectors)[..key.Length].CopyTo(key);

    protected abstract TMode Create(Backend backend, ReadOnlySpan<byte> key);

    private TMode CreateCopy(bool onNext)
    {
        Span<byte> key = stackalloc byte[48];
        key = key[..KeySize];
        CopyKey(key);
        try
        {
            return Key.EndRead() ? Create(onNext ? Backend.MoveOn() : Backend, key) : throw Key.Disposed();
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }
}
