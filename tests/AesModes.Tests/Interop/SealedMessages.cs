namespace AesModes.Tests.Interop;

/// <summary>Another implementation's AES-GCM-SIV: encrypts a message, or decrypts one and returns false if the tag is incorrect.</summary>
internal delegate bool TryCrypt(bool encrypt, byte[] key, byte[] nonce, byte[] associatedData, byte[] input, byte[] output, byte[] tag);

/// <summary>Exchanges random messages between every backend and another implementation.</summary>
internal static class SealedMessages
{
    private const int LongestSize = 300;

    /// <summary>Exchanges messages in both directions, with and without a changed bit.</summary>
    public static void EachOpensTheOthers(string peer, TryCrypt crypt, int keySize)
    {
        Random random = new(keySize);
        for (int size = 0; size <= LongestSize; size++)
        {
            byte[] key = Bytes.Random(random, keySize);
            byte[] nonce = Bytes.Random(random, 12);
            byte[] associatedData = Bytes.Random(random, random.Next(50));
            byte[] plaintext = Bytes.Random(random, size);
            foreach (Backend backend in Backend.All.Where(b => b.IsSupported))
            {
                string what = $"{size} bytes, {backend}";
                using AesGcmSiv siv = new(key, backend);
                byte[] ciphertext = new byte[size];
                byte[] tag = new byte[16];
                byte[] back = new byte[size];
                siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
                Assert.True(crypt(false, key, nonce, associatedData, ciphertext, back, tag), $"{peer} refuses ours: {what}");
                Bytes.AssertEqual(plaintext, back, $"ours, opened by {peer}: {what}");

                Assert.True(crypt(true, key, nonce, associatedData, plaintext, ciphertext, tag), $"{peer} does not seal: {what}");
                Assert.True(siv.TryDecrypt(nonce, ciphertext, tag, back, associatedData), $"we refuse {peer}'s: {what}");
                Bytes.AssertEqual(plaintext, back, $"{peer}'s, opened by us: {what}");

                tag[size % 16] ^= 1;
                Assert.False(siv.TryDecrypt(nonce, ciphertext, tag, back, associatedData), $"we open a changed one: {what}");
                Assert.False(crypt(false, key, nonce, associatedData, ciphertext, back, tag), $"{peer} opens a changed one: {what}");
            }
        }
    }
}
