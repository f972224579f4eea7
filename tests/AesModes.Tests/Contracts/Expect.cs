using System.Text.RegularExpressions;

namespace AesModes.Tests.Contracts;

/// <summary>Assertions whose messages name the case and the byte.</summary>
internal static class Expect
{
    public static void Same(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what) => Bytes.AssertEqual(expected, actual, what);

    public static void Cleared(ReadOnlySpan<byte> actual, string what) => Bytes.AssertAll(0, actual, $"{what}: not cleared");

    /// <summary>Expects this exception type, not a derived one.</summary>
    public static T Throws<T>(string what, Action action)
        where T : Exception
    {
        Exception? thrown = Record.Exception(action);
        Assert.True(thrown?.GetType() == typeof(T), $"{what}: expected {typeof(T).Name}, got {thrown?.ToString() ?? "no exception"}.");
        return (T)thrown!;
    }

    /// <summary>Expects exactly this exception type for this parameter, with these numbers in the message.</summary>
    public static void Refused<T>(string what, string parameter, Action action, params long[] numbers)
        where T : ArgumentException
    {
        T thrown = Throws<T>(what, action);
        Assert.True(thrown.ParamName == parameter, $"{what}: expected ParamName {parameter}, got {thrown.ParamName ?? "null"}.");
        foreach (long number in numbers)
        {
            Assert.True(Regex.IsMatch(thrown.Message, $@"(?<!\d){number}(?!\d)"), $"{what}: no {number} in the message \"{thrown.Message}\".");
        }
    }
}
