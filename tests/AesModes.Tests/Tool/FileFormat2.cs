using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace AesModes.Tests.Tool;

/// <summary>Reads and writes version 2 files and key files from docs/file-format.md alone, with the modes' public classes.</summary>
internal static class FileFormat2
{
    public const int SaltSize = 24;

    public const int CommitmentSize = 32;

    /// <summary>The plaintext size of a full chunk.</summary>
    public const int ChunkSize = 16384;

    private const int TagSize = 16;

    /// <summary>The size of everything before the body, without a passphrase.</summary>
    public const int BodyOffset = 14 + SaltSize + CommitmentSize;

    public static byte[] WriteKeyFile(byte[] secret)
    {
        byte[] start = [.. "AESMKEYS"u8, 0, 1, .. "FI"u8, .. secret];
        return [.. start, .. SHA256.HashData(start)[..8]];
    }

    /// <summary>Returns the code and secret of a key file or raw key file, or null if the content is neither.</summary>
    public static (string Source, byte[] Secret)? ReadKey(byte[] file) =>
        !file.AsSpan().StartsWith("AESMKEYS"u8) ? file.Length is >= 16 and <= 1024 ? ("RK", file) : null
        : file.Length == 52 && file.AsSpan().SequenceEqual(WriteKeyFile(file[12..44])) ? ("KF", file[12..44])
        : null;

    /// <summary>RFC 5869 §2.3 with SHA-512.</summary>
    public static byte[] Expand(byte[] key, byte[] info, int size)
    {
        List<byte> output = [];
        byte[] last = [];
        for (byte i = 1; output.Count < size; i++)
        {
            last = HMACSHA512.HashData(key, (byte[])[.. last, .. info, i]);
            output.AddRange(last);
        }

        return [.. output.Take(size)];
    }

    public static byte[] DeriveAlgorithmKey(byte[] secret, string name) => Expand(secret, Encoding.ASCII.GetBytes("aesmodes file 2 " + name), 32);

    public static byte[] Header(string name, string source, byte[]? argon2 = null) =>
        [.. "AESMODES"u8, 0, 2, .. Encoding.ASCII.GetBytes(name switch { "gcm-siv" => "GS", "aez" => "AZ", _ => "CT" }), .. Encoding.ASCII.GetBytes(source), .. argon2 ?? []];

    /// <summary>A salt of 16 bytes, then memory, passes and lanes.</summary>
    public static byte[] Argon2(byte[] salt, uint memory, uint passes, uint lanes)
    {
        byte[] parameters = [.. salt, .. new byte[12]];
        BinaryPrimitives.WriteUInt32BigEndian(parameters.AsSpan(16), memory);
        BinaryPrimitives.WriteUInt32BigEndian(parameters.AsSpan(20), passes);
        BinaryPrimitives.WriteUInt32BigEndian(parameters.AsSpan(24), lanes);
        return parameters;
    }

    public static byte[] Write(string name, byte[] header, byte[] secret, byte[] salt, byte[] plaintext)
    {
        (byte[] key, byte[] nonce, byte[] commitment) = Derive(name, header, secret, salt);
        return [.. header, .. salt, .. commitment, .. WriteBody(name, key, nonce, plaintext)];
    }

    /// <summary>Returns whether the file must be accepted, and its plaintext. For a rejected file, the plaintext contains only the authentic chunks that may be output.</summary>
    public static bool TryRead(byte[] file, string source, byte[] secret, out byte[] plaintext)
    {
        plaintext = [];
        string? name = file.Length < 14 ? null : Encoding.Latin1.GetString(file, 10, 2) switch { "GS" => "gcm-siv", "AZ" => "aez", "CT" => "ctr", _ => null };
        if (name is null || !file.AsSpan().StartsWith(Header(name, source)))
        {
            return false;
        }

        int headerSize = source == "PW" ? 42 : 14;
        if (file.Length < headerSize + SaltSize + CommitmentSize)
        {
            return false;
        }

        byte[] salt = file[headerSize..][..SaltSize];
        (byte[] key, byte[] nonce, byte[] commitment) = Derive(name, file[..headerSize], secret, salt);
        byte[] body = file[(headerSize + SaltSize + CommitmentSize)..];
        return file.AsSpan(headerSize + SaltSize, CommitmentSize).SequenceEqual(commitment) && TryReadBody(name, key, nonce, body, out plaintext);
    }

    public static (byte[] Key, byte[] Nonce, byte[] Commitment) Derive(string name, byte[] header, byte[] secret, byte[] salt)
    {
        (string label, int keySize, int nonceSize) = name switch
        {
            "gcm-siv" => ("c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM_SIV", 32, 12),
            "aez" => ("aesmodes file 2 aez", 48, 16),
            _ => ("aesmodes file 2 ctr", 32, 16),
        };
        if (header.AsSpan(12, 2).SequenceEqual("RK"u8))
        {
            secret = HMACSHA512.HashData("aesmodes file 2 raw key"u8, secret);
        }

        byte[] derived = Expand(DeriveAlgorithmKey(secret, name), [.. Encoding.ASCII.GetBytes(label), 0, .. salt, .. header], keySize + nonceSize + CommitmentSize);
        return (derived[..keySize], derived[keySize..(keySize + nonceSize)], derived[(keySize + nonceSize)..]);
    }

    private static byte[] WriteBody(string name, byte[] key, byte[] nonce, byte[] plaintext)
    {
        switch (name)
        {
            case "gcm-siv":
                List<byte> body = [];
                using (AesGcmSiv siv = new(key))
                {
                    for (int chunk = 0; chunk <= plaintext.Length / ChunkSize; chunk++)
                    {
                        byte[] piece = plaintext[(chunk * ChunkSize)..Math.Min(plaintext.Length, (chunk + 1) * ChunkSize)];
                        byte[] ciphertext = new byte[piece.Length];
                        byte[] tag = new byte[TagSize];
                        siv.Encrypt(NonceOf(nonce, chunk), piece, ciphertext, tag);
                        body.AddRange([.. ciphertext, .. tag]);
                    }
                }

                return [.. body];
            case "aez":
                byte[] text = new byte[plaintext.Length + TagSize];
                using (Aez aez = new(key))
                {
                    aez.Encrypt(nonce.AsSpan(), plaintext, text);
                }

                return text;
            default:
                return ReferenceCtr.Xor(key, nonce, plaintext);
        }
    }

    private static bool TryReadBody(string name, byte[] key, byte[] nonce, byte[] body, out byte[] plaintext)
    {
        switch (name)
        {
            case "gcm-siv":
                return TryReadChunks(key, nonce, body, out plaintext);
            case "aez":
                plaintext = new byte[Math.Max(0, body.Length - TagSize)];
                using (Aez aez = new(key))
                {
                    bool isAuthentic = body.Length >= TagSize && aez.TryDecrypt(nonce.AsSpan(), body, plaintext);
                    plaintext = isAuthentic ? plaintext : [];
                    return isAuthentic;
                }

            default:
                plaintext = ReferenceCtr.Xor(key, nonce, body);
                return true;
        }
    }

    private static bool TryReadChunks(byte[] key, byte[] nonce, byte[] body, out byte[] plaintext)
    {
        using AesGcmSiv siv = new(key);
        List<byte> read = [];
        for (int chunk = 0; ; chunk++)
        {
            byte[] piece = [.. body.Skip(chunk * (ChunkSize + TagSize)).Take(ChunkSize + TagSize)];
            plaintext = [.. read];
            byte[] text = new byte[Math.Max(0, piece.Length - TagSize)];
            if (piece.Length < TagSize || !siv.TryDecrypt(NonceOf(nonce, chunk), piece.AsSpan(..^TagSize), piece.AsSpan(^TagSize..), text))
            {
                return false;
            }

            read.AddRange(text);
            if (text.Length < ChunkSize)
            {
                plaintext = [.. read];
                return true;
            }
        }
    }

    private static byte[] NonceOf(byte[] baseNonce, int chunk)
    {
        byte[] number = new byte[12];
        BinaryPrimitives.WriteInt32BigEndian(number.AsSpan(8), chunk);
        return Bytes.Xor(baseNonce, number);
    }
}
