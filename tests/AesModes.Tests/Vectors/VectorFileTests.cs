using System.Text.Json;
using Xunit;

namespace AesModes.Tests.Vectors;

/// <summary>Are the vector files whole, and is everything in them consumed by a test?</summary>
public class VectorFileTests
{
    [Fact]
    public void GcmSiv_Load_Has516VectorsInElevenGroupsAnd696OfAnotherImplementation()
    {
        Assert.Equal(516 + 696, GcmSivVector.All.Count);
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
                ["noble-aes128-len"] = 301,
                ["noble-aes256-len"] = 301,
                ["noble-aes128-ad"] = 23,
                ["noble-aes256-ad"] = 23,
                ["noble-aes128-mid"] = 10,
                ["noble-aes256-mid"] = 10,
                ["noble-aes128-long"] = 3,
                ["noble-aes256-long"] = 3,
                ["noble-aes128-wrap"] = 11,
                ["noble-aes256-wrap"] = 11,
            },
            counts);
        Assert.Equal(16 + 6, GcmSivVector.All.Count(v => v.IsLong));
        Assert.All(GcmSivVector.All, v => Assert.Equal(v.Id.StartsWith("rfc8452", StringComparison.Ordinal), v.Steps is not null));
    }

    [Fact]
    public void Aes_Load_HasEveryGroupThatATestConsumes()
    {
        JsonElement root = VectorFile.Load("aes.json");
        var counts = root.EnumerateObject().Where(g => g.Name != "source").ToDictionary(g => g.Name, g => g.Value.GetArrayLength());
        Assert.Equal(
            new Dictionary<string, int> { ["block"] = 3, ["ecb"] = 3, ["cbc"] = 3, ["polyval"] = 2, ["blake2b"] = 11 },
            counts);
        Assert.Equal(
            AesVectorTests.ConsumedGroups.Append(Blake2bTests.ConsumedGroup).Order(),
            counts.Keys.Order());
        AssertUnique(counts.Keys.SelectMany(g => root.GetProperty(g).EnumerateArray()).Select(v => v.Text("id")));
    }

    [Fact]
    public void Aez_Load_Has448EncryptionsInEightGroupsAnd131Extractions()
    {
        Assert.Equal(448, AezVector.All.Count);
        AssertUnique(AezVector.All.Select(v => v.Id));
        Assert.Equal(
            new Dictionary<string, int>
            {
                ["len"] = 201,
                ["tag"] = 126,
                ["nonce"] = 17,
                ["ad-count"] = 21,
                ["ad-len"] = 32,
                ["key"] = 12,
                ["mid"] = 31,
                ["long"] = 8,
            },
            AezVector.All.CountBy(v => v.Group).ToDictionary());
        Assert.All(AezVector.All, v => Assert.Equal(v.Group == "long", v.IsLong));

        Assert.Equal(131, AezExtraction.All.Count);
        AssertUnique(AezExtraction.All.Select(v => v.Id));
        Assert.Equal(Enumerable.Range(0, 131), AezExtraction.All.Select(v => v.Key.Length).Order());
    }

    [Fact]
    public void Ctr_Load_Has672VectorsInThirteenGroups()
    {
        Assert.Equal(672, CtrVector.All.Count);
        AssertUnique(CtrVector.All.Select(v => v.Id));
        Dictionary<string, int> expected = new() { ["sp800-38a"] = 3 };
        foreach (string size in (string[])["128", "192", "256"])
        {
            expected[$"aes{size}-len"] = 100;
            expected[$"aes{size}-carry"] = 57;
            expected[$"aes{size}-group"] = 36;
            expected[$"aes{size}-cross"] = 30;
        }

        Assert.Equal(expected, CtrVector.All.CountBy(v => v.Group).ToDictionary());
        Assert.All(CtrVector.All, v => Assert.Equal(v.Id.Contains("-group-", StringComparison.Ordinal) || v.Id.Contains("-cross-", StringComparison.Ordinal), v.IsLong));
        Assert.All(CtrVector.All, v => Assert.Equal(16, v.InitialCounter.Length));
        Assert.Equal(54, CtrVector.All.Count(v => v.Plaintext.Length >= 1 << 20));
    }

    [Fact]
    public void Files_InTheFolder_AreTheFiveThatTestsLoad() => Assert.Equal(
        ["aes-ctr.json", "aes-gcm-siv-noble.json", "aes-gcm-siv.json", "aes.json", "aez.json"],
        Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "vectors")).Select(Path.GetFileName).Order(StringComparer.Ordinal));

    private static void AssertUnique(IEnumerable<string> ids) => Assert.Distinct(ids);
}
