using System.Reflection;
using System.Runtime.InteropServices;

[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]

namespace AesModes.Benchmarks.Peers;

/// <summary>What peers bind, and which of their rows are not here.</summary>
internal static class Libraries
{
    /// <summary>libsodium has no AES-GCM with keys of 16 bytes.</summary>
    private static readonly string[] _sodiumRows = [SodiumGcm.PeerName, SodiumCoreGcm.PeerName, NSecGcm.PeerName, GcmSivAuthenticate.LibsodiumName];

    private static readonly string[] _openSslRows = [OpenSslAead.GcmName, OpenSslCtr.Aes128Name, OpenSslCtr.PeerName];

    /// <summary>On the error output, by name.</summary>
    public static void ReportMissing()
    {
        Report(LibSodium.Problem, _sodiumRows);
        Report(OpenSsl.Problem, _openSslRows);
        Report(OpenSsl.SivProblem, OpenSslAead.SivName);
    }

    /// <summary>Whether a row of that name is measured in this process.</summary>
    public static bool Has(string row, int keySize) =>
        _sodiumRows.Contains(row) ? LibSodium.IsAvailable && keySize == 32
        : _openSslRows.Contains(row) ? OpenSsl.IsAvailable
        : row is GcmSivPeer.WideName or AezPeer.WideName or FaceCtrPeer.WideName ? Contestants.WideBackend is not null
        : row != OpenSslAead.SivName || OpenSsl.SivProblem is null;

    /// <summary>The name and the version of a NuGet package, as its assembly tells them.</summary>
    public static string PackageOf(Type type)
    {
        Assembly assembly = type.Assembly;
        string version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? assembly.GetName().Version!.ToString();
        return $"{assembly.GetName().Name} {version.Split('+')[0]}";
    }

    private static void Report(string? problem, params string[] rows)
    {
        if (problem is not null)
        {
            Console.Error.WriteLine($"{problem} The rows {string.Join(" and ", rows.Select(row => $"\"{row}\""))} drop out.");
        }
    }
}
