using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>libsodium's AES-256-GCM with an expanded key, as far as the benchmarks need it.</summary>
internal static partial class Sodium
{
    private const string Library = "sodium";

    /// <summary>Debian's file first; then what a package or another system calls it.</summary>
    private static readonly string[] _fileNames = ["libsodium.so.23", "libsodium.so.26", "libsodium", "libsodium.dylib", "libsodium.dll"];

    /// <summary>Why there are no libsodium rows; null when there are.</summary>
    public static string? Problem { get; } = Initialise();

    public static bool IsAvailable => Problem is null;

    public static string Version => IsAvailable ? Marshal.PtrToStringUTF8(GetVersionString()) ?? "?" : "none";

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
        if (!Libraries.TryLoad(Library, _fileNames))
        {
            return "libsodium is missing (looked for " + string.Join(", ", _fileNames) + "; on Debian: apt-get install libsodium23).";
        }

        return InitialiseLibrary() < 0 ? "libsodium is there, but sodium_init failed."
            : IsAesAvailable() == 0 ? "libsodium is there, but has no AES-256-GCM on this machine (it needs AES-NI and PCLMULQDQ, or ARM's)."
            : null;
    }
}

/// <summary>libsodium's AES-256-GCM, the key expanded beforehand and every buffer pinned: as fast as it can be called from .NET.</summary>
internal sealed unsafe class SodiumGcm : Peer
{
    public const string PeerName = "AES-GCM (libsodium)";

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
        _state = NativeMemory.AlignedAlloc(Sodium.GetStateSize(), 16);
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
