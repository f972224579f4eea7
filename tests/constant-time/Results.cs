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
