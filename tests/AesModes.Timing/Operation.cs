namespace AesModes.Timing;

/// <summary>A public call, with its target's buffers for arguments.</summary>
/// <param name="Name">What the tables call it.</param>
/// <param name="Run">Makes it.</param>
/// <param name="Renew">Makes what it is called on, with the target's key. Not timed.</param>
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
