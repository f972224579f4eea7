namespace AesModes.Modes;

/// <summary>How an attempt to read from a <see cref="ChunkReader"/> ended.</summary>
internal enum ChunkRead
{
    Done,
    NeedsInput,

    /// <summary>The source ended before the chunk began. The message is truncated, unless a seek went past its end.</summary>
    PastEnd,
}
