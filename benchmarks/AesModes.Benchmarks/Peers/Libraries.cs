namespace AesModes.Benchmarks.Peers;

/// <summary>The bound libraries together: what every report tells of them.</summary>
internal static class Libraries
{
    /// <summary>A part of tables' heads.</summary>
    public static string Versions => $"libsodium {Sodium.Version}, {OpenSsl.Version}";

    /// <summary>On the error output, by name.</summary>
    public static void ReportMissing()
    {
        foreach ((string? problem, string[] rows) in new[]
        {
            (Sodium.Problem, new[] { Sodium.PeerName }),
            (OpenSsl.Problem, [OpenSslCtr.Aes128Name, OpenSslCtr.PeerName]),
        })
        {
            if (problem is not null)
            {
                Console.Error.WriteLine($"{problem} The rows {string.Join(" and ", rows.Select(row => $"\"{row}\""))} drop out.");
            }
        }
    }
}
