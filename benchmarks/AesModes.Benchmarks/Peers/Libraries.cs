using System.Collections.Concurrent;
using System.Runtime.InteropServices;

[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]

namespace AesModes.Benchmarks.Peers;

/// <summary>The native libraries that peers bind: finds them, and what every report tells of them.</summary>
internal static class Libraries
{
    private static readonly ConcurrentDictionary<string, nint> _handles = CreateHandles();

    /// <summary>A part of tables' heads.</summary>
    public static string Versions => $"libsodium {Sodium.Version}, {OpenSsl.Version}";

    /// <summary>On the error output, by name.</summary>
    public static void ReportMissing()
    {
        Report(Sodium.Problem, SodiumGcm.PeerName);
        Report(OpenSsl.Problem, OpenSslCtr.Aes128Name, OpenSslCtr.PeerName);
    }

    /// <summary>Loads the first of the files that there is, for all imports from <paramref name="name"/>.</summary>
    public static bool TryLoad(string name, IEnumerable<string> fileNames)
    {
        foreach (string fileName in fileNames)
        {
            if (NativeLibrary.TryLoad(fileName, typeof(Libraries).Assembly, null, out nint handle))
            {
                _handles[name] = handle;
                return true;
            }
        }

        return false;
    }

    private static void Report(string? problem, params string[] rows)
    {
        if (problem is not null)
        {
            Console.Error.WriteLine($"{problem} The rows {string.Join(" and ", rows.Select(row => $"\"{row}\""))} drop out.");
        }
    }

    /// <summary>An assembly can have one resolver only.</summary>
    private static ConcurrentDictionary<string, nint> CreateHandles()
    {
        ConcurrentDictionary<string, nint> handles = new();
        NativeLibrary.SetDllImportResolver(typeof(Libraries).Assembly, (name, _, _) => handles.GetValueOrDefault(name));
        return handles;
    }
}
