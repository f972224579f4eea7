using System.Security.Cryptography;
using AesModes.Tests.Reference;

namespace AesModes.ConstantTime;

/// <summary>AES-GCM-SIV with secret keys, nonces, texts, associated data and tags.</summary>
internal static class GcmSivRuns
{
    public static void Run(IReadOnlyList<Backend> backends, Random random)
    {
        foreach (int keySize in (int[])[16, 32])
        {
            for (int i = 0; i < Sizes.Texts.Length; i++)
            {
                Run(backends, random, keySize, Sizes.Texts[i], Sizes.AssociatedData[i % Sizes.AssociatedData.Length]);
            }

            // Streams hash each chunk without the length block, by as few powers of H as a short message has: no other call does.
            foreach (int size in Sizes.Streams)
            {
                RunStreams(backends, random, keySize, size);
            }
        }
    }

    private static void Run(IReadOnlyList<Backend> backends, Random random, int keySize, int size, int associatedDataSize)
    {
        byte[] key = Bytes.Random(random, keySize);
        byte[] nonce = Bytes.Random(random, 12);
        byte[] plaintext = Bytes.Random(random, size);
        byte[] associatedData = Bytes.Random(random, associatedDataSize);
        (byte[] ciphertext, byte[] tag) = ReferenceGcmSiv.Encrypt(key, nonce, plaintext, associatedData);
        foreach (Backend backend in backends)
        {
            string what = $"AES-GCM-SIV, key of {keySize} bytes, {size} bytes, associated data of {associatedDataSize}, {backend}";
            using AesGcmSiv cipher = new(Secret.Of(key), backend);
            byte[] output = new byte[size];
            byte[] outputTag = new byte[16];
            byte[] secretNonce = Secret.Of(nonce);
            byte[] secretData = Secret.Of(associatedData);
            cipher.Encrypt(secretNonce, Secret.Of(plaintext), output, outputTag, secretData);
            Results.CheckSecret(ciphertext, output, $"{what}: ciphertext");
            Results.CheckSecret(tag, outputTag, $"{what}: tag");

            Results.Check(true, cipher.TryDecrypt(secretNonce, Secret.Of(ciphertext), Secret.Of(tag), output, secretData), what);
            Results.CheckSecret(plaintext, output, $"{what}: plaintext");

            // In place, with a wrong tag: in its first bit, in its last.
            foreach (int bit in (int[])[0, 127])
            {
                byte[] text = Secret.Of(ciphertext);
                Results.Check(false, cipher.TryDecrypt(secretNonce, text, Secret.Of(Bytes.Flip(tag, bit)), text, secretData), $"{what}, wrong tag");
                Results.Check(new byte[size], text, $"{what}, wrong tag: what is left");
            }
        }
    }

    private static void RunStreams(IReadOnlyList<Backend> backends, Random random, int keySize, int size)
    {
        byte[] key = Bytes.Random(random, keySize);
        byte[] nonce = Bytes.Random(random, 12);
        byte[] plaintext = Bytes.Random(random, size);
        (byte[] ciphertext, byte[] tag) = ReferenceGcmSiv.Encrypt(key, nonce, plaintext, []);
        foreach (Backend backend in backends)
        {
            string what = $"AES-GCM-SIV, key of {keySize} bytes, streams of {size} bytes, {backend}";
            using AesGcmSiv cipher = new(Secret.Of(key), backend);
            byte[] outputTag = new byte[16];
            byte[] secretNonce = Secret.Of(nonce);
            using MemoryStream encrypted = new();
            cipher.Encrypt(secretNonce, new MemoryStream(Secret.Of(plaintext)), encrypted, outputTag);
            Results.CheckSecret(ciphertext, encrypted.ToArray(), $"{what}: ciphertext");
            Results.CheckSecret(tag, outputTag, $"{what}: tag");

            using MemoryStream decrypted = new();
            cipher.Decrypt(secretNonce, new MemoryStream(Secret.Of(ciphertext)), Secret.Of(tag), decrypted);
            Results.CheckSecret(plaintext, decrypted.ToArray(), $"{what}: plaintext");

            using MemoryStream rejected = new();
            Results.Check(false, Accepts(cipher, secretNonce, ciphertext, Bytes.Flip(tag, 77), rejected), $"{what}, wrong tag");
            Results.Check([], rejected.ToArray(), $"{what}, wrong tag: what is left");
        }
    }

    private static bool Accepts(AesGcmSiv cipher, byte[] nonce, byte[] ciphertext, byte[] tag, Stream output)
    {
        try
        {
            cipher.Decrypt(nonce, new MemoryStream(Secret.Of(ciphertext)), Secret.Of(tag), output);
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }
}
