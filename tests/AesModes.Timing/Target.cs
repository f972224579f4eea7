using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Timing;

/// <summary>A mode on a backend with its buffers. Every call uses the same memory, whatever its content.</summary>
internal abstract class Target(Backend backend, int nonceSize, int textSize, int overhead) : IDisposable
{
    /// <summary>The tag size of authenticated modes.</summary>
    public const int TagSize = 16;

    /// <summary>Public and constant. Longer than a block.</summary>
    protected static readonly byte[] AssociatedData = [.. Enumerable.Range(50, 20).Select(i => (byte)i)];

    public abstract string Mode { get; }

    /// <summary>The mode's public calls.</summary>
    public abstract IReadOnlyList<Operation> Operations { get; }

    public byte[] Key { get; } = Allocate(32);

    public byte[] Nonce { get; } = Allocate(nonceSize);

    public byte[] Plaintext { get; } = Allocate(textSize);

    /// <summary>The ciphertext with its tag or nonce.</summary>
    public byte[] Ciphertext { get; } = Allocate(textSize + overhead);

    /// <summary>Whether the last decryption accepted.</summary>
    public bool Accepted { get; protected set; }

    public Backend Backend => backend;

    protected byte[] Output { get; } = Allocate(textSize);

    /// <summary>Operations for the constructor and Dispose.</summary>
    protected IEnumerable<Operation> Lifetime => [new("constructor", SetUp, Release), new("Dispose", Release, Renew)];

    public void Dispose()
    {
        Release();
        GC.SuppressFinalize(this);
    }

    /// <summary>Makes an instance with the key.</summary>
    protected abstract void SetUp();

    /// <summary>Disposes the instance.</summary>
    protected abstract void Release();

    /// <summary>Replaces the instance by one with the current key.</summary>
    protected void Renew()
    {
        Release();
        SetUp();
    }

    protected Operation Encryption(string name, Action run) => new(name, run, Renew) { Input = Plaintext };

    protected Operation Decryption(string name, Action run, Action encrypt, Func<byte[], byte[], byte[]>? createNearMiss = null) =>
        new(name, run, Renew) { Input = Ciphertext, Encrypt = encrypt, CreateNearMiss = createNearMiss };

    /// <summary>A decryption that throws if the message is not authentic.</summary>
    protected Operation ThrowingDecryption(string name, Action run, Action encrypt, Func<byte[], byte[], byte[]> createNearMiss) =>
        Decryption(name, () => Accepted = Returns(run), encrypt, createNearMiss);

    /// <summary>Allocates memory that the garbage collector does not move.</summary>
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

/// <summary>A public call with its target's buffers as arguments. Renew creates the object for the call with the target's key; it is not timed.</summary>
internal sealed record Operation(string Name, Action Run, Action Renew)
{
    /// <summary>The plaintext or ciphertext that the call reads. Empty if the call only creates or disposes an object.</summary>
    public byte[] Input { get; init; } = [];

    /// <summary>Makes the input from the target's plaintext. Null if the input is the plaintext.</summary>
    public Action? Encrypt { get; init; }

    /// <summary>
    /// Makes an input that is rejected because of a single byte, from a plaintext and the XOR of the given and the correct tag. For AES-GCM-SIV, that byte of the tag is wrong;
    /// for AEZ, that byte of the tag's zeros is not zero. A flipped byte in the ciphertext or tag would not do: the tag is also the counter or part of the cipher's input, so
    /// the result would be random everywhere. Null if the call rejects nothing.
    /// </summary>
    public Func<byte[], byte[], byte[]>? CreateNearMiss { get; init; }
}
