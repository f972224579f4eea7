namespace AesModes.MemoryScan;

/// <summary>A key, or what is derived from one. Its bytes are masked, so that this program does not find its own list.</summary>
/// <param name="Set">The keys that are in use together: "gcm-siv 32 1".</param>
/// <param name="Name">What it is, for the report.</param>
/// <param name="Masked">Its bytes, each xored with <see cref="Mask"/>: 16 or more.</param>
internal sealed record Secret(string Set, string Name, byte[] Masked)
{
    public const byte Mask = 0x5A;

    /// <summary>The name of the key that the caller hands to a constructor.</summary>
    public const string CallersKey = "key";

    /// <summary>One secret in each line of the standard input: set, name and masked bytes.</summary>
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
