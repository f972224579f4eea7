using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>What all benchmark classes have in common. Names of rows and classes are keys: they never change.</summary>
public abstract class PeerBenchmark
{
    private readonly string[] _names;
    private ContestantList? _contestants;

    /// <summary>The names of the peers; null is one that is not there: its row is filtered out.</summary>
    private protected PeerBenchmark(string native, string library, string own, string software) => _names = [native, library, own, software];

    /// <summary>How many bytes one call handles.</summary>
    public abstract int Bytes { get; set; }

    private protected Peer Native { get; private set; } = null!;

    /// <summary>libsodium's or OpenSSL's.</summary>
    private protected Peer Library { get; private set; } = null!;

    private protected Peer Own { get; private set; } = null!;

    private protected Peer Software { get; private set; } = null!;

    /// <summary>Makes the peers and checks every one of them: a row with a wrong output must not get a time.</summary>
    [GlobalSetup]
    public void SetUp()
    {
        _contestants = CreateContestants();
        if (_contestants.All.Select(contestant => contestant.FindFault()).OfType<string>().FirstOrDefault() is { } fault)
        {
            throw new InvalidOperationException(fault);
        }

        Peer[] peers = [.. _names.Select(name => _contestants.Find(name)?.Peer!)];
        (Native, Library, Own, Software) = (peers[0], peers[1], peers[2], peers[3]);
    }

    [GlobalCleanup]
    public void CleanUp() => _contestants?.Dispose();

    private protected abstract ContestantList CreateContestants();
}

/// <summary>AES-GCM-SIV beside AES-GCM: what the three questions have in common.</summary>
public abstract class GcmSivComparison() : PeerBenchmark(NativeGcm.PeerName, SodiumGcm.PeerName, GcmSivPeer.PeerName, GcmSivPeer.SoftwareName)
{
    /// <summary>From one block to a mebibyte; these stay, so that results of different years can be compared.</summary>
    private static readonly int[] _defaultSizes = [16, 128, 1024, 4096, 8192, 65536, 1048576];

    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? _defaultSizes;

    private protected sealed override ContestantList CreateContestants() => Contestants.GcmSiv(CreateMessage());

    private protected virtual Message CreateMessage() => new(Settings.KeySize, Bytes);
}

/// <summary>A message encrypted and its tag made, no associated data.</summary>
[BenchmarkCategory("Encryption")]
public class GcmSivEncrypt : GcmSivComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void EncryptNative() => Native.Encrypt();

    [Benchmark(Description = SodiumGcm.PeerName)]
    public void EncryptLibsodium() => Library.Encrypt();

    [Benchmark(Description = GcmSivPeer.PeerName)]
    public void EncryptSiv() => Own.Encrypt();

    [Benchmark(Description = GcmSivPeer.SoftwareName)]
    public void EncryptSoftware() => Software.Encrypt();
}

/// <summary>A message decrypted and its tag found right, no associated data.</summary>
[BenchmarkCategory("Decryption")]
public class GcmSivDecrypt : GcmSivComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void DecryptNative() => Native.Decrypt();

    [Benchmark(Description = SodiumGcm.PeerName)]
    public void DecryptLibsodium() => Library.Decrypt();

    [Benchmark(Description = GcmSivPeer.PeerName)]
    public void DecryptSiv() => Own.Decrypt();

    [Benchmark(Description = GcmSivPeer.SoftwareName)]
    public void DecryptSoftware() => Software.Decrypt();
}

/// <summary>An empty message, the bytes as its associated data: the universal hash through the whole public call, keys and tag included.</summary>
[BenchmarkCategory("Authentication")]
public class GcmSivAuthenticate : GcmSivComparison
{
    [Benchmark(Baseline = true, Description = "GHASH (native)")]
    public void AuthenticateNative() => Native.Encrypt();

    [Benchmark(Description = "GHASH (libsodium)")]
    public void AuthenticateLibsodium() => Library.Encrypt();

    [Benchmark(Description = "POLYVAL")]
    public void AuthenticateSiv() => Own.Encrypt();

    private protected override Message CreateMessage() => new(Settings.KeySize, 0, Bytes);
}

/// <summary>AEZ beside AES-128 in counter mode and AES-GCM, with a tag of 16 bytes: what both directions have in common.</summary>
public abstract class AezComparison() : PeerBenchmark(NativeGcm.PeerName, OpenSslCtr.Aes128Name, AezPeer.PeerName, AezPeer.SoftwareName)
{
    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    /// <summary>0: none, the empty vector. Counter mode goes without.</summary>
    [Params(0, 16)]
    public int AssociatedDataBytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? Contestants.AezSizes;

    private protected sealed override ContestantList CreateContestants() => Contestants.Aez(Bytes, AssociatedDataBytes, Settings.KeySize);
}

[BenchmarkCategory("Encryption")]
public class AezEncrypt : AezComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void EncryptNative() => Native.Encrypt();

    [Benchmark(Description = OpenSslCtr.Aes128Name)]
    public void EncryptCounterMode() => Library.Encrypt();

    [Benchmark(Description = AezPeer.PeerName)]
    public void EncryptAez() => Own.Encrypt();

    [Benchmark(Description = AezPeer.SoftwareName)]
    public void EncryptSoftware() => Software.Encrypt();
}

[BenchmarkCategory("Decryption")]
public class AezDecrypt : AezComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void DecryptNative() => Native.Decrypt();

    [Benchmark(Description = OpenSslCtr.Aes128Name)]
    public void DecryptCounterMode() => Library.Decrypt();

    [Benchmark(Description = AezPeer.PeerName)]
    public void DecryptAez() => Own.Decrypt();

    [Benchmark(Description = AezPeer.SoftwareName)]
    public void DecryptSoftware() => Software.Decrypt();
}

/// <summary>A text encrypted in counter mode in one call; decryption is the same work. The key size is that of the settings.</summary>
[BenchmarkCategory("Encryption")]
public class CtrBulk() : PeerBenchmark(EcbCtr.PeerName, OpenSslCtr.PeerName, FaceCtrPeer.PeerName, FaceCtrPeer.SoftwareName)
{
    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? Contestants.CtrSizes;

    [Benchmark(Baseline = true, Description = EcbCtr.PeerName)]
    public void EncryptNative() => Native.Encrypt();

    [Benchmark(Description = OpenSslCtr.PeerName)]
    public void EncryptOpenSsl() => Library.Encrypt();

    [Benchmark(Description = FaceCtrPeer.PeerName)]
    public void EncryptFace() => Own.Encrypt();

    [Benchmark(Description = FaceCtrPeer.SoftwareName)]
    public void EncryptSoftware() => Software.Encrypt();

    private protected override ContestantList CreateContestants() => Contestants.Ctr(Bytes, Settings.KeySize);
}
