using AesModes.Backends;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>AEZ beside AES-128 in counter mode, which takes ten AES rounds a block as AEZ does, and AES-GCM.</summary>
internal static class AezContestants
{
    /// <summary>In bytes.</summary>
    public const int KeySize = 48;

    /// <summary>Of AEZ-tiny and of AEZ-core, and those of the published measurements.</summary>
    public static IReadOnlyList<int> DefaultSizes { get; } = [1, 16, 32, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 1024768];

    /// <param name="bytes">Of the message.</param>
    /// <param name="associatedDataBytes">0: none at all, the empty vector. Counter mode goes without.</param>
    /// <param name="gcmKeySize">In bytes.</param>
    public static ContestantList Create(int bytes, int associatedDataBytes, int gcmKeySize)
    {
        Message message = new(KeySize, bytes, associatedDataBytes, nonceSize: 16);
        AezPeer software = new(AezPeer.SoftwareName, message, OwnBackends.Software);
        Contestant Ours(Peer peer, Backend backend) => new(peer, peer == software ? null : software)
        {
            FindVectorFault = () => VectorCheck.FindAezFault(backend),
        };

        List<Contestant> all = [Ours(new AezPeer(message), Backend.Default!), Ours(software, OwnBackends.Software)];
        if (OpenSsl.IsAvailable)
        {
            Message counterMode = message.Cut(keySize: 16, nonceSize: 16);
            all.Add(new Contestant(new OpenSslCtr(OpenSslCtr.Aes128Name, counterMode), new EcbCtr(counterMode)));
        }

        all.Add(new Contestant(new NativeGcm(message.Cut(gcmKeySize, nonceSize: 12))));
        return new ContestantList(all);
    }
}
