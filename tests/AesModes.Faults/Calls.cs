using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Faults;

/// <summary>Public calls that reach every kernel of a mode, held against the same calls on another backend.</summary>
internal static class Calls
{
    private static readonly int[] _sizes = [0, 1, 16, 31, 40, 64, 100, 150, 216, 300, 580, 1100, 2150, 4500, 9000];

    /// <returns>The first call whose output differs; null where all are equal.</returns>
    /// <param name="mode">The public class.</param>
    /// <param name="backend">What to look at.</param>
    public static string? Compare(Type mode, Backend backend)
    {
        Backend right = Backend.All[^1];
        List<(string Call, byte[] Output)> expected = Outputs(mode, right);
        List<(string Call, byte[] Output)> actual = Outputs(mode, backend);
        return expected.Zip(actual).Where(pair => !pair.First.Output.AsSpan().SequenceEqual(pair.Second.Output)).Select(pair => pair.First.Call).FirstOrDefault();
    }

    private static List<(string Call, byte[] Output)> Outputs(Type mode, Backend backend) =>
        mode == typeof(AesGcmSiv) ? [.. GcmSiv(backend, 16), .. GcmSiv(backend, 32)]
        : mode == typeof(Aez) ? [.. Aez(backend, 16), .. Aez(backend, 50)]
        : [.. Ctr(backend, 16), .. Ctr(backend, 24), .. Ctr(backend, 32)];

    private static IEnumerable<(string Call, byte[] Output)> GcmSiv(Backend backend, int keySize)
    {
        using AesGcmSiv siv = new(Bytes(keySize, 11), backend);
        byte[] nonce = Bytes(12, 12);
        foreach (int size in _sizes)
        {
            byte[] associatedData = Bytes(size % 50, 13);
            byte[] plaintext = Bytes(size, 14);
            byte[] ciphertext = new byte[size];
            byte[] tag = new byte[16];
            siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            yield return ($"AES-{8 * keySize}: encryption of {size} bytes", [.. ciphertext, .. tag]);

            // The right ciphertext, whatever came out: a decryption may be the first call of a process.
            using AesGcmSiv other = new(Bytes(keySize, 11), Backend.All[^1]);
            other.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            byte[] decrypted = new byte[size];
            bool isAuthentic = siv.TryDecrypt(nonce, ciphertext, tag, decrypted, associatedData);
            yield return ($"AES-{8 * keySize}: decryption of {size} bytes", [.. decrypted, (byte)(isAuthentic ? 1 : 0)]);
            tag[3] ^= 1;
            isAuthentic = siv.TryDecrypt(nonce, ciphertext, tag, decrypted, associatedData);
            yield return ($"AES-{8 * keySize}: decryption of {size} changed bytes", [.. decrypted, (byte)(isAuthentic ? 1 : 0)]);
        }

        byte[] streamTag = new byte[16];
        using MemoryStream source = new(Bytes(70_000, 15));
        using MemoryStream destination = new();
        siv.Encrypt(nonce, source, destination, streamTag);
        yield return ($"AES-{8 * keySize}: encryption of a stream", [.. destination.ToArray(), .. streamTag]);
    }

    private static IEnumerable<(string Call, byte[] Output)> Aez(Backend backend, int tagSize)
    {
        using Aez aez = new(Bytes(48, 11), tagSize, backend);
        byte[] nonce = Bytes(12, 12);
        byte[] associatedData = Bytes(100, 13);
        foreach (int size in _sizes)
        {
            byte[] plaintext = Bytes(size, 14);
            byte[] ciphertext = new byte[size + tagSize];
            aez.Encrypt(nonce, plaintext, ciphertext);
            yield return ($"tag of {tagSize} bytes: encryption of {size} bytes", [.. ciphertext]);
            aez.Encrypt(nonce, plaintext, ciphertext, associatedData);
            yield return ($"tag of {tagSize} bytes: encryption of {size} bytes with associated data", [.. ciphertext]);
            using Aez other = new(Bytes(48, 11), tagSize, Backend.All[^1]);
            other.Encrypt(nonce, plaintext, ciphertext, associatedData);
            byte[] decrypted = new byte[size];
            bool isAuthentic = aez.TryDecrypt(nonce, ciphertext, decrypted, associatedData);
            yield return ($"tag of {tagSize} bytes: decryption of {size} bytes", [.. decrypted, (byte)(isAuthentic ? 1 : 0)]);
        }
    }

    private static IEnumerable<(string Call, byte[] Output)> Ctr(Backend backend, int keySize)
    {
        using FaceCtr ctr = new(Bytes(keySize, 11), backend);
        byte[] counter = Bytes(16, 12);
        foreach (int size in _sizes)
        {
            byte[] destination = new byte[size];
            ctr.Encrypt(counter, Bytes(size, 14), destination);
            yield return ($"AES-{8 * keySize}: {size} bytes", [.. destination]);
            ctr.Encrypt(counter, Bytes(size, 14), destination, position: 1003);
            yield return ($"AES-{8 * keySize}: {size} bytes from byte 1003", destination);
        }

        using ICryptoTransform transform = ctr.CreateEncryptor(counter);
        yield return ($"AES-{8 * keySize}: a transform", transform.TransformFinalBlock(Bytes(700, 14), 0, 700));
    }

    [SuppressMessage("Security", "CA5394:Do not use insecure randomness", Justification = "The same bytes each time.")]
    private static byte[] Bytes(int size, int seed)
    {
        byte[] bytes = new byte[size];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
