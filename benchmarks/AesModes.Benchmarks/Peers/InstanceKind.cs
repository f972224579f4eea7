using System.Security.Cryptography;

namespace AesModes.Benchmarks.Peers;

/// <summary>A public class: how an instance is made from a key, and how it is called.</summary>
/// <param name="Name">As in every table.</param>
/// <param name="Key">On the command line.</param>
/// <param name="KeySize">In bytes.</param>
/// <param name="NonceSize">In bytes.</param>
/// <param name="Passes">How often a call goes through a long text.</param>
/// <param name="Create">Makes an instance.</param>
/// <param name="CreatePeerOn">Calls this instance.</param>
internal sealed record InstanceKind(
    string Name,
    string Key,
    int KeySize,
    int NonceSize,
    int Passes,
    Func<byte[], IDisposable> Create,
    Func<Message, IDisposable, Peer> CreatePeerOn)
{
    public static InstanceKind Native { get; } = new(
        NativeGcm.PeerName, "native", 32, 12, 1, key => new AesGcm(key, 16), (message, instance) => new NativeGcm(message, (AesGcm)instance));

    public static InstanceKind GcmSiv { get; } = new(
        GcmSivPeer.PeerName, "gcm-siv", 32, 12, 1, key => new AesGcmSiv(key), (message, instance) =>
            new GcmSivPeer(GcmSivPeer.PeerName, message, Backend.Default!, (AesGcmSiv)instance));

    public static InstanceKind Aez { get; } = new(
        AezPeer.PeerName, "aez", 48, 16, 2, key => new Aez(key), (message, instance) =>
            new AezPeer(AezPeer.PeerName, message, Backend.Default!, (Aez)instance));

    public static InstanceKind FaceCtr { get; } = new(
        FaceCtrPeer.PeerName, "face-ctr", 32, 16, 1, key => new FaceCtr(key), (message, instance) =>
            new FaceCtrPeer(FaceCtrPeer.PeerName, message, Backend.Default!, (FaceCtr)instance));

    /// <summary>Our three, on what a user gets.</summary>
    public static IReadOnlyList<InstanceKind> Own { get; } = [GcmSiv, Aez, FaceCtr];

    public Message CreateMessage(int bytes) => new(KeySize, bytes, nonceSize: NonceSize);

    /// <summary>On an instance of its own.</summary>
    public Peer CreatePeer(Message message) => CreatePeerOn(message, Create(message.Key));
}
