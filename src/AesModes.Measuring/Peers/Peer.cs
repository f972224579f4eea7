using System.Runtime.InteropServices;
using AesModes.Backends;

namespace AesModes.Measuring.Peers;

/// <summary>An encryption that is timed: a key, a nonce, a message and all buffers, ready for one call after another.</summary>
/// <param name="name">As in every table.</param>
/// <param name="message">What it encrypts.</param>
/// <param name="tagSize">Of a tag apart from the ciphertext, in bytes.</param>
/// <param name="expansion">By how many bytes the ciphertext is longer than the plaintext.</param>
/// <remarks>Derived classes call their library as its users do, with nothing in between that would cost a short message time.</remarks>
internal abstract class Peer(string name, Message message, int tagSize = 16, int expansion = 0) : IDisposable
{
    public string Name => name;

    public Message Message => message;

    public PlacedBuffer Ciphertext { get; } = new(message.Plaintext.Length + expansion, PlacedBuffer.PageSize / 4);

    /// <summary>At hand, as callers have it, and not a way through <see cref="Message"/> away; so the others.</summary>
    protected byte[] Nonce { get; } = message.Nonce;

    protected PlacedBuffer Plaintext { get; } = message.Plaintext;

    protected PlacedBuffer AssociatedData { get; } = message.AssociatedData;

    /// <summary>Empty where the tag is part of the ciphertext, or there is none.</summary>
    public byte[] Tag { get; } = GC.AllocateArray<byte>(tagSize, pinned: true);

    /// <summary>What decryption makes of <see cref="Ciphertext"/> and <see cref="Tag"/>.</summary>
    public PlacedBuffer Decrypted { get; } = new(message.Plaintext.Length, PlacedBuffer.PageSize / 2);

    public bool IsAuthenticated => tagSize + expansion > 0;

    /// <summary>What it runs on, of ours; null says that the peer is somebody else's.</summary>
    public virtual Backend? Backend => null;

    public abstract void Encrypt();

    public abstract void Decrypt();

    /// <summary>One direction of it, to be timed.</summary>
    public Row CreateRow(Operation operation, string rowName) => new(rowName, message.Plaintext.Length, Repeat(operation), WorkOf(operation));

    /// <summary>As many calls as are asked for.</summary>
    public Action<int> Repeat(Operation operation) => operation == Operation.Encrypt
        ? calls =>
        {
            for (; calls > 0; calls--)
            {
                Encrypt();
            }
        }
        : calls =>
        {
            for (; calls > 0; calls--)
            {
                Decrypt();
            }
        };

    /// <summary>What a call cannot do without; null without AES instructions, and of others, which may use wider ones than .NET has.</summary>
    public Work? WorkOf(Operation operation) => Backend is { IsHardwareAccelerated: true } ? CreateWork(operation) : null;

    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    /// <summary>What a call on AES instructions cannot do without.</summary>
    protected virtual Work? CreateWork(Operation operation) => null;

    protected abstract void Dispose(bool disposing);

    protected static unsafe byte* Address(byte[] pinned) => (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(pinned, 0);
}
