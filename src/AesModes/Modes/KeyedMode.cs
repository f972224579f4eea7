using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>What the mode objects have in common: the expanded key, and a way out when a self-test fails.</summary>
internal abstract class KeyedMode<TMode> : IDisposable
    where TMode : KeyedMode<TMode>
{
    /// <summary>
    /// A bit for each kind of message whose self-test this object has not asked for yet. A message tests its bit, which costs less than to ask for the
    /// test's result.
    /// </summary>
    protected uint Unproven;

    // Fields, because the JIT would compile a getter for the first call.
    protected readonly ExpandedKey Key;
    protected readonly Backend Backend;

    private TMode? _next;

    /// <param name="backend">The backend that the object runs on.</param>
    /// <param name="vectors">The size of the expanded key.</param>
    /// <param name="owner">The public class, for exceptions.</param>
    /// <param name="isTrial">Whether the object runs a self-test.</param>
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

    /// <summary>Whether self-tests use this object: it computes whatever their results are, and leaves what a wrong tag would clear.</summary>
    protected bool IsTrial { get; }

    /// <summary>The same key on the next backend, which takes the calls whose self-test failed here. It lives as long as this object.</summary>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="CryptographicException">No backend passes.</exception>
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

    /// <summary>The same key in an object of its own, which outlives this one.</summary>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    public TMode Copy() => CreateCopy(onNext: false);

    public void Dispose()
    {
        // The mark comes before this read and a full barrier between: either Dispose sees the next object, or its maker sees the mark.
        Key.Dispose();
        Volatile.Read(ref _next)?.Dispose();
    }

    /// <summary>The size of the key that <see cref="Create"/> takes, in bytes: at most 48.</summary>
    protected virtual int KeySize => GetKeySize(Key.Count);

    /// <summary>Copies that key: it is where its round keys begin.</summary>
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
