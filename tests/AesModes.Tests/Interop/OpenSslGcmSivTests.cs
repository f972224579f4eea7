using AesModes.Tests.Vectors;

namespace AesModes.Tests.Interop;

/// <summary>Compares OpenSSL's AES-GCM-SIV, if the machine has it, with the vectors, exchanges messages with it, and checks that both reject the same messages.</summary>
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
        SealedMessages.EachOpensTheOthers("OpenSSL", LibCrypto.TryCrypt, keySize);
    }

    private static void Require()
    {
        Assert.SkipUnless(LibCrypto.Problem is null, LibCrypto.Problem ?? string.Empty);
        TestContext.Current.TestOutputHelper?.WriteLine(LibCrypto.Version);
    }
}
