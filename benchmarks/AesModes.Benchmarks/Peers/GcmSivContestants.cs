using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;

namespace AesModes.Benchmarks.Peers;

/// <summary>AES-GCM-SIV on what a user gets and on every backend by itself, beside the AES-GCM of others.</summary>
internal static class GcmSivContestants
{
    public static ContestantList Create(Message message)
    {
        NativeGcm native = new(message);
        GcmSivPeer software = new(GcmSivPeer.SoftwareName, message, OwnBackends.Software);
        Contestant Ours(Peer peer, Backend backend) => new(peer, peer == software ? null : software)
        {
            Backend = backend,
            FindVectorFault = () => PeerCheck.FindGcmSivFault(backend, message.Key.Length),
        };

        // The default is measured by this name and again by its own: two equal rows whose difference is what a measurement is worth here.
        return new ContestantList(
        [
            Ours(new GcmSivPeer(message), Backend.Default!),
            .. OwnBackends.Hardware.Select(backend => Ours(new GcmSivPeer(Name(backend), message, backend), backend)),
            Ours(software, OwnBackends.Software),
            new Contestant(native),
            .. Sodium.IsAvailable && message.Key.Length == 32 ? [new Contestant(new SodiumGcm(message), native)] : Array.Empty<Contestant>(),
        ]);
    }

    /// <summary>In bits.</summary>
    public static int MultiplyWidth(Backend backend) => backend switch
    {
        Backend<HardwareBackend<X86Rounds<X86>, Multiply512<X86>, Vector512<ulong>>> => 512,
        Backend<HardwareBackend<X86Rounds<X86>, Multiply256<X86>, Vector256<ulong>>> => 256,
        _ => 128,
    };

    private static string Name(Backend backend) => $"AES-GCM-SIV ({backend.Name}, {MultiplyWidth(backend)}-bit multiply)";
}
