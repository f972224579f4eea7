using AesModes.Backends.Hardware;

namespace AesModes.Benchmarks.Peers;

/// <summary>A peer in a comparison, and what checks its output before it is timed: another implementation and vectors.</summary>
internal sealed record Contestant(Peer Peer, Peer? Witness = null, Func<string?>? FindVectorFault = null)
{
    /// <summary>Null where its output is right. A wrong witness refuses all that are held against it.</summary>
    public string? FindFault() =>
        FindVectorFault?.Invoke() ?? (Witness is null ? PeerCheck.FindFault(Peer) : PeerCheck.FindFault(Peer, Witness));
}

/// <summary>Who is compared, in the order of the tables. It owns them.</summary>
internal sealed class ContestantList(params IReadOnlyList<Contestant> all) : IDisposable
{
    public IReadOnlyList<Contestant> All => all;

    public Contestant? Find(string name) => all.FirstOrDefault(contestant => contestant.Peer.Name == name);

    public void Dispose()
    {
        foreach (Peer peer in all.SelectMany(contestant => new[] { contestant.Peer, contestant.Witness }).OfType<Peer>().Distinct())
        {
            peer.Dispose();
        }
    }
}

/// <summary>Who is compared in each mode. Ours is measured by the default's name and again by each backend's own: the difference of two equal rows is the error.</summary>
internal static class Contestants
{
    /// <summary>In bytes.</summary>
    public const int AezKeySize = 48;

    /// <summary>Of AEZ-tiny and of AEZ-core, and those of the published measurements.</summary>
    public static int[] AezSizes { get; } = [1, 16, 32, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 1024768];

    /// <summary>From one block to a mebibyte, four times as much each; these stay, so that results of different years can be compared.</summary>
    public static int[] CtrSizes { get; } = [16, 256, 1024, 4096, 16384, 65536, 1048576];

    /// <summary>What this machine would run on without AES instructions.</summary>
    public static Backend SoftwareBackend { get; } = Backend.All.First(backend => backend.IsSupported && !backend.IsHardwareAccelerated);

    private static readonly Lazy<Dictionary<string, Peer>> _examples = new(() =>
        new[] { GcmSiv(new Message(Settings.KeySize, 16)), Aez(16, 0, Settings.KeySize), Ctr(16, Settings.KeySize) }
            .SelectMany(list => list.All).Select(contestant => contestant.Peer).DistinctBy(peer => peer.Name).ToDictionary(peer => peer.Name));

    /// <summary>With the native code of AesModes.Wide; null where it was not built or this CPU has no AES on 256 bits.</summary>
    public static Backend? WideBackend { get; } = WideLibrary.TryLoad() ? Backend.All.First(backend => backend.HasNativeCode && backend.IsSupported) : null;

    private static IEnumerable<Backend> HardwareBackends => Backend.All.Where(backend => backend.IsSupported && backend.IsHardwareAccelerated && !backend.HasNativeCode);

    /// <summary>A peer on <see cref="WideBackend"/>, if there is one.</summary>
    private static IEnumerable<T> Wide<T>(Func<Backend, T> create) => WideBackend is { } backend ? [create(backend)] : [];

    /// <summary>AES-GCM-SIV on what a user gets and on every backend by itself, beside the AES-GCM of others.</summary>
    public static ContestantList GcmSiv(Message message)
    {
        string id = message.Key.Length == 16 ? "rfc8452-aes-128-gcm-siv-23" : "rfc8452-aes-256-gcm-siv-23";
        GcmSivPeer CreateSoftware(Message of) => new(GcmSivPeer.SoftwareName, of, SoftwareBackend);
        NativeGcm native = new(message);
        GcmSivPeer software = CreateSoftware(message);
        Contestant Ours(Func<Message, Peer> create) => new(create(message), software, () => KnownAnswer.FindFault(create, KnownAnswer.GcmSiv, id));
        return new(
        [
            Ours(InstanceKind.GcmSiv.CreatePeer),
            .. HardwareBackends.Select(backend => Ours(of =>
                new GcmSivPeer($"AES-GCM-SIV ({backend.Name}, {GcmSivPeer.MultiplyWidth(backend)}-bit multiply)", of, backend))),
            .. Wide(backend => Ours(of => new GcmSivPeer(GcmSivPeer.WideName, of, backend) { AesBlocks = Ratios.WideAes.Factor })),
            new(software, null, () => KnownAnswer.FindFault(CreateSoftware, KnownAnswer.GcmSiv, id)),
            new(native),
            .. Present(message, (OpenSslAead.GcmName, of => new OpenSslAead(OpenSslAead.GcmName, isSiv: false, of)), (SodiumGcm.PeerName, of => new SodiumGcm(of)),
                (SodiumCoreGcm.PeerName, of => new SodiumCoreGcm(of)), (NSecGcm.PeerName, of => new NSecGcm(of))).Select(peer => new Contestant(peer, native)),
            .. Present(message, (OpenSslAead.SivName, of => new OpenSslAead(OpenSslAead.SivName, isSiv: true, of)), (BouncyGcmSiv.PeerName, of => new BouncyGcmSiv(of)))
                .Select(peer => new Contestant(peer, software)),
        ]);
    }

    /// <summary>AEZ beside AES-128 in counter mode, which takes ten AES rounds a block as AEZ does and no associated data, and AES-GCM.</summary>
    public static ContestantList Aez(int bytes, int associatedDataBytes, int gcmKeySize)
    {
        Message message = new(AezKeySize, bytes, associatedDataBytes, nonceSize: 16);
        Message counterMode = message.Cut(keySize: 16, nonceSize: 16);
        Message gcm = message.Cut(gcmKeySize, nonceSize: 12);
        NativeGcm native = new(gcm);
        AezPeer CreateSoftware(Message of) => new(AezPeer.SoftwareName, of, SoftwareBackend);
        AezPeer software = CreateSoftware(message);

        // AEZ-tiny; AEZ-core with both parts of a fragment; no associated data.
        Contestant Ours(Peer peer, Peer? witness, Func<Message, Peer> create) =>
            new(peer, witness, () => KnownAnswer.FindFault(create, KnownAnswer.Aez, "len-1-tag16", "len-45-tag16", "ad-count-0"));
        return new(
        [
            Ours(InstanceKind.Aez.CreatePeer(message), software, InstanceKind.Aez.CreatePeer),
            .. Wide(backend =>
            {
                AezPeer Create(Message of) => new(AezPeer.WideName, of, backend) { AesBlocks = Ratios.WideAes.Factor };
                return Ours(Create(message), software, Create);
            }),
            Ours(software, null, CreateSoftware),
            .. Present(counterMode, (OpenSslCtr.Aes128Name, of => new OpenSslCtr(OpenSslCtr.Aes128Name, of))).Select(peer => new Contestant(peer, new EcbCtr(counterMode))),
            new(native),
            .. Present(gcm, (OpenSslAead.GcmName, of => new OpenSslAead(OpenSslAead.GcmName, isSiv: false, of))).Select(peer => new Contestant(peer, native)),
        ]);
    }

    /// <summary>AES in counter mode: ours with FACE, OpenSSL's, and what the framework's ECB makes of counter blocks.</summary>
    public static ContestantList Ctr(int bytes, int keySize)
    {
        // Its initial counter is as random as a user's that draws all 16 bytes: the first run of 256 blocks is not a whole one.
        Message message = new(keySize, bytes, nonceSize: 16);
        EcbCtr CreateEcb(Message of) => new(of);
        FaceCtrPeer CreateSoftware(Message of) => new(of, SoftwareBackend);
        Contestant Held(Func<Message, Peer> create, Func<Message, Peer> createWitness) =>
            new(create(message), createWitness(message), () => KnownAnswer.FindCtrFault(create, createWitness, keySize));

        // Hardware backends that differ by their multiplication alone are one here.
        return new(
        [
            Held(InstanceKind.FaceCtr.CreatePeer, CreateEcb),
            .. HardwareBackends.DistinctBy(backend => backend.Name).Select(backend => Held(of => new FaceCtrPeer(of, backend), CreateEcb)),
            .. Wide(backend => Held(of => new FaceCtrPeer(of, backend) { AesBlocks = Ratios.WideAes.Factor }, CreateEcb)),
            Held(of => PlainCtr.Create(of, Backend.Default!), CreateEcb),
            Held(CreateSoftware, CreateEcb),
            .. Libraries.Has(OpenSslCtr.PeerName, keySize) ? [Held(of => new OpenSslCtr(OpenSslCtr.PeerName, of), CreateEcb)] : Array.Empty<Contestant>(),
            Held(CreateEcb, CreateSoftware),
            Held(of => new BouncyCtr(of), CreateEcb),
        ]);
    }

    /// <summary>A peer of some comparison, by its row's name in BenchmarkDotNet's tables.</summary>
    public static Peer FindExample(string row) => _examples.Value[row switch
    {
        GcmSivAuthenticate.NativeName => NativeGcm.PeerName,
        GcmSivAuthenticate.LibsodiumName => SodiumGcm.PeerName,
        GcmSivAuthenticate.OwnName => GcmSivPeer.PeerName,
        _ => row,
    }];

    private static IEnumerable<Peer> Present(Message message, params (string Name, Func<Message, Peer> Create)[] peers) =>
        peers.Where(peer => Libraries.Has(peer.Name, message.Key.Length)).Select(peer => peer.Create(message));
}
