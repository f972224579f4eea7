using AesModes.Tests.Vectors;

namespace AesModes.Tests.Interop;

/// <summary>Does OpenSSL's AES-GCM-SIV, where the machine has it, seal what the vectors say, open what we seal, and refuse what we refuse?</summary>
public class OpenSslGcmSivTests
{
    [Fact]
    public void Vectors_All_AsOpenSsl()
    {
        Require();
        TestVectors.CheckAll(TestVectors.GcmSiv, v => $"{v.Id} by OpenSSL", vector =>
        {
            byte[] ciphertext = new byte[vector.Size];
            byte[] tag = new byte[16];
            Assert.True(LibCrypto.TryCrypt(true, vector.Key, vector.Nonce, vector.AssociatedData, vector.Plaintext, ciphertext, tag));
            vector.AssertCiphertext(ciphertext, "ciphertext");
            Bytes.AssertEqual(vector.Tag, tag, "tag");
        });
    }

    [Theory]
    [InlineData(16)]
    [InlineData(32)]
    public void SealAndOpen_Sizes0To300_EachOpensTheOthers(int keySize)
    {
        Require();
        Random random = new(keySize);
        for (int size = 0; size <= 300; size++)
        {
            byte[] key = Bytes.Random(random, keySize);
            byte[] nonce = Bytes.Random(random, 12);
            byte[] associatedData = Bytes.Random(random, random.Next(50));
            byte[] plaintext = Bytes.Random(random, size);
            foreach (Backend backend in Backend.All.Where(b => b.IsSupported))
            {
                using AesGcmSiv siv = new(key, backend);
                byte[] ciphertext = new byte[size];
                byte[] tag = new byte[16];
                byte[] back = new byte[size];
                siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
                Assert.True(LibCrypto.TryCrypt(false, key, nonce, associatedData, ciphertext, back, tag), $"OpenSSL refuses ours: {size} bytes, {backend}");
                Bytes.AssertEqual(plaintext, back, $"ours, opened by OpenSSL: {size} bytes, {backend}");

                Assert.True(LibCrypto.TryCrypt(true, key, nonce, associatedData, plaintext, ciphertext, tag));
                Assert.True(siv.TryDecrypt(nonce, ciphertext, tag, back, associatedData), $"we refuse OpenSSL's: {size} bytes, {backend}");
                Bytes.AssertEqual(plaintext, back, $"OpenSSL's, opened by us: {size} bytes, {backend}");

                tag[size % 16] ^= 1;
                Assert.False(siv.TryDecrypt(nonce, ciphertext, tag, back, associatedData), $"we open a changed one: {size} bytes, {backend}");
                Assert.False(LibCrypto.TryCrypt(false, key, nonce, associatedData, ciphertext, back, tag), $"OpenSSL opens a changed one: {size} bytes");
            }
        }
    }

    private static void Require()
    {
        Assert.SkipUnless(LibCrypto.Problem is null, LibCrypto.Problem ?? string.Empty);
        TestContext.Current.TestOutputHelper?.WriteLine(LibCrypto.Version);
    }
}
