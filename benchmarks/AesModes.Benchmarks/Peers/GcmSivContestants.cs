using AesModes.Backends;
using AesModes.Measuring.Peers;

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
            FindVectorFault = () => VectorCheck.FindGcmSivFault(backend, message.Key.Length),
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

    private static string Name(Backend backend) => $"AES-GCM-SIV ({backend.Name}, {GcmSivPeer.MultiplyWidth(backend)}-bit multiply)";
}
