using AesModes.Tests.Vectors;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Modes;
using Org.BouncyCastle.Crypto.Parameters;

namespace AesModes.Tests.Interop;

/// <summary>Compares BouncyCastle's AES-GCM-SIV with the vectors, exchanges messages with it, and checks that both reject the same messages. Also compares counter mode.</summary>
public class BouncyCastleTests
{
    private const int TagSize = 16;

    [Fact]
    public void Vectors_All_AsBouncyCastle() => TestVectors.CheckAll(TestVectors.GcmSiv, v => $"{v.Id} by BouncyCastle", vector =>
    {
        byte[] ciphertext = new byte[vector.Size];
        byte[] tag = new byte[TagSize];
        Assert.True(TryCrypt(true, vector.Key, vector.Nonce, vector.AssociatedData, vector.Plaintext, ciphertext, tag));
        vector.AssertCiphertext(ciphertext, "ciphertext");
        Bytes.AssertEqual(vector.Tag, tag, "tag");
    });

    [Theory]
    [InlineData(16)]
    [InlineData(32)]
    public void SealAndOpen_Sizes0To300_EachOpensTheOthers(int keySize) => SealedMessages.EachOpensTheOthers("BouncyCastle", TryCrypt, keySize);

    /// <summary>BouncyCastle also counts in all 128 bits. Counters are random; every third one soon carries.</summary>
    [Theory]
    [InlineData(16)]
    [InlineData(24)]
    [InlineData(32)]
    public void Ctr_Sizes0To300AndLong_MatchesBouncyCastle(int keySize)
    {
        Random random = new(keySize);
        foreach (int size in Enumerable.Range(0, 301).Append(20_000))
        {
            byte[] key = Bytes.Random(random, keySize);
            byte[] counter = Bytes.Random(random, 16);
            if (size % 3 == 0)
            {
                counter.AsSpan(random.Next(16)..).Fill(0xFF);
            }

            // A shorter IV is the beginning of the counter block. Zeros follow.
            int ivSize = size % 15 == 1 ? 8 + (size / 15 % 8) : 16;
            counter.AsSpan(ivSize).Clear();
            byte[] plaintext = Bytes.Random(random, size);
            BufferedBlockCipher cipher = new(new SicBlockCipher(new AesEngine()));
            cipher.Init(true, new ParametersWithIV(new KeyParameter(key), counter[..ivSize]));
            byte[] expected = cipher.DoFinal(plaintext);
            foreach (Backend backend in Backend.All.Where(b => b.IsSupported))
            {
                using FaceCtr ctr = new(key, backend);
                byte[] ciphertext = new byte[size];
                ctr.Encrypt(counter, plaintext, ciphertext);
                Bytes.AssertEqual(expected, ciphertext, $"{size} bytes, {backend}");
            }
        }
    }

    private static bool TryCrypt(bool encrypt, byte[] key, byte[] nonce, byte[] associatedData, byte[] input, byte[] output, byte[] tag)
    {
        GcmSivBlockCipher cipher = new();
        cipher.Init(encrypt, new AeadParameters(new KeyParameter(key), 8 * TagSize, nonce, associatedData));
        byte[] source = encrypt ? input : [.. input, .. tag];
        byte[] result = new byte[cipher.GetOutputSize(source.Length)];
        try
        {
            int written = cipher.ProcessBytes(source, 0, source.Length, result, 0);
            written += cipher.DoFinal(result, written);
            Assert.Equal(result.Length, written);
        }
        catch (InvalidCipherTextException)
        {
            return false;
        }

        result.AsSpan(0, output.Length).CopyTo(output);
        result.AsSpan(output.Length).CopyTo(tag);
        return true;
    }
}
