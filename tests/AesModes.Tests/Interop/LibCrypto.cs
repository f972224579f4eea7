using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace AesModes.Tests.Interop;

/// <summary>AES-GCM-SIV from OpenSSL's libcrypto, version 3.2 or later. tests/interop/openssl-gcm-siv.c makes the same calls.</summary>
internal static class LibCrypto
{
    /// <summary>Names the path of a libcrypto to use instead of the system's.</summary>
    private const string PathVariable = "AESMODES_LIBCRYPTO";

    private const int GetTag = 0x10;
    private const int SetTag = 0x11;

    private static readonly string[] _fileNames =
    [
        "libcrypto.so.3", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib", "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib",
        "libcrypto-3-x64.dll", "libcrypto-3-arm64.dll",
    ];

    private static readonly nint _library = Load();

    /// <summary>The reason why libcrypto cannot be used, or null if it can.</summary>
    public static string? Problem { get; } = _library == 0
        ? "There is no libcrypto of OpenSSL 3."
        : FindCipher(16) == 0 ? $"{Version} has no AES-GCM-SIV; 3.2 and later have. ({PathVariable} names another libcrypto.)" : null;

    /// <summary>The version that the library reports.</summary>
    public static unsafe string Version =>
        Marshal.PtrToStringUTF8(((delegate* unmanaged<int, nint>)NativeLibrary.GetExport(_library, "OpenSSL_version"))(0)) ?? "OpenSSL ?";

    /// <summary>Encrypts and returns the tag, or decrypts.</summary>
    /// <returns>Whether the tag is correct.</returns>
    public static unsafe bool TryCrypt(bool encrypt, byte[] key, byte[] nonce, byte[] associatedData, byte[] input, byte[] output, byte[] tag)
    {
        nint context = ((delegate* unmanaged<nint>)Find("EVP_CIPHER_CTX_new"))();
        var control = (delegate* unmanaged<nint, int, int, byte*, int>)Find("EVP_CIPHER_CTX_ctrl");
        var update = (delegate* unmanaged<nint, byte*, int*, byte*, int, int>)Find("EVP_CipherUpdate");

        // Empty buffers need an address too: a null destination means associated data, and a null source means the message's end.
        byte[] result = new byte[output.Length + 1];
        try
        {
            fixed (byte* keyAt = key, nonceAt = nonce, dataAt = (byte[])[.. associatedData, 0], inputAt = (byte[])[.. input, 0], resultAt = result, tagAt = tag)
            {
                int written = 0;
                Check(((delegate* unmanaged<nint, nint, byte*, byte*, int, nint, int>)Find("EVP_CipherInit_ex2"))(context, FindCipher(key.Length), keyAt, nonceAt, encrypt ? 1 : 0, 0));
                if (!encrypt)
                {
                    Check(control(context, SetTag, tag.Length, tagAt));
                }

                if (associatedData.Length > 0)
                {
                    Check(update(context, null, &written, dataAt, associatedData.Length));
                }

                bool authentic = update(context, resultAt, &written, inputAt, input.Length) == 1;
                authentic &= ((delegate* unmanaged<nint, byte*, int*, int>)Find("EVP_CipherFinal_ex"))(context, resultAt + input.Length, &written) == 1;
                if (encrypt)
                {
                    Check(control(context, GetTag, tag.Length, tagAt));
                }

                result.AsSpan(..^1).CopyTo(output);
                return authentic;
            }
        }
        finally
        {
            ((delegate* unmanaged<nint, void>)Find("EVP_CIPHER_CTX_free"))(context);
        }
    }

    private static nint Load()
    {
        string[] names = Environment.GetEnvironmentVariable(PathVariable) is { Length: > 0 } path ? [path] : _fileNames;
        foreach (string name in names)
        {
            if (NativeLibrary.TryLoad(name, out nint library))
            {
                return library;
            }
        }

        return 0;
    }

    private static nint Find(string function) => NativeLibrary.GetExport(_library, function);

    /// <summary>Returns 0 if libcrypto lacks the cipher. The process never frees it.</summary>
    private static unsafe nint FindCipher(int keySize)
    {
        fixed (byte* name = Encoding.ASCII.GetBytes($"AES-{8 * keySize}-GCM-SIV\0"))
        {
            return ((delegate* unmanaged<nint, byte*, nint, nint>)Find("EVP_CIPHER_fetch"))(0, name, 0);
        }
    }

    private static void Check(int result)
    {
        if (result != 1)
        {
            throw new CryptographicException("OpenSSL's AES-GCM-SIV failed.");
        }
    }
}
