using System.Text.Json;
using AesModes.Tool.Files;

namespace AesModes.Tool.Vectors;

/// <summary>A file of test vectors: this repository's (vectors/README.md), Wycheproof's for AES-GCM-SIV, or ACVP's.</summary>
internal sealed class VectorFile(string name, IReadOnlyList<VectorCase> cases)
{
    private const string GcmSiv = "AES-GCM-SIV";

    private const string Ctr = "AES-CTR";

    /// <summary>The kinds of vectors in our files without an algorithm's name, by the name of their list.</summary>
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

    public string Name => name;

    public IReadOnlyList<VectorCase> Cases => cases;

    public static VectorFile Read(string name)
    {
        using FileStream stream = FileParameters.OpenInput(name);
        return Read(name, stream);
    }

    public static VectorFile Read(string name, Stream stream) => Parse(name, stream, root => new VectorFile(name, [.. ReadCases(name, root)]));

    private static T Parse<T>(string name, Stream stream, Func<VectorFields, T> read)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(stream, new JsonDocumentOptions { AllowDuplicateProperties = false });
            return read(new VectorFields(document.RootElement, $"{name}:"));
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // The latter is thrown for text with half a surrogate pair.
            throw new CommandFailure($"{name} is not a JSON file: {e.Message}");
        }
    }

    private static IEnumerable<VectorCase> ReadCases(string name, VectorFields root)
    {
        string algorithm = root.Has("algorithm") ? root.Text("algorithm") : string.Empty;
        return AcvpCase.IsAlgorithm(algorithm) ? ReadAcvp(name, root)
            : root.IsList("testGroups") ? ReadWycheproof(root, algorithm)
            : !root.IsList("vectors") ? ReadLists(root)
            : algorithm.StartsWith(GcmSiv, StringComparison.Ordinal) ? root.List("vectors").Select(fields => new GcmSivCase(fields))
            : algorithm.StartsWith(Ctr, StringComparison.Ordinal) ? root.List("vectors").Select(fields => new CtrCase(fields))
            : throw root.Wrong("algorithm", $"is neither {GcmSiv} nor {Ctr}");
    }

    private static IEnumerable<VectorCase> ReadLists(VectorFields root)
    {
        string[] lists = [.. root.Names.Where(root.IsList)];
        return lists.FirstOrDefault(list => !_kinds.ContainsKey(list)) is { } unknown ? throw root.Wrong(unknown, "is not a known kind of test vector")
            : lists.Length == 0 ? throw root.Wrong("vectors", "is missing: this is not a file of test vectors")
            : lists.SelectMany(list => root.List(list).Select(_kinds[list]));
    }

    private static VectorCase[] ReadAcvp(string name, VectorFields root)
    {
        string results = AcvpCase.FindResults(name, root);
        using FileStream stream = File.OpenRead(results);
        return Parse(results, stream, expected => AcvpCase.Read(root, expected).ToArray());
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

/// <summary>The fields of an object in a vector file. If a field is missing or malformed, the failure names its place in the file.</summary>
/// <param name="element">The object.</param>
/// <param name="place">Its place: the file's name and a colon, and the path to the object.</param>
internal sealed class VectorFields(JsonElement element, string place)
{
    private const int BlockSize = 16;

    private readonly JsonElement _object = element.ValueKind == JsonValueKind.Object ? element : throw new CommandFailure($"{place} is not a JSON object.");

    public IEnumerable<string> Names => _object.EnumerateObject().Select(property => property.Name);

    public bool Has(string name) => _object.TryGetProperty(name, out _);

    public bool IsList(string name) => _object.TryGetProperty(name, out JsonElement value) && value.ValueKind == JsonValueKind.Array;

    public CommandFailure Wrong(string name, string what) => new($"{PlaceOf(name)} {what}.");

    public string Text(string name) => Get(name, JsonValueKind.String).GetString()!;

    /// <summary>The id, safe to print on one line.</summary>
    public string Id() => Printable.Of(Text("id"), 100);

    public int Number(string name, int least, int most) =>
        Get(name, JsonValueKind.Number).TryGetInt32(out int number) && number >= least && number <= most
            ? number
            : throw Wrong(name, $"is not a whole number from {least} to {most}");

    public bool Flag(string name) => Has(name) && _object.GetProperty(name).ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw Wrong(name, "is not true or false"),
    };

    public byte[] Hex(string name) => HexOf(Get(name, JsonValueKind.String), name);

    public byte[] Hex(string name, params int[] sizes)
    {
        byte[] bytes = Hex(name);
        return sizes.Contains(bytes.Length) ? bytes : throw Wrong(name, $"has {bytes.Length} bytes, not {string.Join(" or ", sizes)}");
    }

    public byte[] Blocks(string name)
    {
        byte[] bytes = Hex(name);
        return bytes.Length % BlockSize == 0 ? bytes : throw Wrong(name, $"has {bytes.Length} bytes, which is not a multiple of {BlockSize}");
    }

    public byte[]? OptionalHex(string name) => Has(name) ? Hex(name) : null;

    public byte[][] HexList(string name) =>
        [.. Get(name, JsonValueKind.Array).EnumerateArray().Select((value, i) => HexOf(value, $"{name}[{i}]"))];

    /// <summary>Blocks, concatenated.</summary>
    public byte[] BlockList(string name)
    {
        byte[][] blocks = HexList(name);
        return blocks.All(block => block.Length == BlockSize)
            ? [.. blocks.SelectMany(block => block)]
            : throw Wrong(name, $"has a block that is not {BlockSize} bytes long");
    }

    /// <summary>The objects of a list, which must not be empty.</summary>
    public VectorFields[] List(string name)
    {
        JsonElement list = Get(name, JsonValueKind.Array);
        return list.GetArrayLength() > 0
            ? [.. list.EnumerateArray().Select((value, i) => new VectorFields(value, PlaceOf($"{name}[{i}]")))]
            : throw Wrong(name, "is empty");
    }

    private JsonElement Get(string name, JsonValueKind kind) =>
        !_object.TryGetProperty(name, out JsonElement value) ? throw Wrong(name, "is missing")
            : value.ValueKind != kind ? throw Wrong(name, $"is not of the JSON type {kind}")
            : value;

    private byte[] HexOf(JsonElement value, string name)
    {
        if (value.ValueKind != JsonValueKind.String)
        {
            throw Wrong(name, "is not a hex string");
        }

        try
        {
            return Convert.FromHexString(value.GetString()!);
        }
        catch (FormatException)
        {
            throw Wrong(name, "is not a hex string");
        }
    }

    private string PlaceOf(string name) => place.EndsWith(':') ? $"{place} {Printable.Of(name, 100)}" : $"{place}.{Printable.Of(name, 100)}";
}
