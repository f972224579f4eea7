using System.Globalization;

namespace AesModes.Tests.Backends;

internal delegate void Transform(ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>Helpers for tests of backend methods.</summary>
internal static class PieceChecks
{
    /// <summary>Expects the same result in place and with separate buffers, at any alignment, and nothing written outside the destination.</summary>
    public static void InPlaceAndApart(ReadOnlySpan<byte> source, ReadOnlySpan<byte> expected, string what, Transform transform)
    {
        int at = 16 + ((source.Length + (source.Length / 16)) % 16);
        byte[] memory = Sample.Filled(source.Length + 48);
        Span<byte> place = memory.AsSpan(at, source.Length);
        transform(source, place);
        Check(expected, memory, at, $"{what}, apart");

        source.CopyTo(place);
        transform(place, place);
        Check(expected, memory, at, $"{what}, in place");

        static void Check(ReadOnlySpan<byte> expected, byte[] memory, int at, string what)
        {
            Bytes.AssertEqual(expected, memory.AsSpan(at, expected.Length), what);
            Bytes.AssertAll(Sample.Filler, memory.AsSpan(0, at), $"memory before, {what}");
            Bytes.AssertAll(Sample.Filler, memory.AsSpan(at + expected.Length), $"memory behind, {what}");
        }
    }

    public static byte[] Stored(params ReadOnlySpan<Vector128<byte>> vectors)
    {
        byte[] bytes = new byte[16 * vectors.Length];
        for (int i = 0; i < vectors.Length; i++)
        {
            vectors[i].CopyTo(bytes, 16 * i);
        }

        return bytes;
    }

    public static string Describe(string backend, FormattableString what) =>
        $"{backend}: {what.ToString(CultureInfo.InvariantCulture)} ({Sweep.HowToRepeat})";
}
