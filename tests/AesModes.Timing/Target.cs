using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Timing;

/// <summary>One mode on one backend, with its buffers: every call reads and writes the same memory, whatever is in it.</summary>
/// <param name="backend">Which one.</param>
/// <param name="nonceSize">In bytes.</param>
/// <param name="textSize">Of the plaintext, in bytes.</param>
/// <param name="overhead">By how much a ciphertext is longer.</param>
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

    protected Backend Backend => backend;

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

    /// <param name="name">What the tables call it.</param>
    /// <param name="run">Makes it.</param>
    /// <param name="encrypt">Makes the ciphertext.</param>
    /// <param name="createNearMiss">Where it can refuse: see <see cref="Operation.CreateNearMiss"/>.</param>
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
