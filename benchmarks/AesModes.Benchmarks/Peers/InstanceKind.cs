using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>A public class by its instances: how one is made from a key, and how one is called. Command lines know it by its key; a call goes through a long text in some passes.</summary>
internal sealed record InstanceKind(
    string Name,
    string Key,
    int KeySize,
    int NonceSize,
    int Passes,
    Func<byte[], IDisposable> Create,
    Func<Message, IDisposable, Peer> CreatePeer)
{
    public static InstanceKind Native { get; } = new(
        NativeGcm.PeerName, "native", 32, 12, 1, key => new AesGcm(key, 16), (message, instance) => new NativeGcm(message, (AesGcm)instance));

    /// <summary>Our three, on what a user gets.</summary>
    public static IReadOnlyList<InstanceKind> Own { get; } =
    [
        new(GcmSivPeer.PeerName, "gcm-siv", 32, 12, 1, key => new AesGcmSiv(key), (message, instance) =>
            new GcmSivPeer(GcmSivPeer.PeerName, message, Backend.Default!, (AesGcmSiv)instance)),
        new(AezPeer.PeerName, "aez", 48, 16, 2, key => new Aez(key), (message, instance) =>
            new AezPeer(AezPeer.PeerName, message, Backend.Default!, (Aez)instance)),
        new(FaceCtrPeer.PeerName, "face-ctr", 32, 16, 1, key => new FaceCtr(key), (message, instance) =>
            new FaceCtrPeer(FaceCtrPeer.PeerName, message, Backend.Default!, (FaceCtr)instance)),
    ];

    public Message CreateMessage(int bytes) => new(KeySize, bytes, nonceSize: NonceSize);

    /// <summary>On an instance of its own.</summary>
    public Peer CreateOwnPeer(int bytes)
    {
        Message message = CreateMessage(bytes);
        return CreatePeer(message, Create(message.Key));
    }
}
