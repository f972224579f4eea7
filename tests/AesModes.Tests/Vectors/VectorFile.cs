using System.Collections.Concurrent;
using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using Xunit;

namespace AesModes.Tests.Vectors;

/// <summary>A file of vectors/, as it stands in the repository, copied beside the tests.</summary>
internal static class VectorFile
{
    private static readonly ConcurrentDictionary<int, byte[]> _longPlaintexts = new();

    public static JsonElement Load(string file)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "vectors", file)));
        return document.RootElement.Clone();
    }

    public static string Text(this JsonElement vector, string field) => vector.GetProperty(field).GetString()!;

    public static byte[] Hex(this JsonElement vector, string field) => Convert.FromHexString(vector.Text(field));

    public static byte[]? OptionalHex(this JsonElement vector, string field) =>
        vector.TryGetProperty(field, out JsonElement value) ? Convert.FromHexString(value.GetString()!) : null;

    /// <summary>vectors/README.md: byte i of a long plaintext is (7·i + (i >> 8)) mod 256. One array for all of a size: not to be written.</summary>
    public static byte[] LongPlaintext(int size) => _longPlaintexts.GetOrAdd(size, MakeLongPlaintext);

    private static byte[] MakeLongPlaintext(int size)
    {
        byte[] plaintext = new byte[size];
        for (int i = 0; i < size; i++)
        {
            plaintext[i] = (byte)((7 * i) + (i >> 8));
        }

        return plaintext;
    }

    /// <summary>Runs the check on every vector and fails with the ids of those that failed and what was wrong with the first few.</summary>
    public static void CheckAll<TVector>(IReadOnlyCollection<TVector> vectors, Func<TVector, string> id, Action<TVector> check)
    {
        Assert.NotEmpty(vectors);
        List<string> failures = [];
        foreach (TVector vector in vectors)
        {
            try
            {
                check(vector);
            }
            catch (Exception e) when (e is (Xunit.Sdk.XunitException and not Xunit.Sdk.SkipException) or CryptographicException or ArgumentException or IndexOutOfRangeException)
            {
                failures.Add($"{id(vector)}: {(e is Xunit.Sdk.XunitException ? e.Message : e.ToString())}");
            }
        }

        if (failures.Count > 0)
        {
            Assert.Fail(string.Create(
                CultureInfo.InvariantCulture,
                $"{failures.Count} of {vectors.Count} vectors failed, the first of them:\n{string.Join('\n', failures.Take(8))}"));
        }
    }
}
