using System.Text.Json;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>A file of test vectors: one of this repository's (vectors/README.md), or Wycheproof's for AES-GCM-SIV.</summary>
internal sealed class VectorFile
{
    private const string GcmSiv = "AES-GCM-SIV";

    private const string Ctr = "AES-CTR";

    /// <summary>What a list of our files without an algorithm's name holds.</summary>
    private static readonly Dictionary<string, Func<VectorFields, VectorCase>> _kinds = new()
    {
        ["encrypt"] = fields => new AezCase(fields),
        ["extract"] = fields => new AezExtractionCase(fields),
        ["block"] = fields => new BlocksCase(fields),
        ["ecb"] = fields => new BlocksCase(fields),
        ["cbc"] = fields => new CbcCase(fields),
        ["polyval"] = fields => fields.Has("product") ? new ProductCase(fields) : new PolyvalCase(fields),
        ["blake2b"] = fields => new Blake2bCase(fields),
    };

    public VectorFile(string name, IReadOnlyList<VectorCase> cases)
    {
        Name = name;
        Cases = cases;
    }

    /// <summary>As the caller named it.</summary>
    public string Name { get; }

    public IReadOnlyList<VectorCase> Cases { get; }

    public static VectorFile Read(string name)
    {
        using FileStream stream = File.OpenRead(name);
        return Read(name, stream);
    }

    /// <summary>From wherever it is.</summary>
    public static VectorFile Read(string name, Stream stream)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(stream, new JsonDocumentOptions { AllowDuplicateProperties = false });
            return new VectorFile(name, [.. ReadCases(new VectorFields(document.RootElement, $"{name}:"))]);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // The latter of a text with half a character in it.
            throw new CommandFailure($"{name} is no JSON file: {e.Message}");
        }
    }

    private static IEnumerable<VectorCase> ReadCases(VectorFields root)
    {
        string algorithm = root.Has("algorithm") ? root.Text("algorithm") : string.Empty;
        return root.IsList("testGroups") ? ReadWycheproof(root, algorithm)
            : !root.IsList("vectors") ? ReadLists(root)
            : algorithm.StartsWith(GcmSiv, StringComparison.Ordinal) ? root.List("vectors").Select(fields => new GcmSivCase(fields))
            : algorithm.StartsWith(Ctr, StringComparison.Ordinal) ? root.List("vectors").Select(fields => new CtrCase(fields))
            : throw root.Wrong("algorithm", $"is neither {GcmSiv} nor {Ctr}");
    }

    private static IEnumerable<VectorCase> ReadLists(VectorFields root)
    {
        string[] lists = [.. root.Names.Where(root.IsList)];
        return lists.FirstOrDefault(list => !_kinds.ContainsKey(list)) is { } unknown ? throw root.Wrong(unknown, "is no kind of test vector known here")
            : lists.Length == 0 ? throw root.Wrong("vectors", "is missing: this is no file of test vectors")
            : lists.SelectMany(list => root.List(list).Select(_kinds[list]));
    }

    private static WycheproofCase[] ReadWycheproof(VectorFields root, string algorithm)
    {
        if (algorithm != GcmSiv)
        {
            throw root.Wrong("algorithm", $"is not {GcmSiv}");
        }

        WycheproofCase[] cases = [.. root.List("testGroups").SelectMany(group => group.List("tests").Select(fields => new WycheproofCase(fields)))];
        return !root.Has("numberOfTests") || root.Number("numberOfTests", 0, int.MaxValue) == cases.Length
            ? cases
            : throw root.Wrong("numberOfTests", $"is not the number of tests, {cases.Length}");
    }
}
