using System.Runtime.InteropServices;

namespace AesModes.Benchmarks.Peers;

/// <summary>The unauthenticated ciphers of OpenSSL's libcrypto, by their EVP names, as far as the benchmarks need them.</summary>
/// <remarks>
/// OpenSSL 1.1.1 and 3 both have these functions. None is called without a GC transition: a long message would hold up every collection.
/// </remarks>
internal static partial class OpenSsl
{
    private const string Library = "crypto";

    /// <summary>
    /// Linux, macOS (never without a version: Apple's own library ends a process that loads it; Homebrew's folders are not searched by
    /// themselves), Windows.
    /// </summary>
    private static readonly string[] _fileNames =
    [
        "libcrypto.so.3", "libcrypto.so.1.1",
        "libcrypto.3.dylib", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib", "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib", "libcrypto.1.1.dylib",
        "libcrypto-3-x64.dll", "libcrypto-3-arm64.dll", "libcrypto-1_1-x64.dll", "libcrypto-1_1-arm64.dll",
    ];

    private static readonly string? _problem = BoundLibrary.TryLoad(Library, _fileNames)
        ? null
        : "OpenSSL is missing (looked for " + string.Join(", ", _fileNames) + "; on Debian: apt-get install libssl3).";

    /// <summary>Why there are no OpenSSL rows; null when there are.</summary>
    public static string? Problem => _problem;

    public static bool IsAvailable => _problem is null;

    /// <summary>As the library tells it, for instance: OpenSSL 3.0.19 27 Jan 2026.</summary>
    public static string Version => IsAvailable ? Marshal.PtrToStringUTF8(GetVersion(0)) ?? "OpenSSL ?" : "OpenSSL none";

    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_CTX_new")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial nint CreateContext();

    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_CTX_free")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial void FreeContext(nint context);

    /// <summary>For instance AES-128-CTR; 0 when there is none of that name.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_get_cipherbyname", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static partial nint FindCipher(string name);

    /// <summary>What is 0 or null stays as it was. Returns 1.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_EncryptInit_ex")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static unsafe partial int Initialise(nint context, nint cipher, nint engine, byte* key, byte* iv);

    /// <summary>Returns 1.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_EncryptUpdate")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    public static unsafe partial int Update(nint context, byte* destination, int* written, byte* source, int size);

    [LibraryImport(Library, EntryPoint = "OpenSSL_version")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial nint GetVersion(int type);
}
