using System.Text.Json;
using AesModes.Tool.Common;

namespace AesModes.Tool.Vectors;

/// <summary>The fields of an object in a vector file. What is missing or malformed is a failure that names its place in the file.</summary>
internal sealed class VectorFields
{
    private const int BlockSize = 16;

    private readonly JsonElement _object;
    private readonly string _place;

    /// <param name="element">The object.</param>
    /// <param name="place">Where it is: the file's name and a colon, and the way to it.</param>
    public VectorFields(JsonElement element, string place)
    {
        _object = element.ValueKind == JsonValueKind.Object ? element : throw new CommandFailure($"{place} is no JSON object.");
        _place = place;
    }

    public IEnumerable<string> Names => _object.EnumerateObject().Select(property => property.Name);

    public bool Has(string name) => _object.TryGetProperty(name, out _);

    public bool IsList(string name) => _object.TryGetProperty(name, out JsonElement value) && value.ValueKind == JsonValueKind.Array;

    public CommandFailure Wrong(string name, string what) => new($"{PlaceOf(name)} {what}.");

    public string Text(string name) => Get(name, JsonValueKind.String).GetString()!;

    /// <summary>The text as it can be printed on one line.</summary>
    public string Id() => string.Concat(Text("id").Select(c => char.IsControl(c) ? '?' : c));

    public int Number(string name, int least, int most) =>
        Get(name, JsonValueKind.Number).TryGetInt32(out int number) && number >= least && number <= most
            ? number
            : throw Wrong(name, $"is not a whole number from {least} to {most}");

    public byte[] Hex(string name) => HexOf(Get(name, JsonValueKind.String), name);

    /// <summary>Of one of these sizes.</summary>
    public byte[] Hex(string name, params int[] sizes)
    {
        byte[] bytes = Hex(name);
        return sizes.Contains(bytes.Length) ? bytes : throw Wrong(name, $"has {bytes.Length} bytes, not {string.Join(" or ", sizes)}");
    }

    /// <summary>Whole blocks.</summary>
    public byte[] Blocks(string name)
    {
        byte[] bytes = Hex(name);
        return bytes.Length % BlockSize == 0 ? bytes : throw Wrong(name, $"has {bytes.Length} bytes, which are no whole blocks");
    }

    public byte[]? OptionalHex(string name) => Has(name) ? Hex(name) : null;

    public byte[][] HexList(string name) =>
        [.. Get(name, JsonValueKind.Array).EnumerateArray().Select((value, i) => HexOf(value, $"{name}[{i}]"))];

    /// <summary>One after the other.</summary>
    public byte[] BlockList(string name)
    {
        byte[][] blocks = HexList(name);
        return blocks.All(block => block.Length == BlockSize)
            ? [.. blocks.SelectMany(block => block)]
            : throw Wrong(name, $"is not all of {BlockSize} bytes");
    }

    /// <summary>The objects of a list, of which there must be one.</summary>
    public VectorFields[] List(string name)
    {
        JsonElement list = Get(name, JsonValueKind.Array);
        return list.GetArrayLength() > 0
            ? [.. list.EnumerateArray().Select((value, i) => new VectorFields(value, PlaceOf($"{name}[{i}]")))]
            : throw Wrong(name, "is empty");
    }

    private JsonElement Get(string name, JsonValueKind kind) =>
        !_object.TryGetProperty(name, out JsonElement value) ? throw Wrong(name, "is missing")
            : value.ValueKind != kind ? throw Wrong(name, $"is not of the kind {kind}")
            : value;

    private byte[] HexOf(JsonElement value, string name)
    {
        if (value.ValueKind != JsonValueKind.String)
        {
            throw Wrong(name, "is no hex string");
        }

        try
        {
            return Convert.FromHexString(value.GetString()!);
        }
        catch (FormatException)
        {
            throw Wrong(name, "is no hex string");
        }
    }

    private string PlaceOf(string name) => _place.EndsWith(':') ? $"{_place} {name}" : $"{_place}.{name}";
}
