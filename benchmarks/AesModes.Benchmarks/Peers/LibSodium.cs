using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Sodium;

namespace AesModes.Benchmarks.Peers;

/// <summary>libsodium's AES-256-GCM with an expanded key, as far as the benchmarks need it.</summary>
internal static partial class LibSodium
{
    /// <summary>The file of the NuGet package libsodium, which Sodium.Core and NSec load too.</summary>
    private const string Library = "libsodium";

    /// <summary>Why there are no libsodium rows; null when there are.</summary>
    public static string? Problem { get; } = Initialise();

    public static bool IsAvailable => Problem is null;

    public static string Version => "libsodium " + (IsAvailable ? Marshal.PtrToStringUTF8(GetVersionString()) : "none");

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_beforenm")]
    public static unsafe partial int ExpandKey(void* state, byte* key);

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_encrypt_detached_afternm")]
    public static unsafe partial int Encrypt(
        byte* ciphertext,
        byte* tag,
        ulong* tagSize,
        byte* plaintext,
        ulong plaintextSize,
        byte* associatedData,
        ulong associatedDataSize,
        byte* secretNonce,
        byte* nonce,
        void* state);

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_decrypt_detached_afternm")]
    public static unsafe partial int Decrypt(
        byte* plaintext,
        byte* secretNonce,
        byte* ciphertext,
        ulong ciphertextSize,
        byte* tag,
        byte* associatedData,
        ulong associatedDataSize,
        byte* nonce,
        void* state);

    [LibraryImport(Library, EntryPoint = "sodium_init")]
    private static partial int InitialiseLibrary();

    [LibraryImport(Library, EntryPoint = "sodium_version_string")]
    private static partial nint GetVersionString();

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_is_available")]
    private static partial int IsAesAvailable();

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_statebytes")]
    public static partial nuint GetStateSize();

    private static string? Initialise()
    {
        try
        {
            return InitialiseLibrary() < 0 ? "sodium_init of libsodium failed."
                : IsAesAvailable() == 0 ? "libsodium has no AES-256-GCM on this machine: it needs AES-NI and PCLMULQDQ, or ARM's."
                : null;
        }
        catch (DllNotFoundException)
        {
            return "The NuGet package libsodium has no file for this machine.";
        }
    }
}

/// <summary>libsodium's AES-256-GCM, the key expanded beforehand and every buffer pinned: as fast as it can be called from .NET.</summary>
internal sealed unsafe class SodiumGcm : Peer
{
    public const string PeerName = "AES-GCM (libsodium)";

    private readonly void* _state;
    private readonly byte* _nonce;
    private readonly byte* _tag;

    public SodiumGcm(Message message)
        : base(PeerName, message)
    {
        _state = NativeMemory.AlignedAlloc(LibSodium.GetStateSize(), 16);
        _ = LibSodium.ExpandKey(_state, Address(message.Key));
        _nonce = Address(message.Nonce);
        _tag = Address(Tag);
    }

    ~SodiumGcm() => Dispose(false);

    public override string Library => LibSodium.Version;

    public override void Encrypt() => _ = LibSodium.Encrypt(
        Ciphertext.Address, _tag, null, Plaintext.Address, (ulong)Plaintext.Length, AssociatedData.Address, (ulong)AssociatedData.Length, null, _nonce, _state);

    public override void Decrypt()
    {
        if (LibSodium.Decrypt(
            Decrypted.Address, null, Ciphertext.Address, (ulong)Ciphertext.Length, _tag, AssociatedData.Address, (ulong)AssociatedData.Length, _nonce, _state) != 0)
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    protected override void Dispose(bool disposing) => NativeMemory.AlignedFree(_state);
}

/// <summary>
/// libsodium's AES-256-GCM as users of the NuGet package Sodium.Core call it: arrays in, a new array of ciphertext and tag out, the key expanded with each call.
/// </summary>
internal sealed class SodiumCoreGcm(Message message) : Peer(PeerName, message, tagSize: 0, expansion: 16)
{
    public const string PeerName = "AES-GCM (Sodium.Core)";

    private readonly byte[] _plaintext = message.Plaintext.ToArray();
    private readonly byte[] _associatedData = message.AssociatedData.ToArray();
    private byte[] _encrypted = [];
    private byte[] _result = [];

    public override Span<byte> Encrypted => _encrypted;

    public override ReadOnlySpan<byte> Result => _result;

    public override string Library => $"{Libraries.PackageOf(typeof(SecretAeadAes))} over {LibSodium.Version}";

    public override bool IsKeyPrepared => false;

    public override void Encrypt() => _encrypted = SecretAeadAes.Encrypt(_plaintext, Nonce, Message.Key, _associatedData);

    public override void Decrypt()
    {
        try
        {
            _result = SecretAeadAes.Decrypt(_encrypted, Nonce, Message.Key, _associatedData);
        }
        catch (CryptographicException e)
        {
            throw new AuthenticationTagMismatchException(e.Message, e);
        }
    }

    protected override void Dispose(bool disposing)
    {
    }
}

/// <summary>libsodium's AES-256-GCM by NSec, with spans. NSec keeps the key in guarded memory and expands it with each call.</summary>
internal sealed class NSecGcm : Peer
{
    public const string PeerName = "AES-GCM (NSec)";

    private readonly NSec.Cryptography.Key _key;

    public NSecGcm(Message message)
        : base(PeerName, message, tagSize: 0, expansion: 16) => _key = NSec.Cryptography.Key.Import(Algorithm, message.Key, NSec.Cryptography.KeyBlobFormat.RawSymmetricKey);

    public override string Library => $"{Libraries.PackageOf(typeof(NSec.Cryptography.Key))} over {LibSodium.Version}";

    public override bool IsKeyPrepared => false;

    private static NSec.Cryptography.Aes256Gcm Algorithm => NSec.Cryptography.AeadAlgorithm.Aes256Gcm;

    public override void Encrypt() => Algorithm.Encrypt(_key, Nonce, AssociatedData, Plaintext, Ciphertext);

    public override void Decrypt()
    {
        if (!Algorithm.Decrypt(_key, Nonce, AssociatedData, Ciphertext, Decrypted))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    protected override void Dispose(bool disposing) => _key.Dispose();
}
