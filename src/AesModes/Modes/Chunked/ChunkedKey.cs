using System.Security.Cryptography;
using System.Text;
using static AesModes.Modes.ChunkedFormat;

namespace AesModes.Modes;

/// <summary>The key from which each message's keys are derived. It has 16 or 32 bytes.</summary>
internal sealed class ChunkedKey : IDisposable
{
    private const int MaxKeySize = 32;

    private readonly ChunkScheme _scheme;
    private readonly ExpandedKey _key;

    /// <param name="scheme">Creates the AEAD of a message.</param>
    /// <param name="key">The key. It is copied.</param>
    /// <param name="owner">The public class, for exceptions.</param>
    public ChunkedKey(ChunkScheme scheme, ReadOnlySpan<byte> key, Type owner)
    {
        _scheme = scheme;
        _key = new ExpandedKey(key.Length / BlockSize, owner);
        key.CopyTo(MemoryMarshal.AsBytes(_key.Vectors));
        GC.KeepAlive(_key);
    }

    public bool IsDisposed => _key.IsDisposed;

    /// <summary>Creates a copy that stays usable after this key is disposed.</summary>
    /// <exception cref="ObjectDisposedException">The key is disposed.</exception>
    public ChunkedKey Copy(Type owner)
    {
        Span<byte> key = stackalloc byte[MaxKeySize];
        key = Read(key);
        ChunkedKey copy = new(_scheme, key, owner);
        CryptographicOperations.ZeroMemory(key);
        return copy;
    }

    /// <summary>Derives the keys of a new message and writes its header.</summary>
    /// <exception cref="ObjectDisposedException">The key is disposed.</exception>
    public MessageKeys CreateMessage(ReadOnlySpan<byte> context, Span<byte> header)
    {
        RandomNumberGenerator.Fill(header[..SaltSize]);
        return Derive(header[..SaltSize], context, header[SaltSize..]);
    }

    /// <summary>Derives the keys of the message with this header. Returns null if the header does not belong to this key and context.</summary>
    /// <exception cref="ObjectDisposedException">The key is disposed.</exception>
    public MessageKeys? OpenMessage(ReadOnlySpan<byte> context, ReadOnlySpan<byte> header)
    {
        Span<byte> commitment = stackalloc byte[CommitmentSize];
        MessageKeys keys = Derive(header[..SaltSize], context, commitment);
        if (CryptographicOperations.FixedTimeEquals(commitment, header[SaltSize..]))
        {
            return keys;
        }

        keys.Dispose();
        return null;
    }

    /// <summary>key ‖ baseNonce ‖ commitment = HKDF-Expand(key, "c2sp.org/chunked-encryption@v1+" ‖ AEAD ‖ 0 ‖ salt ‖ context).</summary>
    internal MessageKeys Derive(ReadOnlySpan<byte> salt, ReadOnlySpan<byte> context, Span<byte> commitment)
    {
        Span<byte> key = stackalloc byte[MaxKeySize];
        Span<byte> derived = stackalloc byte[MaxKeySize + ChunkAead.NonceSize + CommitmentSize];
        key = Read(key);
        derived = derived[..(key.Length + ChunkAead.NonceSize + CommitmentSize)];
        byte[] info = [.. Encoding.ASCII.GetBytes($"c2sp.org/chunked-encryption@v1+{_scheme.AeadName}"), 0, .. salt, .. context];
        try
        {
            HkdfExpand.Derive(key, info, derived);
            derived[^CommitmentSize..].CopyTo(commitment);
            return new MessageKeys(_scheme.CreateAead(derived[..key.Length]), derived.Slice(key.Length, ChunkAead.NonceSize));
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
            CryptographicOperations.ZeroMemory(derived);
        }
    }

    public void Dispose() => _key.Dispose();

    private Span<byte> Read(Span<byte> destination)
    {
        ReadOnlySpan<byte> key = MemoryMarshal.AsBytes(_key.Vectors);
        destination = destination[..key.Length];
        key.CopyTo(destination);
        if (!_key.EndRead())
        {
            CryptographicOperations.ZeroMemory(destination);
            _key.ThrowDisposed();
        }

        return destination;
    }
}
