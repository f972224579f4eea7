using System.Runtime.InteropServices;
using AesModes.Backends;

namespace AesModes.Measuring.Peers;

/// <summary>An implementation to time: a key, a nonce, a message and all buffers, ready for repeated calls.</summary>
/// <param name="name">The name in every table.</param>
/// <param name="message">The message to encrypt.</param>
/// <param name="tagSize">The size of a separate tag in bytes.</param>
/// <param name="expansion">The number of bytes by which the ciphertext is longer than the plaintext.</param>
internal abstract class Peer(string name, Message message, int tagSize = 16, int expansion = 0) : IDisposable
{
    /// <summary>The library of our own peers. Their version is this repository's.</summary>
    public const string OwnLibrary = "AesModes";

    public string Name => name;

    public Message Message => message;

    public PlacedBuffer Ciphertext { get; } = new(message.Plaintext.Length + expansion, PlacedBuffer.PageSize / 4);

    // Fields of the peer, as a caller has them: access through the message would cost a short call time.
    protected byte[] Nonce { get; } = message.Nonce;

    protected PlacedBuffer Plaintext { get; } = message.Plaintext;

    protected PlacedBuffer AssociatedData { get; } = message.AssociatedData;

    /// <summary>Empty if the tag is part of the ciphertext, or there is none.</summary>
    public byte[] Tag { get; } = GC.AllocateArray<byte>(tagSize, pinned: true);

    /// <summary>The plaintext from <see cref="Ciphertext"/> and <see cref="Tag"/>.</summary>
    public PlacedBuffer Decrypted { get; } = new(message.Plaintext.Length, PlacedBuffer.PageSize / 2);

    public bool IsAuthenticated => tagSize + expansion > 0;

    /// <summary>The last encryption's output, without <see cref="Tag"/>. A check reads and changes it.</summary>
    public virtual Span<byte> Encrypted => Ciphertext;

    /// <summary>The last decryption's output.</summary>
    public virtual ReadOnlySpan<byte> Result => Decrypted;

    /// <summary>The library that runs, with its version.</summary>
    public abstract string Library { get; }

    /// <summary>Whether the key is expanded before the first call. If not, every call expands it.</summary>
    public virtual bool IsKeyPrepared => true;

    /// <summary>Null for other libraries.</summary>
    public virtual Backend? Backend => null;

    public abstract void Encrypt();

    public abstract void Decrypt();

    public Row CreateRow(Operation operation, string rowName) => new(rowName, message.Plaintext.Length, Repeat(operation), WorkOf(operation));

    public Action<int> Repeat(Operation operation) => Row.Calls(operation == Operation.Encrypt ? Encrypt : Decrypt);

    /// <inheritdoc cref="Work.AesBlocks"/>
    public double AesBlocks { get; init; } = 1;

    /// <summary>Null without AES instructions, and for other libraries, which may use wider instructions than .NET has.</summary>
    public Work? WorkOf(Operation operation) => Backend is { IsHardwareAccelerated: true } && CreateWork(operation) is { } work ? work with { AesBlocks = AesBlocks } : null;

    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    protected virtual Work? CreateWork(Operation operation) => null;

    protected abstract void Dispose(bool disposing);

    protected static unsafe byte* Address(byte[] pinned) => (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(pinned, 0);
}
