using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>Somebody else's row that ours are told as multiples of.</summary>
/// <param name="Label">In tables.</param>
/// <param name="Key">In JSON.</param>
/// <param name="Peer">The row's name.</param>
internal sealed record Yardstick(string Label, string Key, string Peer)
{
    public static Yardstick Native { get; } = new("native", "Native", NativeGcm.PeerName);

    public static Yardstick Libsodium { get; } = new("libsodium", "Libsodium", SodiumGcm.PeerName);

    public static Yardstick OpenSslCtr { get; } = new("OpenSSL CTR", "OpenSslCtr", Peers.OpenSslCtr.Aes128Name);

    /// <summary>With the key size of the comparison.</summary>
    public static Yardstick OpenSsl { get; } = new("OpenSSL", "OpenSsl", Peers.OpenSslCtr.PeerName);

    public static Yardstick EcbXor { get; } = new("ECB and xor", "EcbXor", EcbCtr.PeerName);
}
