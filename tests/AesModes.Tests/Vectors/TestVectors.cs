using System.Globalization;
using System.Security.Cryptography;
using AesModes.Tool.Vectors;
using AezCase = AesModes.Tool.Vectors.AezCase;

namespace AesModes.Tests.Vectors;

/// <summary>The files of vectors/, copied next to the tests and read by the tool's reader. VectorsCommandTests tests that reader.</summary>
internal static class TestVectors
{
    /// <summary>The specification's vectors and ours, then another implementation's.</summary>
    public static GcmSivCase[] GcmSiv { get; } = Load<GcmSivCase>("aes-gcm-siv.json", "aes-gcm-siv-noble.json");

    public static AezCase[] Aez { get; } = Load<AezCase>("aez.json");

    public static AezExtractionCase[] AezExtractions { get; } = Load<AezExtractionCase>("aez.json");

    public static CtrCase[] Ctr { get; } = Load<CtrCase>("aes-ctr.json");

    public static string PathOf(string file) => Path.Combine(AppContext.BaseDirectory, "vectors", file);

    /// <summary>Loads the vectors of one kind.</summary>
    public static TCase[] Load<TCase>(params string[] files) => [.. files.SelectMany(file => VectorFile.Read(PathOf(file)).Cases).OfType<TCase>()];

    /// <summary>A theory's row: the id without its number. For AEZ, without its several numbers.</summary>
    public static string Group(this TextCase vector) => vector switch
    {
        GcmSivCase => vector.Id[..vector.Id.LastIndexOf('-')],
        AezCase => vector.Id[..(vector.Id.IndexOfAny([.. "0123456789"]) - 1)],
        _ => string.Join('-', vector.Id.Split('-').Take(2)),
    };

    public static IEnumerable<string> Groups(this IEnumerable<TextCase> vectors) => vectors.Select(Group).Distinct();

    public static TCase[] InGroup<TCase>(this TCase[] vectors, string group)
        where TCase : TextCase => [.. vectors.Where(v => v.Group() == group)];

    public static void AssertCiphertext(this TextCase vector, ReadOnlySpan<byte> actual, string what)
    {
        Findings findings = new();
        vector.CompareCiphertext(actual, findings);
        Assert.True(findings.Summary is null, $"{what}: {findings.Summary}");
    }

    /// <summary>Checks the vectors like the tool.</summary>
    public static void AssertAllPass(VectorCase[] vectors, Backend backend) => CheckAll(vectors, v => v.Id, vector =>
    {
        Findings findings = new();
        vector.Check(backend, findings);
        Assert.True(findings.Summary is null, findings.Summary);
    });

    /// <summary>Runs the check on every vector on this backend.</summary>
    public static void CheckAll<TCase>(string backend, TCase[] vectors, Action<Backend, TCase> check)
        where TCase : TextCase
    {
        Backend tested = TestBackends.Get(backend);
        CheckAll(vectors, v => $"{v.Id} on {backend}", v => check(tested, v));
    }

    /// <summary>Runs the check on every vector. Fails with the ids of the failed vectors and the first few messages.</summary>
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
