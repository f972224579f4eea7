using AesModes.Tool.Vectors;

namespace AesModes.Tests.Vectors;

/// <summary>Tests that the vector files are complete, and that the reader accepts everything in them.</summary>
public class VectorFileTests
{
    [Fact]
    public void GcmSiv_Load_Has516VectorsInElevenGroupsAnd696OfAnotherImplementation()
    {
        Assert.Equal(516 + 696, TestVectors.GcmSiv.Length);
        Assert.Distinct(TestVectors.GcmSiv.Select(v => v.Id));
        var counts = TestVectors.GcmSiv.CountBy(v => v.Group()).ToDictionary();
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
        Assert.Equal(16 + 6, TestVectors.GcmSiv.Count(v => v.IsLong));
        Assert.All(TestVectors.GcmSiv, v => Assert.Equal(v.Id.StartsWith("rfc8452", StringComparison.Ordinal), v.Steps is not null));
        Assert.All(TestVectors.GcmSiv.Select(v => v.Steps).OfType<GcmSivSteps>(), steps => Assert.All(
            (byte[]?[])[steps.AuthenticationKey, steps.EncryptionKey, steps.PolyvalInput, steps.PolyvalResult, steps.InitialCounter], Assert.NotNull));
    }

    [Fact]
    public void Aes_Load_HasEveryKindThatATestConsumes()
    {
        VectorCase[] vectors = TestVectors.Load<VectorCase>("aes.json");
        Assert.Equal(
            new Dictionary<Type, int> { [typeof(BlocksCase)] = 6, [typeof(CbcCase)] = 3, [typeof(ProductCase)] = 1, [typeof(PolyvalCase)] = 1, [typeof(Blake2bCase)] = 11 },
            vectors.CountBy(v => v.GetType()).ToDictionary());
        Assert.Distinct(vectors.Select(v => v.Id));
    }

    [Fact]
    public void Aez_Load_Has448EncryptionsInEightGroupsAnd131Extractions()
    {
        Assert.Equal(448, TestVectors.Aez.Length);
        Assert.Distinct(TestVectors.Aez.Select(v => v.Id));
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
            TestVectors.Aez.CountBy(v => v.Group()).ToDictionary());
        Assert.All(TestVectors.Aez, v => Assert.Equal(v.Group() == "long", v.IsLong));

        Assert.Equal(131, TestVectors.AezExtractions.Length);
        Assert.Distinct(TestVectors.AezExtractions.Select(v => v.Id));
        Assert.Equal(Enumerable.Range(0, 131), TestVectors.AezExtractions.Select(v => v.Key.Length).Order());
    }

    [Fact]
    public void Ctr_Load_Has672VectorsInThirteenGroups()
    {
        Assert.Equal(672, TestVectors.Ctr.Length);
        Assert.Distinct(TestVectors.Ctr.Select(v => v.Id));
        Dictionary<string, int> expected = new() { ["sp800-38a"] = 3 };
        foreach (string size in (string[])["128", "192", "256"])
        {
            expected[$"aes{size}-len"] = 100;
            expected[$"aes{size}-carry"] = 57;
            expected[$"aes{size}-group"] = 36;
            expected[$"aes{size}-cross"] = 30;
        }

        Assert.Equal(expected, TestVectors.Ctr.CountBy(v => v.Group()).ToDictionary());
        Assert.All(TestVectors.Ctr, v => Assert.Equal(v.Id.Contains("-group-", StringComparison.Ordinal) || v.Id.Contains("-cross-", StringComparison.Ordinal), v.IsLong));
        Assert.All(TestVectors.Ctr, v => Assert.Equal(16, v.InitialCounter.Length));
        Assert.Equal(54, TestVectors.Ctr.Count(v => v.Size >= 1 << 20));
    }

    [Fact]
    public void Files_InTheFolder_AreThoseThatTestsLoad() => Assert.Equal(
        [
            "acvp/aes-ctr/expectedResults.json", "acvp/aes-ctr/prompt.json", "acvp/aes-gcm-siv/expectedResults.json", "acvp/aes-gcm-siv/prompt.json",
            "aes-ctr.json", "aes-gcm-siv-noble.json", "aes-gcm-siv.json", "aes.json", "aez.json", "chunked-aes-gcm-siv.json", "wycheproof-aes-gcm-siv.json",
            "wycheproof-c2sp-chunked-aes-128-gcm.json",
        ],
        Directory.GetFiles(TestVectors.PathOf(""), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(TestVectors.PathOf(""), file).Replace('\\', '/')).Order(StringComparer.Ordinal));
}
