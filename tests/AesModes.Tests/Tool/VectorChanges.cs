using System.Text.Json.Nodes;

namespace AesModes.Tests.Tool;

/// <summary>Makes of a file of test vectors one in which each has a wrong value in one field.</summary>
internal static class VectorChanges
{
    /// <summary>The first and the last vector of every shape in each list, as they are and once for each of their fields with that changed.</summary>
    /// <returns>The file, and the ids of those that were changed, in its order.</returns>
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

    /// <summary>Of the last byte; a byte where there is none.</summary>
    public static string FlipLastBit(string hex) => hex.Length == 0 ? "00" : hex[..^1] + "1032547698badcfe"[Convert.ToInt32(hex[^1..], 16)];

    /// <summary>A long vector's short fields (vectors/README.md).</summary>
    private static bool IsIgnored(JsonObject vector, string field) => field is "plaintext" or "ciphertext" && vector.ContainsKey("plaintextBytes");

    private static JsonNode Change(JsonNode value) => value switch
    {
        JsonArray array => new JsonArray([.. array.Take(array.Count - 1).Select(item => item!.DeepClone()), FlipLastBit(array.Count == 0 ? string.Empty : (string)array[^1]!)]),
        JsonValue number when number.TryGetValue(out int n) => n == 0 ? 1 : n - 1,
        _ => FlipLastBit((string)value!),
    };
}
