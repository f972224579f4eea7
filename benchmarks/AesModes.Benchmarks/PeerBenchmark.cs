using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>What all benchmark classes have in common. Names of rows and classes are keys: they never change.</summary>
public abstract class PeerBenchmark
{
    private readonly Operation _operation;
    private readonly string[] _rows;
    private ContestantList? _contestants;
    private Action[] _calls = [];

    /// <param name="operation">What a call does.</param>
    /// <param name="rows">The peers' names, as <see cref="Call"/> numbers them.</param>
    private protected PeerBenchmark(Operation operation, params string[] rows) => (_operation, _rows) = (operation, rows);

    /// <summary>How many bytes one call handles.</summary>
    public abstract int Bytes { get; set; }

    /// <summary>Makes the peers and checks every one of them: a row with a wrong output must not get a time.</summary>
    [GlobalSetup]
    public void SetUp()
    {
        _contestants = CreateContestants();
        if (_contestants.All.Select(contestant => contestant.FindFault()).OfType<string>().FirstOrDefault() is { } fault)
        {
            throw new InvalidOperationException(fault);
        }

        // A row whose library is missing is filtered out; one that is missing in this process alone must not get a time.
        _calls = [.. _rows.Select(name => _contestants.Find(name)?.Peer is { } peer ? _operation == Operation.Encrypt ? peer.Encrypt : peer.Decrypt : (Action)(() => throw new InvalidOperationException($"{name} is missing here.")))];
    }

    [GlobalCleanup]
    public void CleanUp() => _contestants?.Dispose();

    private protected void Call(int row) => _calls[row]();

    private protected abstract ContestantList CreateContestants();
}

/// <summary>AES-GCM-SIV beside others: sizes and message.</summary>
public abstract class GcmSivComparison : PeerBenchmark
{
    /// <summary>From one block to a mebibyte; these stay, so that results of different years can be compared.</summary>
    private static readonly int[] _defaultSizes = [16, 128, 1024, 4096, 8192, 65536, 1048576];

    private protected GcmSivComparison(Operation operation, params string[] rows)
        : base(operation, rows)
    {
    }

    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? _defaultSizes;

    private protected sealed override ContestantList CreateContestants() => Contestants.GcmSiv(CreateMessage());

    private protected virtual Message CreateMessage() => new(Settings.KeySize, Bytes);
}

/// <summary>A message and its tag, no associated data: the rows of both directions.</summary>
public abstract class GcmSivCipher : GcmSivComparison
{
    private protected GcmSivCipher(Operation operation)
        : base(
            operation,
            NativeGcm.PeerName,
            OpenSslAead.GcmName,
            SodiumGcm.PeerName,
            SodiumCoreGcm.PeerName,
            NSecGcm.PeerName,
            GcmSivPeer.PeerName,
            GcmSivPeer.SoftwareName,
            OpenSslAead.SivName,
            BouncyGcmSiv.PeerName,
            GcmSivPeer.WideName)
    {
    }

    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void Native() => Call(0);

    [Benchmark(Description = OpenSslAead.GcmName)]
    public void OpenSslGcm() => Call(1);

    [Benchmark(Description = SodiumGcm.PeerName)]
    public void Libsodium() => Call(2);

    [Benchmark(Description = SodiumCoreGcm.PeerName)]
    public void SodiumCore() => Call(3);

    [Benchmark(Description = NSecGcm.PeerName)]
    public void NSec() => Call(4);

    [Benchmark(Description = GcmSivPeer.PeerName)]
    public void Siv() => Call(5);

    [Benchmark(Description = GcmSivPeer.SoftwareName)]
    public void SivInSoftware() => Call(6);

    [Benchmark(Description = OpenSslAead.SivName)]
    public void OpenSslSiv() => Call(7);

    [Benchmark(Description = BouncyGcmSiv.PeerName)]
    public void BouncyCastleSiv() => Call(8);

    [Benchmark(Description = GcmSivPeer.WideName)]
    public void SivWide() => Call(9);
}

/// <summary>A message encrypted and its tag made.</summary>
[BenchmarkCategory("Encryption")]
public class GcmSivEncrypt() : GcmSivCipher(Operation.Encrypt);

/// <summary>A message decrypted and its tag found right.</summary>
[BenchmarkCategory("Decryption")]
public class GcmSivDecrypt() : GcmSivCipher(Operation.Decrypt);

/// <summary>An empty message, the bytes as its associated data: the universal hash through the whole public call, keys and tag included.</summary>
[BenchmarkCategory("Authentication")]
public class GcmSivAuthenticate() : GcmSivComparison(Operation.Encrypt, NativeGcm.PeerName, SodiumGcm.PeerName, GcmSivPeer.PeerName)
{
    public const string NativeName = "GHASH (native)";

    public const string LibsodiumName = "GHASH (libsodium)";

    public const string OwnName = "POLYVAL";

    [Benchmark(Baseline = true, Description = NativeName)]
    public void Native() => Call(0);

    [Benchmark(Description = LibsodiumName)]
    public void Libsodium() => Call(1);

    [Benchmark(Description = OwnName)]
    public void Siv() => Call(2);

    private protected override Message CreateMessage() => new(Settings.KeySize, 0, Bytes);
}

/// <summary>AEZ beside AES-128 in counter mode and AES-GCM, with a tag of 16 bytes: the rows of both directions.</summary>
public abstract class AezComparison : PeerBenchmark
{
    private protected AezComparison(Operation operation)
        : base(operation, NativeGcm.PeerName, OpenSslAead.GcmName, OpenSslCtr.Aes128Name, AezPeer.PeerName, AezPeer.SoftwareName, AezPeer.WideName)
    {
    }

    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    /// <summary>0: none, the empty vector. Counter mode goes without.</summary>
    [Params(0, 16)]
    public int AssociatedDataBytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? Contestants.AezSizes;

    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void Native() => Call(0);

    [Benchmark(Description = OpenSslAead.GcmName)]
    public void OpenSslGcm() => Call(1);

    [Benchmark(Description = OpenSslCtr.Aes128Name)]
    public void CounterMode() => Call(2);

    [Benchmark(Description = AezPeer.PeerName)]
    public void Aez() => Call(3);

    [Benchmark(Description = AezPeer.SoftwareName)]
    public void AezInSoftware() => Call(4);

    [Benchmark(Description = AezPeer.WideName)]
    public void AezWide() => Call(5);

    private protected sealed override ContestantList CreateContestants() => Contestants.Aez(Bytes, AssociatedDataBytes, Settings.KeySize);
}

[BenchmarkCategory("Encryption")]
public class AezEncrypt() : AezComparison(Operation.Encrypt);

[BenchmarkCategory("Decryption")]
public class AezDecrypt() : AezComparison(Operation.Decrypt);

/// <summary>A text encrypted in counter mode in one call; decryption is the same work. The key size is that of the settings.</summary>
[BenchmarkCategory("Encryption")]
public class CtrBulk() : PeerBenchmark(
    Operation.Encrypt, EcbCtr.PeerName, OpenSslCtr.PeerName, FaceCtrPeer.PeerName, FaceCtrPeer.SoftwareName, BouncyCtr.PeerName, FaceCtrPeer.WideName)
{
    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? Contestants.CtrSizes;

    [Benchmark(Baseline = true, Description = EcbCtr.PeerName)]
    public void Native() => Call(0);

    [Benchmark(Description = OpenSslCtr.PeerName)]
    public void OpenSsl() => Call(1);

    [Benchmark(Description = FaceCtrPeer.PeerName)]
    public void Face() => Call(2);

    [Benchmark(Description = FaceCtrPeer.SoftwareName)]
    public void FaceInSoftware() => Call(3);

    [Benchmark(Description = BouncyCtr.PeerName)]
    public void BouncyCastle() => Call(4);

    [Benchmark(Description = FaceCtrPeer.WideName)]
    public void Wide() => Call(5);

    private protected override ContestantList CreateContestants() => Contestants.Ctr(Bytes, Settings.KeySize);
}
