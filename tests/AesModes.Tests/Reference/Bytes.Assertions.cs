using System.Globalization;

namespace AesModes.Tests.Reference;

/// <summary>Assertions that report the first difference. Programs that are not tests use only the other part of this class.</summary>
internal static partial class Bytes
{
    /// <summary>Asserts equality. The failure shows the first differing byte and its surroundings.</summary>
    public static void AssertEqual(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what)
    {
        if (expected.SequenceEqual(actual))
        {
            return;
        }

        if (expected.Length != actual.Length)
        {
            Assert.Fail(string.Create(CultureInfo.InvariantCulture, $"{what}: {expected.Length} bytes expected, {actual.Length} found"));
        }

        int at = expected.CommonPrefixLength(actual);
        int from = Math.Max(0, at - 4);
        int to = Math.Min(expected.Length, at + 12);
        Assert.Fail(string.Create(
            CultureInfo.InvariantCulture,
            $"{what}: byte {at} of {expected.Length} differs: {expected[at]:x2} expected, {actual[at]:x2} found; bytes {from} to {to - 1}: {Convert.ToHexStringLower(expected[from..to])} expected, {Convert.ToHexStringLower(actual[from..to])} found"));
    }

    /// <summary>Asserts that all bytes have this value. The failure shows the first other byte.</summary>
    public static void AssertAll(byte value, ReadOnlySpan<byte> actual, string what)
    {
        int at = actual.IndexOfAnyExcept(value);
        if (at >= 0)
        {
            Assert.Fail(string.Create(CultureInfo.InvariantCulture, $"{what}: byte {at} of {actual.Length} is {actual[at]:x2} instead of {value:x2}"));
        }
    }
}
