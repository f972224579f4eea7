namespace AesModes.Benchmarks.Ratios;

/// <summary>One of our modes beside its peers: what is compared, and which tables and targets there are.</summary>
internal abstract class ModeRatios(string name, string ownPeer, string softwarePeer, string widePeer, int[] defaultSizes, params Yardstick[] yardsticks) : Experiment(name)
{
    private const string BriefPrefix = "readme-";

    /// <summary>In the order in which they are measured and told.</summary>
    public static IReadOnlyList<ModeRatios> Modes { get; } = [new GcmSivRatios(), new AezRatios(), new FaceCtrRatios()];

    /// <summary>Ours as a user gets it: first in every table.</summary>
    public string OwnPeer => ownPeer;

    /// <summary>The same on the backend <c>software</c>.</summary>
    public string SoftwarePeer => softwarePeer;

    /// <summary>The same with AesModes.Wide.</summary>
    public string WidePeer => widePeer;

    public IReadOnlyList<Yardstick> Yardsticks => yardsticks;

    /// <summary>One or more; the first is meant where none is named.</summary>
    public abstract IReadOnlyList<Variant> Variants { get; }

    /// <summary>The parts of documents that it can fill, without the lines on machine and date.</summary>
    public abstract IReadOnlyList<(string Name, Func<ModeResults, string> CreateMarkdown)> Sections { get; }

    public sealed override IReadOnlyList<string> SectionNames => [.. Sections.Select(section => section.Name)];

    /// <summary>A part of the README: machine and date in one line below it.</summary>
    protected string BriefSection => BriefPrefix + Name;

    /// <summary>Of the first variant.</summary>
    protected IReadOnlyList<(Variant Variant, Operation Operation)> BothWays => [.. OperationNames.All.Select(operation => (Variants[0], operation))];

    public static bool IsBrief(string section) => section.StartsWith(BriefPrefix, StringComparison.Ordinal);

    public abstract ContestantList CreateContestants(int bytes, Variant variant);

    /// <summary>Kernels of the mode by themselves; null where there are none.</summary>
    public virtual SoftwareKernels? MeasureKernels(int rounds) => null;

    public abstract IReadOnlyList<Target> Evaluate(ModeResults results);

    public sealed override Findings Measure(int rounds) => ModeResults.Measure(this, Settings.GivenSizes ?? defaultSizes, rounds);

    public sealed override bool TestTheChecks() => SelfTest.Run(this);
}

/// <summary>What messages of a comparison have beside their size; each size is measured with each variant.</summary>
/// <param name="KeySize">Of ours, in bytes.</param>
/// <param name="Parameters">Beside every table: the key, or what else does not change from row to row.</param>
/// <param name="AssociatedDataBytes">0: none at all.</param>
/// <param name="Suffix">Tells it from the others behind a message's size; empty where there is nothing to tell.</param>
internal sealed record Variant(int KeySize, string Parameters, int AssociatedDataBytes = 0, string Suffix = "")
{
    /// <summary>What a message of that size is called.</summary>
    public string Title(int bytes) => Size(bytes) + Suffix;

    public static string Size(int bytes) => bytes == 1 ? "1 byte" : $"{bytes} bytes";
}

/// <summary>Somebody else's row that ours are told as multiples of.</summary>
internal sealed record Yardstick(string Label, string Key, string Peer)
{
    public static Yardstick Native { get; } = new("native", "Native", NativeGcm.PeerName);

    public static Yardstick Libsodium { get; } = new("libsodium", "Libsodium", SodiumGcm.PeerName);

    public static Yardstick OpenSslCtr { get; } = new("OpenSSL CTR", "OpenSslCtr", Peers.OpenSslCtr.Aes128Name);

    /// <summary>With the key size of the comparison.</summary>
    public static Yardstick OpenSsl { get; } = new("OpenSSL", "OpenSsl", Peers.OpenSslCtr.PeerName);

    public static Yardstick OpenSslGcm { get; } = new("OpenSSL GCM", "OpenSslGcm", OpenSslAead.GcmName);

    public static Yardstick EcbXor { get; } = new("ECB and xor", "EcbXor", EcbCtr.PeerName);

    public static Yardstick BouncyCtr { get; } = new("BouncyCastle", "BouncyCastleCtr", Peers.BouncyCtr.PeerName);

    /// <summary>The AES-GCM of others, then their AES-GCM-SIV.</summary>
    public static Yardstick[] GcmSiv =>
    [
        Native,
        OpenSslGcm,
        Libsodium,
        new("Sodium.Core", "SodiumCore", SodiumCoreGcm.PeerName),
        new("NSec", "NSec", NSecGcm.PeerName),
        new("OpenSSL SIV", "OpenSslGcmSiv", OpenSslAead.SivName),
        new("BouncyCastle", "BouncyCastleGcmSiv", BouncyGcmSiv.PeerName),
    ];
}
