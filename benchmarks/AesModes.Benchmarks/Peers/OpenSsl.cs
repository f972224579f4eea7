using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace AesModes.Benchmarks.Peers;

/// <summary>OpenSSL's libcrypto, 1.1.1 or later. No function is called without a GC transition: a long message would hold up every collection.</summary>
internal static partial class OpenSsl
{
    private const string Library = "crypto";

    /// <summary>The path of a libcrypto to take instead of the system's.</summary>
    private const string PathVariable = "AESMODES_LIBCRYPTO";

    /// <summary>On macOS never without a version: Apple's own library ends a process that loads it.</summary>
    private static readonly string[] _fileNames =
    [
        "libcrypto.so.3", "libcrypto.so.1.1",
        "libcrypto.3.dylib", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib", "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib", "libcrypto.1.1.dylib",
        "libcrypto-3-x64.dll", "libcrypto-3-arm64.dll", "libcrypto-1_1-x64.dll", "libcrypto-1_1-arm64.dll",
    ];

    private static readonly nint _handle = Load();

    /// <summary>Why there are no OpenSSL rows; null when there are.</summary>
    public static string? Problem { get; } = _handle != 0
        ? null
        : $"There is no libcrypto (looked for {string.Join(", ", FileNames)}; on Debian: apt-get install libssl3).";

    /// <summary>Why there are no rows of its AES-GCM-SIV; null when there are.</summary>
    public static string? SivProblem { get; } =
        Problem ?? (FetchCipher(0, "AES-128-GCM-SIV", 0) != 0 ? null : $"{Version} has no AES-GCM-SIV: 3.2 and later have ({PathVariable} names another libcrypto).");

    public static bool IsAvailable => Problem is null;

    /// <summary>Without the date.</summary>
    public static string Version => IsAvailable ? string.Join(' ', Marshal.PtrToStringUTF8(GetVersion(0))!.Split(' ').Take(2)) : "OpenSSL none";

    private static IReadOnlyList<string> FileNames => Environment.GetEnvironmentVariable(PathVariable) is { Length: > 0 } path ? [path] : _fileNames;

    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_CTX_new")]
    public static partial nint CreateContext();

    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_CTX_free")]
    public static partial void FreeContext(nint context);

    /// <summary>For instance AES-128-CTR; 0 when there is none of that name.</summary>
    public static nint FindCipher(string name) => name.EndsWith("-SIV", StringComparison.Ordinal) ? FetchCipher(0, name, 0) : GetCipher(name);

    /// <summary>What is 0 or null stays as it was. Returns 1.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_CipherInit_ex")]
    public static unsafe partial int Initialise(nint context, nint cipher, nint engine, byte* key, byte* iv, int encrypts);

    /// <summary>Returns 1.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_CipherUpdate")]
    public static unsafe partial int Update(nint context, byte* destination, int* written, byte* source, int size);

    /// <summary>Returns 1, or 0 where a tag is wrong.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_CipherFinal_ex")]
    public static unsafe partial int Finish(nint context, byte* destination, int* written);

    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_CTX_ctrl")]
    public static unsafe partial int Control(nint context, int type, int size, void* data);

    [LibraryImport(Library, EntryPoint = "EVP_get_cipherbyname", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint GetCipher(string name);

    /// <summary>Since OpenSSL 3; what has no numeric id is found by it alone. Kept for the process.</summary>
    [LibraryImport(Library, EntryPoint = "EVP_CIPHER_fetch", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint FetchCipher(nint library, string name, nint properties);

    [LibraryImport(Library, EntryPoint = "OpenSSL_version")]
    private static partial nint GetVersion(int type);

    /// <summary>The program itself may be one that holds OpenSSL: Node.js, as benchmarks/in-node starts us.</summary>
    private static nint Load()
    {
        nint program = NativeLibrary.GetMainProgramHandle();
        nint handle = NativeLibrary.TryGetExport(program, "OpenSSL_version", out _) ? program
            : FileNames.Select(name => NativeLibrary.TryLoad(name, typeof(OpenSsl).Assembly, null, out nint file) ? file : 0).FirstOrDefault(file => file != 0);

        // An assembly can have one resolver only.
        NativeLibrary.SetDllImportResolver(typeof(OpenSsl).Assembly, (name, _, _) => name == Library ? handle : 0);
        return handle;
    }
}

/// <summary>One of OpenSSL's ciphers as fast as .NET can call it: one context, every buffer pinned.</summary>
internal abstract unsafe class OpenSslCipher : Peer
{
    private readonly nint _context;
    private readonly byte* _iv;

    protected OpenSslCipher(string name, string cipherName, Message message, int tagSize)
        : base(name, message, tagSize)
    {
        _context = OpenSsl.CreateContext();
        _iv = Address(message.Nonce);
        nint cipher = OpenSsl.FindCipher(cipherName);
        if (cipher == 0)
        {
            throw new CryptographicException($"OpenSSL has no {cipherName}.");
        }

        Check(OpenSsl.Initialise(_context, cipher, 0, Address(message.Key), null, 1));
    }

    ~OpenSslCipher() => Dispose(false);

    public override string Library => OpenSsl.Version;

    protected override void Dispose(bool disposing)
    {
        if (_context != 0)
        {
            OpenSsl.FreeContext(_context);
        }
    }

    /// <param name="encrypts">1, or 0 to decrypt.</param>
    /// <param name="key">Null to keep the one that is set.</param>
    protected void Begin(int encrypts, byte* key = null) => Check(OpenSsl.Initialise(_context, 0, 0, key, _iv, encrypts));

    /// <summary>Associated data where there is no destination.</summary>
    protected bool TryUpdate(byte* destination, byte* source, int size)
    {
        int written;
        return OpenSsl.Update(_context, destination, &written, source, size) == 1;
    }

    protected bool TryFinish(byte* destination)
    {
        int written;
        return OpenSsl.Finish(_context, destination, &written) == 1;
    }

    protected void Control(int type, byte[] data) => Check(OpenSsl.Control(_context, type, data.Length, Address(data)));

    protected static void Check(bool isDone)
    {
        if (!isDone)
        {
            throw new CryptographicException("A call of OpenSSL failed.");
        }
    }

    private static void Check(int result) => Check(result == 1);
}

/// <summary>OpenSSL's AES in counter mode. The message's key tells which AES; its nonce is the initial counter, 16 bytes.</summary>
internal sealed unsafe class OpenSslCtr(string name, Message message) : OpenSslCipher(name, $"AES-{message.Key.Length * 8}-CTR", message, tagSize: 0)
{
    /// <summary>With the key size of its comparison.</summary>
    public const string PeerName = "OpenSSL AES-CTR";

    public const string Aes128Name = "OpenSSL AES-128-CTR";

    public override void Encrypt() => Crypt(Plaintext.Address, Ciphertext.Address);

    public override void Decrypt() => Crypt(Ciphertext.Address, Decrypted.Address);

    private void Crypt(byte* source, byte* destination)
    {
        Begin(1);
        Check(TryUpdate(destination, source, Ciphertext.Length));
    }
}

/// <summary>OpenSSL's AES-GCM, or its AES-GCM-SIV, which takes the key with each message as it makes the message's keys when a key is set.</summary>
internal sealed unsafe class OpenSslAead(string name, bool isSiv, Message message)
    : OpenSslCipher(name, $"AES-{message.Key.Length * 8}-GCM{(isSiv ? "-SIV" : "")}", message, tagSize: 16)
{
    public const string GcmName = "AES-GCM (OpenSSL)";

    public const string SivName = "AES-GCM-SIV (OpenSSL)";

    private const int GetTag = 0x10;
    private const int SetTag = 0x11;

    private readonly byte* _key = isSiv ? Address(message.Key) : null;

    public override bool IsKeyPrepared => !isSiv;

    public override void Encrypt()
    {
        Begin(1, _key);
        Check(TryCrypt(Ciphertext.Address, Plaintext.Address));
        Control(GetTag, Tag);
    }

    public override void Decrypt()
    {
        Begin(0, _key);
        Control(SetTag, Tag);
        if (!TryCrypt(Decrypted.Address, Ciphertext.Address))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    private bool TryCrypt(byte* destination, byte* source) =>
        (AssociatedData.Length == 0 || TryUpdate(null, AssociatedData.Address, AssociatedData.Length))
        & TryUpdate(destination, source, Plaintext.Length)
        & TryFinish(destination + Plaintext.Length);
}
