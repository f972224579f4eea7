namespace AesModes.MemoryScan;

/// <summary>A key or a value derived from one. Its bytes are masked, so that the scan does not find this list.</summary>
/// <param name="Set">The set of keys that are used together: "gcm-siv 32 1".</param>
/// <param name="Name">The name in the report.</param>
/// <param name="Masked">At least 16 bytes, each XORed with <see cref="Mask"/>.</param>
internal sealed record Secret(string Set, string Name, byte[] Masked)
{
    public const byte Mask = 0x5A;

    /// <summary>The name of the key that the caller passes to a constructor.</summary>
    public const string CallersKey = "key";

    /// <summary>Reads one secret per line: set, name and masked bytes.</summary>
    public static List<Secret> Read(TextReader reader)
    {
        List<Secret> secrets = [];
        while (reader.ReadLine() is { } line)
        {
            string[] parts = line.Split('\t');
            secrets.Add(new Secret(parts[0], parts[1], Convert.FromHexString(parts[2])));
        }

        return secrets;
    }
}
