using System.Buffers.Binary;
using System.Security.Cryptography;
using AesModes.Tests.Reference;

namespace AesModes.ConstantTime;

/// <summary>Counter mode with FACE's table, with secret keys and texts. The counter is public.</summary>
internal static class CtrRuns
{
    public static void Run(IReadOnlyList<Backend> backends, Random random)
    {
        foreach (int keySize in (int[])[16, 24, 32])
        {
            foreach (int size in Sizes.Texts)
            {
                Run(backends, random, keySize, size, size % 3 == 0 ? 0 : random.Next(100));
            }

            // With a table, past the low byte's last value, which it may begin in front of, and where a carry goes far.
            Run(backends, random, keySize, 12_000, 0);
            Run(backends, random, keySize, 9_001, 5);
        }
    }

    private static void Run(IReadOnlyList<Backend> backends, Random random, int keySize, int size, int position)
    {
        byte[] key = Bytes.Random(random, keySize);
        byte[] counter = Bytes.Random(random, 16);
        counter.AsSpan(random.Next(16)).Fill(0xFF);
        byte[] plaintext = Bytes.Random(random, size);
        byte[] ciphertext = Xor(key, counter, position, plaintext);
        foreach (Backend backend in backends)
        {
            string what = $"AES-CTR, key of {keySize} bytes, {size} bytes at {position}, {backend}";
            using FaceCtr cipher = new(Secret.Of(key), backend);
            byte[] output = new byte[size];
            cipher.Encrypt(counter, Secret.Of(plaintext), output, position);
            Results.CheckSecret(ciphertext, output, $"{what}: ciphertext");

            // A transform, up to there in one call and then in pieces.
            using ICryptoTransform transform = cipher.CreateDecryptor(counter);
            _ = transform.TransformFinalBlock(new byte[position], 0, position);
            byte[] input = Secret.Of(ciphertext);
            int first = size / 3;
            int done = transform.TransformBlock(input, 0, first, output, 0);
            byte[] rest = transform.TransformFinalBlock(input, done, size - done);
            Results.CheckSecret(plaintext.AsSpan(0, done), output.AsSpan(0, done), $"{what}: plaintext's first part");
            Results.CheckSecret(plaintext.AsSpan(done), rest, $"{what}: plaintext's second part");
        }
    }

    private static byte[] Xor(byte[] key, byte[] initialCounter, int position, byte[] text)
    {
        UInt128 counter = BinaryPrimitives.ReadUInt128BigEndian(initialCounter);
        byte[] keyStream = new byte[(position + text.Length + 15) / 16 * 16];
        for (int at = 0; at < keyStream.Length; at += 16)
        {
            BinaryPrimitives.WriteUInt128BigEndian(keyStream.AsSpan(at), counter++);
        }

        keyStream = new ReferenceAes(key).Encrypt(keyStream);
        byte[] result = [.. text];
        for (int i = 0; i < result.Length; i++)
        {
            result[i] ^= keyStream[position + i];
        }

        return result;
    }
}
