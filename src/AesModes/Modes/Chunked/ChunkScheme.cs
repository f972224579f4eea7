namespace AesModes.Modes;

/// <summary>An instance of C2SP chunked encryption, which defines the AEAD for the chunks.</summary>
internal abstract class ChunkScheme
{
    /// <summary>The AEAD's name in IANA's registry, which is an input of key derivation.</summary>
    public abstract string AeadName { get; }

    public abstract ChunkAead CreateAead(ReadOnlySpan<byte> key);
}
