using System.Runtime.InteropServices;
using System.Security.Cryptography;

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
        return !Libraries.TryLoad(Library, _fileNames) ? $"libsodium is missing (looked for {string.Join(", ", _fileNames)}; on Debian: apt-get install libsodium23)."
            : InitialiseLibrary() < 0 ? "libsodium is there, but sodium_init failed."
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
    private readonly byte* _tag;

    public SodiumGcm(Message message)
        : base(PeerName, message)
    {
        _state = NativeMemory.AlignedAlloc(Sodium.GetStateSize(), 16);
        _ = Sodium.ExpandKey(_state, Address(message.Key));
        _nonce = Address(message.Nonce);
        _tag = Address(Tag);
    }

    ~SodiumGcm() => Dispose(false);

    public override void Encrypt() => _ = Sodium.Encrypt(
        Ciphertext.Address, _tag, null, Plaintext.Address, (ulong)Plaintext.Length, AssociatedData.Address, (ulong)AssociatedData.Length, null, _nonce, _state);

    public override void Decrypt()
    {
        if (Sodium.Decrypt(
            Decrypted.Address, null, Ciphertext.Address, (ulong)Ciphertext.Length, _tag, AssociatedData.Address, (ulong)AssociatedData.Length, _nonce, _state) != 0)
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    protected override void Dispose(bool disposing) => NativeMemory.AlignedFree(_state);
}
