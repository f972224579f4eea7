using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Timing;

/// <summary>One mode on one backend, with its buffers: every call reads and writes the same memory, whatever is in it.</summary>
internal abstract class Target(Backend backend, int nonceSize, int textSize, int overhead) : IDisposable
{
    /// <summary>Of what is authenticated at all.</summary>
    public const int TagSize = 16;

    /// <summary>Public, and always the same; more than a block.</summary>
    protected static readonly byte[] AssociatedData = [.. Enumerable.Range(50, 20).Select(i => (byte)i)];

    public abstract string Mode { get; }

    /// <summary>The mode's public calls.</summary>
    public abstract IReadOnlyList<Operation> Operations { get; }

    public byte[] Key { get; } = Allocate(32);

    public byte[] Nonce { get; } = Allocate(nonceSize);

    public byte[] Plaintext { get; } = Allocate(textSize);

    /// <summary>With all that comes with it.</summary>
    public byte[] Ciphertext { get; } = Allocate(textSize + overhead);

    /// <summary>Whether the last decryption accepted.</summary>
    public bool Accepted { get; protected set; }

    public Backend Backend => backend;

    protected byte[] Output { get; } = Allocate(textSize);

    /// <summary>The constructor and Dispose.</summary>
    protected IEnumerable<Operation> Lifetime => [new("constructor", SetUp, Release), new("Dispose", Release, Renew)];

    public void Dispose()
    {
        Release();
        GC.SuppressFinalize(this);
    }

    /// <summary>Makes an instance with the key.</summary>
    protected abstract void SetUp();

    /// <summary>Overwrites the instance.</summary>
    protected abstract void Release();

    /// <summary>An instance with the key, in place of the one before.</summary>
    protected void Renew()
    {
        Release();
        SetUp();
    }

    protected Operation Encryption(string name, Action run) => new(name, run, Renew) { Input = Plaintext };

    protected Operation Decryption(string name, Action run, Action encrypt, Func<byte[], byte[], byte[]>? createNearMiss = null) =>
        new(name, run, Renew) { Input = Ciphertext, Encrypt = encrypt, CreateNearMiss = createNearMiss };

    /// <summary>The same of a call that refuses by an exception.</summary>
    protected Operation ThrowingDecryption(string name, Action run, Action encrypt, Func<byte[], byte[], byte[]> createNearMiss) =>
        Decryption(name, () => Accepted = Returns(run), encrypt, createNearMiss);

    /// <summary>Where the collector does not move it.</summary>
    protected static byte[] Allocate(int size) => GC.AllocateArray<byte>(size, pinned: true);

    private static bool Returns(Action decrypt)
    {
        try
        {
            decrypt();
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }
}

/// <summary>A public call, with its target's buffers for arguments. Renew makes what it is called on, with the target's key, and is not timed.</summary>
internal sealed record Operation(string Name, Action Run, Action Renew)
{
    /// <summary>The plaintext or ciphertext that it reads; empty where it reads neither: such a call makes an object or ends one.</summary>
    public byte[] Input { get; init; } = [];

    /// <summary>Makes the input from the target's plaintext, where that is not the input itself.</summary>
    public Action? Encrypt { get; init; }

    /// <summary>
    /// Where a wrong input is refused: one, under the target's key, that is refused because of a single byte. For AES-GCM-SIV the given tag differs from the right one in that
    /// byte, for AEZ that byte of what must be zeros is not. (A tag with a byte changed would do neither: it is also the counter, or part of the block; what comes of it is random
    /// everywhere.) Its arguments are a plaintext, and the given and right one xored.
    /// </summary>
    public Func<byte[], byte[], byte[]>? CreateNearMiss { get; init; }
}
