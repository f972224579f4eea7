using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>AES in counter mode: ours with FACE, OpenSSL's, and what the framework's ECB makes of counter blocks.</summary>
internal static class CtrContestants
{
    /// <summary>From one block to a mebibyte, four times as much each; these stay, so that results of different years can be compared.</summary>
    public static IReadOnlyList<int> DefaultSizes { get; } = [16, 256, 1024, 4096, 16384, 65536, 1048576];

    /// <param name="bytes">Of the message.</param>
    /// <param name="keySize">In bytes: 16 or 32.</param>
    public static ContestantList Create(int bytes, int keySize)
    {
        // Its initial counter is as random as a user's that draws all 16 bytes: the first run of 256 blocks is not a whole one.
        Message message = new(keySize, bytes, nonceSize: 16);
        Contestant Held(Func<Message, Peer> create, Func<Message, Peer> createWitness) =>
            new(create(message), createWitness(message))
            {
                FindVectorFault = () => CtrCheck.FindFault(create, createWitness, keySize),
            };

        // The default is measured by this name and again by its own: two equal rows whose difference is what a measurement is worth here.
        // Hardware backends that differ by their multiplication alone are one here.
        return new ContestantList(
        [
            Held(of => new FaceCtrPeer(of), CreateEcb),
            .. OwnBackends.Hardware.DistinctBy(backend => backend.Name).Select(backend => Held(of => new FaceCtrPeer(of, backend), CreateEcb)),
            Held(PlainCtr.Create, CreateEcb),
            Held(CreateSoftware, CreateEcb),
            .. OpenSsl.IsAvailable ? [Held(of => new OpenSslCtr(OpenSslCtr.PeerName, of), CreateEcb)] : Array.Empty<Contestant>(),
            Held(CreateEcb, CreateSoftware),
        ]);
    }

    private static EcbCtr CreateEcb(Message message) => new(message);

    private static FaceCtrPeer CreateSoftware(Message message) => new(message, OwnBackends.Software);
}
