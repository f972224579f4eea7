using AesModes.Benchmarks.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>AES-GCM-SIV beside AES-GCM: what the three questions have in common. Row and class names are keys: they never change.</summary>
public abstract class GcmSivComparison
{
    /// <summary>How many bytes one call handles.</summary>
    [ParamsSource(nameof(Sizes))]
    public int Bytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.Sizes;

    private protected NativeGcm Native { get; private set; } = null!;

    /// <summary>Native where libsodium is missing or the key has 128 bits; then its row is filtered out.</summary>
    private protected Peer Libsodium { get; private set; } = null!;

    private protected GcmSivPeer Siv { get; private set; } = null!;

    private protected GcmSivPeer Software { get; private set; } = null!;

    /// <summary>Makes the peers and checks every one of them: a row with a wrong output must not get a time.</summary>
    [GlobalSetup]
    public void SetUp()
    {
        Message message = CreateMessage(Settings.KeySize, Bytes);
        Native = new NativeGcm(message);
        Libsodium = Sodium.IsAvailable && Settings.KeySize == 32 ? new SodiumGcm(message) : Native;
        Siv = new GcmSivPeer(message);
        Software = new GcmSivPeer(GcmSivPeer.SoftwareName, message, GcmSivPeer.SoftwareBackend);

        string? fault = PeerCheck.FindFault(Native, message)
            ?? PeerCheck.FindFault(Libsodium, message, Native)
            ?? PeerCheck.FindFault(GcmSivPeer.SoftwareBackend, Settings.KeySize)
            ?? PeerCheck.FindFault(Software, message)
            ?? PeerCheck.FindFault(Siv, message, Software);
        if (fault is not null)
        {
            throw new InvalidOperationException(fault);
        }
    }

    [GlobalCleanup]
    public void CleanUp()
    {
        Native.Dispose();
        Libsodium.Dispose();
        Siv.Dispose();
        Software.Dispose();
    }

    private protected abstract Message CreateMessage(int keySize, int bytes);
}
