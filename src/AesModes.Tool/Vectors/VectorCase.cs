using AesModes.Backends;

namespace AesModes.Tool.Vectors;

/// <summary>One test vector of a file.</summary>
/// <param name="id">Its name in the file.</param>
/// <param name="size">How many bytes it encrypts, for the progress bar.</param>
internal abstract class VectorCase(string id, int size = 0)
{
    /// <summary>What a vector costs beside its bytes, in bytes.</summary>
    private const int Overhead = 1024;

    public string Id => id;

    public long Work => Overhead + (long)size;

    /// <summary>Why it cannot be run; null when it can.</summary>
    public virtual string? NotRunBecause => null;

    /// <exception cref="ArgumentException">The library refused what the vector gives it.</exception>
    public abstract void Check(Backend backend, Findings findings);
}
