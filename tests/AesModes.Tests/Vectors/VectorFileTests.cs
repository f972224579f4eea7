using System.Text.Json;
using Xunit;

namespace AesModes.Tests.Vectors;

/// <summary>Are the vector files whole, and is everything in them consumed by a test?</summary>
public class VectorFileTests
{
    [Fact]
    public void GcmSiv_Load_Has516VectorsInElevenGroups()
    {
        Assert.Equal(516, GcmSivVector.All.Count);
        AssertUnique(GcmSivVector.All.Select(v => v.Id));
        var counts = GcmSivVector.All.CountBy(v => v.Group).ToDictionary();
        Assert.Equal(
            new Dictionary<string, int>
            {
                ["rfc8452-aes-128-gcm-siv"] = 24,
                ["rfc8452-aes-256-gcm-siv"] = 24,
                ["rfc8452-counter-wrap"] = 2,
                ["aes128-len"] = 150,
                ["aes256-len"] = 150,
                ["aes128-ad"] = 50,
                ["aes256-ad"] = 50,
                ["aes128-mid"] = 25,
                ["aes256-mid"] = 25,
                ["aes128-long"] = 8,
                ["aes256-long"] = 8,
            },
            counts);
        Assert.Equal(16, GcmSivVector.All.Count(v => v.IsLong));
        Assert.All(GcmSivVector.All, v => Assert.Equal(v.Id.StartsWith("rfc8452", StringComparison.Ordinal), v.Steps is not null));
    }

    /// <summary>The next issues bring BLAKE2b (AEZ's keys); until then it is counted, and named here.</summary>
    [Fact]
    public void Aes_Load_HasEveryGroupThatATestConsumesAndBlake2b()
    {
        JsonElement root = VectorFile.Load("aes.json");
        var counts = root.EnumerateObject().Where(g => g.Name != "source").ToDictionary(g => g.Name, g => g.Value.GetArrayLength());
        Assert.Equal(
            new Dictionary<string, int> { ["block"] = 3, ["ecb"] = 3, ["cbc"] = 3, ["polyval"] = 2, ["blake2b"] = 11 },
            counts);
        Assert.Equal(
            ["blake2b", .. AesVectorTests.ConsumedGroups.Order()],
            counts.Keys.Order());
        AssertUnique(counts.Keys.SelectMany(g => root.GetProperty(g).EnumerateArray()).Select(v => v.Text("id")));
    }

    /// <summary>The files of the modes to come are whole; their tests come with the modes.</summary>
    [Theory]
    [InlineData("aes-ctr.json", "vectors", 672)]
    [InlineData("aez.json", "encrypt", 448)]
    [InlineData("aez.json", "extract", 131)]
    public void LaterModes_Load_HaveTheCountedVectors(string file, string group, int count)
    {
        JsonElement vectors = VectorFile.Load(file).GetProperty(group);
        Assert.Equal(count, vectors.GetArrayLength());
        AssertUnique(vectors.EnumerateArray().Select(v => v.Text("id")));
    }

    [Fact]
    public void Files_InTheFolder_AreTheFourThatTestsLoad() => Assert.Equal(
        ["aes-ctr.json", "aes-gcm-siv.json", "aes.json", "aez.json"],
        Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "vectors")).Select(Path.GetFileName).Order(StringComparer.Ordinal));

    private static void AssertUnique(IEnumerable<string> ids) => Assert.Distinct(ids);
}
