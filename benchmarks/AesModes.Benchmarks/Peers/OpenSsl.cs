using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace AesModes.Benchmarks.Peers;

/// <summary>OpenSSL's libcrypto, 1.1.1 or 3. No function is called without a GC transition: a long message would hold up every collection.</summary>
internal static partial class OpenSsl
{
    private const string Library = "crypto";

    /// <summary>On macOS never without a version: Apple's own library ends a process that loads it.</summary>
    private static readonly string[] _fileNames =
    [
        "libcrypto.so.3", "libcrypto.so.1.1",
        "libcrypto.3.dylib", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib", "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib", "libcrypto.1.1.dylib",
        "libcrypto-3-x64.dll", "libcrypto-3-arm64.dll", "libcrypto-1_1-x64.dll", "libcrypto-1_1-arm64.dll",
    ];

    /// <summary>Why there are no OpenSSL rows; null when there are.</summary>
    public static string? Problem { get; } = Libraries.TryLoad(Library, _fileNames)
        ? null
        : "OpenSSL is missing (looked for " + string.Join(", ", _fileNames) + "; on Debian: apt-get install libssl3).";

    public static bool IsAvailable => Problem is null;

    public static string Version => IsAvailable ? Marshal.PtrToStringUTF8(GetVersion(0)) ?? "OpenSSL ?" : "OpenSSL none";

    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_CTX_new")]
    public static partial nint CreateContext();

    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_CTX_free")]
    public static partial void FreeContext(nint context);

    /// <summary>For instance AES-128-CTR; 0 when there is none of that name.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_get_cipherbyname", StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint FindCipher(string name);

    /// <summary>What is 0 or null stays as it was. Returns 1.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_EncryptInit_ex")]
    public static unsafe partial int Initialise(nint context, nint cipher, nint engine, byte* key, byte* iv);

    /// <summary>Returns 1.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_EncryptUpdate")]
    public static unsafe partial int Update(nint context, byte* destination, int* written, byte* source, int size);

    [LibraryImport(Library, EntryPoint = "OpenSSL_version")]
    private static partial nint GetVersion(int type);
}

/// <summary>OpenSSL's AES in counter mode as fast as .NET can call it: one context, the key set once, the initial counter with every message, every buffer pinned.</summary>
internal sealed unsafe class OpenSslCtr : Peer
{
    /// <summary>With the key size of its comparison.</summary>
    public const string PeerName = "OpenSSL AES-CTR";

    public const string Aes128Name = "OpenSSL AES-128-CTR";

    private readonly nint _context;
    private readonly byte* _counter;

    /// <summary>The message's key tells which AES; its nonce is the initial counter, 16 bytes.</summary>
    public OpenSslCtr(string name, Message message)
        : base(name, message, tagSize: 0)
    {
        _context = OpenSsl.CreateContext();
        _counter = Address(message.Nonce);
        nint cipher = OpenSsl.FindCipher(CipherName(message));
        if (cipher == 0 || OpenSsl.Initialise(_context, cipher, 0, Address(message.Key), null) != 1)
        {
            throw new CryptographicException($"OpenSSL has no {CipherName(message)}.");
        }
    }

    ~OpenSslCtr() => Dispose(false);

    public override void Encrypt() => Crypt(Plaintext.Address, Ciphertext.Address);

    public override void Decrypt() => Crypt(Ciphertext.Address, Decrypted.Address);

    protected override void Dispose(bool disposing)
    {
        if (_context != 0)
        {
            OpenSsl.FreeContext(_context);
        }
    }

    private static string CipherName(Message message) => $"AES-{message.Key.Length * 8}-CTR";

    private void Crypt(byte* source, byte* destination)
    {
        int written;
        if (OpenSsl.Initialise(_context, 0, 0, null, _counter) != 1 || OpenSsl.Update(_context, destination, &written, source, Ciphertext.Length) != 1)
        {
            throw new CryptographicException("OpenSSL's counter mode failed.");
        }
    }
}
