using System.Text;

namespace AesModes.Tests.Tool;

/// <summary>Reads and writes encrypted files from docs/file-format.md alone, with the public classes.</summary>
internal static class FileFormat
{
    private const int NonceOffset = 12;

    /// <summary>Returns the plaintext, or null if the file or the key must be rejected.</summary>
    public static byte[]? Read(byte[] file, byte[] key)
    {
        byte[] version1 = [.. "AESMODES"u8, 0, 1];
        return file.Length < NonceOffset || !file.AsSpan().StartsWith(version1) ? null : Encoding.Latin1.GetString(file, version1.Length, 2) switch
        {
            "GS" when key.Length is 16 or 32 && file.Length >= 40 => ReadGcmSiv(file, key),
            "AZ" when key.Length is >= 16 and <= 1024 && file.Length >= 28 + 16 => ReadAez(file, key),
            "CT" when key.Length is 16 or 24 or 32 && file.Length >= 28 => ReferenceCtr.Xor(key, file[NonceOffset..28], file.AsSpan(28)),
            _ => null,
        };
    }

    public static byte[] Write(string name, byte[] key, byte[] nonce, byte[] plaintext)
    {
        string code = name switch { "gcm-siv" => "GS", "aez" => "AZ", _ => "CT" };
        byte[] header = [.. "AESMODES"u8, 0, 1, .. Encoding.ASCII.GetBytes(code), .. nonce];
        switch (code)
        {
            case "GS":
                byte[] text = new byte[plaintext.Length];
                byte[] tag = new byte[16];
                using (AesGcmSiv siv = new(key))
                {
                    siv.Encrypt(nonce, plaintext, text, tag, header);
                }

                return [.. header, .. tag, .. text];
            case "AZ":
                text = new byte[plaintext.Length + 16];
                using (Aez aez = new(key))
                {
                    aez.Encrypt(nonce, plaintext, text, header.AsSpan());
                }

                return [.. header, .. text];
            default:
                return [.. header, .. ReferenceCtr.Xor(key, nonce, plaintext)];
        }
    }

    private static byte[]? ReadGcmSiv(byte[] file, byte[] key)
    {
        byte[] text = new byte[file.Length - 40];
        using AesGcmSiv siv = new(key);
        return siv.TryDecrypt(file.AsSpan(NonceOffset, 12), file.AsSpan(40), file.AsSpan(24, 16), text, file.AsSpan(0, 24)) ? text : null;
    }

    private static byte[]? ReadAez(byte[] file, byte[] key)
    {
        byte[] text = new byte[file.Length - 44];
        using Aez aez = new(key);
        return aez.TryDecrypt(file.AsSpan(NonceOffset, 16), file.AsSpan(28), text, file.AsSpan(0, 28)) ? text : null;
    }
}
