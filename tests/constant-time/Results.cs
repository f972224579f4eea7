using AesModes.Tests.Reference;

namespace AesModes.ConstantTime;

/// <summary>Holds what came out against what should: the program is shown to have done its work.</summary>
internal static class Results
{
    /// <summary>How many were right; a wrong one ends the program.</summary>
    public static int Right { get; private set; }

    /// <summary>As expected, and every byte still a secret to valgrind: made from a key or a text that it follows.</summary>
    public static void CheckSecret(ReadOnlySpan<byte> expected, Span<byte> actual, string what)
    {
        if (Secret.CountPublic(actual) is > 0 and int count)
        {
            throw new InvalidOperationException($"{what}: {count} of {actual.Length} bytes are not secret to valgrind: it did not follow the marks, and what it does not follow it does not report.");
        }

        Check(expected, actual, what);
    }

    /// <summary>As expected. Here valgrind is told that the result is public from now on.</summary>
    public static void Check(ReadOnlySpan<byte> expected, Span<byte> actual, string what)
    {
        Secret.Declassify(actual);
        Bytes.AssertEqual(expected, actual, what);
        Right++;
    }

    /// <summary>The accept/reject bit is as expected.</summary>
    public static void Check(bool expected, bool actual, string what)
    {
        if (expected != actual)
        {
            throw new InvalidOperationException($"{what}: {(actual ? "accepted" : "rejected")}");
        }

        Right++;
    }
}

/// <summary>The lengths that everything is run with.</summary>
internal static class Sizes
{
    /// <summary>All of few blocks, and around the thresholds of the backends: batches, groups, long POLYVAL, FACE's table.</summary>
    public static int[] Texts { get; } =
    [
        .. Enumerable.Range(0, 132),
        143, 144, 145, 191, 192, 193, 207, 208, 209, 255, 256, 257, 383, 384, 385, 447, 448, 449, 464, 511, 512, 513, 639, 640, 641, 767, 768, 1023, 1024,
        1025, 1039, 1536, 2047, 2048, 2049, 2064, 2500, 3071, 3072, 4095, 4096, 4097, 5000, 8191, 8192, 8193,
    ];

    /// <summary>Every size of a few blocks, and two above the buffer of a short message. Buffers of 64 KiB would take too long.</summary>
    public static int[] Streams { get; } = [.. Enumerable.Range(0, 132), 4095, 4097];

    /// <summary>In whole blocks, around the same thresholds.</summary>
    public static int[] Blocks { get; } = [1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 100];

    /// <summary>Taken in turn.</summary>
    public static int[] AssociatedData { get; } = [0, 1, 16, 20, 31, 448, 3, 64];
}
