using System.Runtime.InteropServices;

namespace AesModes.Benchmarks.Peers;

/// <summary>libsodium's AES-256-GCM with an expanded key, as far as the benchmarks need it.</summary>
internal static partial class Sodium
{
    public const string PeerName = "AES-GCM (libsodium)";

    private const string Library = "sodium";

    /// <summary>Debian's file first; then what a package or another system calls it.</summary>
    private static readonly string[] _fileNames = ["libsodium.so.23", "libsodium.so.26", "libsodium", "libsodium.dylib", "libsodium.dll"];

    private static readonly string? _problem = Initialise();

    /// <summary>Why there are no libsodium rows; null when there are.</summary>
    public static string? Problem => _problem;

    public static bool IsAvailable => _problem is null;

    public static string Version => IsAvailable ? Marshal.PtrToStringUTF8(GetVersionString()) ?? "?" : "none";

    public static nuint StateSize => GetStateSize();

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_beforenm")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static unsafe partial int ExpandKey(void* state, byte* key);

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_encrypt_detached_afternm")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
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
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
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
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int InitialiseLibrary();

    [LibraryImport(Library, EntryPoint = "sodium_version_string")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial nint GetVersionString();

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_is_available")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int IsAesAvailable();

    [LibraryImport(Library, EntryPoint = "crypto_aead_aes256gcm_statebytes")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial nuint GetStateSize();

    private static string? Initialise()
    {
        if (!BoundLibrary.TryLoad(Library, _fileNames))
        {
            return "libsodium is missing (looked for " + string.Join(", ", _fileNames) + "; on Debian: apt-get install libsodium23).";
        }

        return InitialiseLibrary() < 0 ? "libsodium is there, but sodium_init failed."
            : IsAesAvailable() == 0 ? "libsodium is there, but has no AES-256-GCM on this machine (it needs AES-NI and PCLMULQDQ, or ARM's)."
            : null;
    }
}
