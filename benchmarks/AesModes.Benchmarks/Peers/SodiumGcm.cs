using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>libsodium's AES-256-GCM, the key expanded beforehand and every buffer pinned: as fast as it can be called from .NET.</summary>
internal sealed unsafe class SodiumGcm : Peer
{
    public const string PeerName = Sodium.PeerName;

    private readonly void* _state;
    private readonly byte* _nonce;
    private readonly byte* _plaintext;
    private readonly byte* _associatedData;
    private readonly byte* _ciphertext;
    private readonly byte* _tag;
    private readonly byte* _decrypted;

    public SodiumGcm(Message message)
        : base(PeerName, message)
    {
        if (Sodium.Problem is { } problem)
        {
            throw new DllNotFoundException(problem);
        }

        if (message.Key.Length != 32)
        {
            throw new ArgumentException($"libsodium has AES-256-GCM only; the key has {message.Key.Length} bytes.", nameof(message));
        }

        _state = NativeMemory.AlignedAlloc(Sodium.StateSize, 16);
        _ = Sodium.ExpandKey(_state, Address(message.Key));
        _nonce = Address(message.Nonce);
        _plaintext = message.Plaintext.Address;
        _associatedData = message.AssociatedData.Address;
        _ciphertext = Ciphertext.Address;
        _tag = Address(Tag);
        _decrypted = Decrypted.Address;
    }

    ~SodiumGcm() => Dispose(false);

    public override void Encrypt() => _ = Sodium.Encrypt(
        _ciphertext, _tag, null, _plaintext, (ulong)Ciphertext.Length, _associatedData, (ulong)Message.AssociatedData.Length, null, _nonce, _state);

    public override void Decrypt()
    {
        if (Sodium.Decrypt(
            _decrypted, null, _ciphertext, (ulong)Ciphertext.Length, _tag, _associatedData, (ulong)Message.AssociatedData.Length, _nonce, _state) != 0)
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    protected override void Dispose(bool disposing) => NativeMemory.AlignedFree(_state);
}
