using AesModes.Backends;

namespace AesModes.Timing;

/// <summary>One mode on one backend, with its buffers: every call reads and writes the same memory, whatever is in it.</summary>
/// <param name="backend">Which one.</param>
/// <param name="keySize">In bytes.</param>
/// <param name="textSize">Of the plaintext, in bytes.</param>
/// <param name="tagSize">By how much a ciphertext is longer; 0 where nothing is authenticated.</param>
internal abstract class Target(Backend backend, int keySize, int textSize, int tagSize) : IDisposable
{
    /// <summary>Public, and always the same: what varies is the secret alone.</summary>
    protected static readonly byte[] Nonce = [.. Enumerable.Range(100, 16).Select(i => (byte)i)];

    public abstract string Mode { get; }

    public byte[] Key { get; } = Allocate(keySize);

    public byte[] Plaintext { get; } = Allocate(textSize);

    /// <summary>Ciphertext, with its tag behind it.</summary>
    public byte[] Ciphertext { get; } = Allocate(textSize + tagSize);

    public int TagSize => tagSize;

    /// <summary>Whether the last decryption accepted.</summary>
    public bool Accepted { get; protected set; }

    protected Backend Backend => backend;

    protected byte[] Output { get; } = Allocate(textSize);

    /// <summary>An instance with the key, in place of the one before.</summary>
    public abstract void SetUp();

    /// <summary>Overwrites and forgets the instance.</summary>
    public abstract void Release();

    public abstract void Encrypt();

    public abstract void Decrypt();

    /// <summary>
    /// A ciphertext under the key, which is refused because of one byte alone: for AES-GCM-SIV the given tag differs from the right one in that byte, for AEZ that
    /// byte of what must be zeros is not. (A tag with a byte changed would do neither: it is also the counter, or part of the block; what comes of it is random everywhere.)
    /// </summary>
    /// <param name="plaintext">What the ciphertext is made of.</param>
    /// <param name="difference">Given and right one, xored.</param>
    public abstract byte[] CreateNearMiss(byte[] plaintext, byte[] difference);

    public void Dispose()
    {
        Release();
        GC.SuppressFinalize(this);
    }

    /// <summary>Where the collector does not move it.</summary>
    private static byte[] Allocate(int size) => GC.AllocateArray<byte>(size, pinned: true);
}
