namespace AesModes.Modes;

/// <summary>An instance of C2SP chunked encryption: which AEAD encrypts the chunks.</summary>
internal abstract class ChunkScheme
{
    /// <summary>The AEAD's name in IANA's registry, which key derivation includes.</summary>
    public abstract string AeadName { get; }

    public abstract ChunkAead CreateAead(ReadOnlySpan<byte> key);
}
