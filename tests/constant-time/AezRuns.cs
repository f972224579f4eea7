using AesModes.Tests.Reference;

namespace AesModes.ConstantTime;

/// <summary>AEZ with secret keys, nonces, texts and associated data; and BLAKE2b, which makes its keys.</summary>
internal static class AezRuns
{
    /// <summary>Of keys: as they are with 48 bytes, hashed otherwise, in one block or several.</summary>
    private static readonly int[] _keySizes = [48, 16, 1, 32, 64, 127, 128, 129, 300];

    public static void Run(IReadOnlyList<Backend> backends, Random random)
    {
        // AEZ-tiny ends, and AEZ-core begins, with 32 bytes of text and tag.
        IEnumerable<int> sizes = Enumerable.Range(0, 34).Concat(Sizes.Texts.Where(s => s >= 34));
        int number = 0;
        foreach (int size in sizes)
        {
            Run(backends, random, number++, size, 16);
        }

        foreach (int tagSize in (int[])[0, 1, 8, 31, 32, 33, 64, 100, 600])
        {
            foreach (int size in (int[])[0, 1, 2, 3, 15, 16, 30, 31, 32, 33, 100, 300])
            {
                Run(backends, random, number++, size, tagSize);
            }
        }
    }

    public static void RunBlake2b(Random random)
    {
        foreach (int size in Sizes.Texts)
        {
            foreach (int digestSize in (int[])[1, 48, 64])
            {
                byte[] message = Bytes.Random(random, size);
                byte[] digest = new byte[digestSize];
                Blake2b.Hash(Secret.Of(message), digest);
                string what = $"BLAKE2b of {size} bytes to {digestSize}";
                byte[] expected = ReferenceAez.Blake2b(message, digestSize);
                if (size == 0)
                {
                    Results.Check(expected, digest, what);
                }
                else
                {
                    Results.CheckSecret(expected, digest, what);
                }
            }
        }
    }

    /// <summary>The public constructors' test of a key. The answer is public.</summary>
    public static void RunWeakKeys(Random random)
    {
        byte[] key = Bytes.Random(random, 48);
        Results.Check(false, AezCipher.IsWeak(Secret.Of(key)), "a random key");
        foreach (int third in (int[])[0, 16, 32])
        {
            byte[] zero = [.. key], equal = [.. key];
            zero.AsSpan(third, 16).Clear();
            key.AsSpan(third, 16).CopyTo(equal.AsSpan((third + 16) % 48));
            Results.Check(true, AezCipher.IsWeak(Secret.Of(zero)), $"a key with zeros from {third}");
            Results.Check(true, AezCipher.IsWeak(Secret.Of(equal)), $"a key with its third from {third} twice");
        }
    }

    private static void Run(IReadOnlyList<Backend> backends, Random random, int number, int size, int tagSize)
    {
        byte[] key = Bytes.Random(random, _keySizes[number % _keySizes.Length]);
        byte[] nonce = Bytes.Random(random, number % 20);
        byte[][] associatedData = [.. Enumerable.Range(0, number % 4).Select(i => Bytes.Random(random, Sizes.AssociatedData[(number + i) % Sizes.AssociatedData.Length]))];
        byte[] plaintext = Bytes.Random(random, size);
        ReferenceAez reference = new(key, tagSize);
        byte[] ciphertext = reference.Encrypt(nonce, associatedData, plaintext);
        byte[] tampered = ciphertext.Length == 0 ? [] : Bytes.Flip(ciphertext, random.Next(8 * ciphertext.Length));
        byte[]? fromTampered = reference.Decrypt(nonce, associatedData, tampered);
        foreach (Backend backend in backends)
        {
            string what = $"AEZ, key of {key.Length} bytes, {size} bytes, tag of {tagSize}, {associatedData.Length} associated, {backend}";
            using Aez cipher = new(Secret.Of(key), tagSize, backend);
            byte[] secretNonce = Secret.Of(nonce);
            ReadOnlyMemory<byte>[] secretData = [.. associatedData.Select(a => (ReadOnlyMemory<byte>)Secret.Of(a))];
            byte[] output = new byte[ciphertext.Length];
            cipher.Encrypt(secretNonce, Secret.Of(plaintext), output, secretData);
            Results.CheckSecret(ciphertext, output, $"{what}: ciphertext");

            byte[] decrypted = new byte[size];
            Results.Check(true, cipher.TryDecrypt(secretNonce, Secret.Of(ciphertext), decrypted, secretData), what);
            Results.CheckSecret(plaintext, decrypted, $"{what}: plaintext");

            // In place.
            byte[] text = Secret.Of(tampered);
            Results.Check(fromTampered is not null, cipher.TryDecrypt(secretNonce, text, text.AsSpan(0, size), secretData), $"{what}, tampered");
            Results.Check(fromTampered ?? new byte[size], text.AsSpan(0, size), $"{what}, tampered: what is left");
        }
    }
}
