using System.Text.Json.Nodes;

namespace AesModes.Tests.Tool;

/// <summary>Makes a file of test vectors in which each vector has an incorrect value in one field.</summary>
internal static class VectorChanges
{
    /// <summary>Takes the first and last vector of every shape in each list. Adds each one unchanged, and once for each field with that field changed.</summary>
    /// <returns>The file, and the ids of the changed vectors in order.</returns>
    public static (JsonObject File, IEnumerable<string> Changed) Make(JsonObject file)
    {
        List<string> changed = [];
        foreach ((string list, JsonArray vectors) in file.Where(p => p.Value is JsonArray).Select(p => (p.Key, p.Value!.AsArray())).ToList())
        {
            JsonArray made = [];
            IEnumerable<IGrouping<string, JsonObject>> shapes = vectors.Select(v => v!.AsObject()).GroupBy(v => string.Join(' ', v.Select(p => p.Key)));
            foreach (JsonObject vector in shapes.SelectMany(shape => (JsonObject[])[shape.First(), shape.Last()]))
            {
                made.Add(vector.DeepClone());
                foreach (string field in vector.Select(p => p.Key).Where(f => f != "id" && !IsIgnored(vector, f)))
                {
                    JsonNode copy = vector.DeepClone();
                    copy["id"] = $"{(string)vector["id"]!} with another {field}";
                    copy[field] = Change(vector[field]!);
                    made.Add(copy);
                    changed.Add((string)copy["id"]!);
                }
            }

            file[list] = made;
        }

        return (file, changed);
    }

    /// <summary>Flips the last bit. An empty string becomes one byte.</summary>
    public static string FlipLastBit(string hex) => hex.Length == 0 ? "00" : hex[..^1] + "1032547698badcfe"[Convert.ToInt32(hex[^1..], 16)];

    /// <summary>Whether a long vector does not use this field (vectors/README.md).</summary>
    private static bool IsIgnored(JsonObject vector, string field) => field is "plaintext" or "ciphertext" && vector.ContainsKey("plaintextBytes");

    private static JsonNode Change(JsonNode value) => value switch
    {
        JsonArray array => new JsonArray([.. array.Take(array.Count - 1).Select(item => item!.DeepClone()), FlipLastBit(array.Count == 0 ? string.Empty : (string)array[^1]!)]),
        JsonValue number when number.TryGetValue(out int n) => n == 0 ? 1 : n - 1,
        _ => FlipLastBit((string)value!),
    };
}
