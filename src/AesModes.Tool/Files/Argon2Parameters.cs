using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using Konscious.Security.Cryptography;

namespace AesModes.Tool.Files;

/// <summary>The salt and the cost of Argon2id, as stored in the header of a file under a passphrase (docs/file-format.md).</summary>
/// <param name="Salt">16 bytes.</param>
/// <param name="Memory">The memory in KiB.</param>
/// <param name="Passes">The number of passes over the memory.</param>
/// <param name="Lanes">The number of parts of the memory that are filled in parallel.</param>
internal sealed record Argon2Parameters(byte[] Salt, int Memory, int Passes, int Lanes)
{
    public const int Size = SaltSize + 12;

    public const int OutputSize = 32;

    private const int SaltSize = 16;
    private const int MaxMemory = 1 << 20;
    private const int MinMemoryOfLane = 8;
    private const int MaxPasses = 16;
    private const int MaxLanes = 16;

    /// <summary>A random salt, and the second recommendation of RFC 9106 §4.</summary>
    public static Argon2Parameters Create() => new(RandomNumberGenerator.GetBytes(SaltSize), Memory: 65_536, Passes: 3, Lanes: 4);

    /// <exception cref="CommandFailure">A parameter is out of bounds. Nothing is computed from it.</exception>
    public static Argon2Parameters Read(ReadOnlySpan<byte> bytes, string path)
    {
        uint memory = BinaryPrimitives.ReadUInt32BigEndian(bytes[SaltSize..]);
        uint passes = BinaryPrimitives.ReadUInt32BigEndian(bytes[(SaltSize + 4)..]);
        uint lanes = BinaryPrimitives.ReadUInt32BigEndian(bytes[(SaltSize + 8)..]);
        if (lanes is < 1 or > MaxLanes || passes is < 1 or > MaxPasses || memory is > MaxMemory || memory < MinMemoryOfLane * lanes)
        {
            throw new CommandFailure(string.Create(
                CultureInfo.InvariantCulture,
                $"{path} asks for Argon2id with {memory:N0} KiB, {passes:N0} passes and {lanes:N0} lanes. This command accepts {MinMemoryOfLane} KiB for each lane to {MaxMemory:N0} KiB, "
                    + $"1 to {MaxPasses} passes and 1 to {MaxLanes} lanes."));
        }

        return new Argon2Parameters(bytes[..SaltSize].ToArray(), (int)memory, (int)passes, (int)lanes);
    }

    public void Write(Span<byte> bytes)
    {
        Salt.CopyTo(bytes);
        BinaryPrimitives.WriteInt32BigEndian(bytes[SaltSize..], Memory);
        BinaryPrimitives.WriteInt32BigEndian(bytes[(SaltSize + 4)..], Passes);
        BinaryPrimitives.WriteInt32BigEndian(bytes[(SaltSize + 8)..], Lanes);
    }

    /// <summary>Argon2id (RFC 9106) of the passphrase, which is the whole array.</summary>
    public SecretBuffer Derive(byte[] passphrase)
    {
        byte[] derived = Compute(passphrase);
        SecretBuffer secret = new(OutputSize);
        derived.CopyTo(secret.Bytes, 0);
        CryptographicOperations.ZeroMemory(derived);

        // The package erases nothing. Most of the memory that the collector frees returns to the system.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        return secret;
    }

    private byte[] Compute(byte[] passphrase)
    {
        using Argon2id argon2 = new(passphrase) { Salt = Salt, MemorySize = Memory, Iterations = Passes, DegreeOfParallelism = Lanes };
        return argon2.GetBytes(OutputSize);
    }
}
