using AesModes.Tests.Vectors;

namespace AesModes.Tests.Reference;

/// <summary>Checks the AEZ reference with every vector.</summary>
public class ReferenceAezTests
{
    public static TheoryData<string> Groups => [.. TestVectors.Aez.Groups()];

    [Theory]
    [MemberData(nameof(Groups))]
    public void EncryptAndDecrypt_Vectors_GiveCiphertextAndPlaintext(string group) =>
        TestVectors.CheckAll(TestVectors.Aez.InGroup(group), v => $"{v.Id} on the reference", vector =>
        {
            var aez = new ReferenceAez(vector.Key, vector.TagSize);
            byte[] ciphertext = aez.Encrypt(vector.Nonce, vector.AssociatedData, vector.Plaintext);
            vector.AssertCiphertext(ciphertext, "ciphertext");

            byte[]? plaintext = aez.Decrypt(vector.Nonce, vector.AssociatedData, ciphertext);
            Assert.NotNull(plaintext);
            Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext");
        });

    /// <summary>Deciphering reverses enciphering. Enciphering a message and the tag's zeros gives the ciphertext.</summary>
    [Fact]
    public void EncipherAndDecipher_AnyText_AreInverse()
    {
        var random = new Random(2017);
        for (int size = 1; size <= 300; size++)
        {
            var aez = new ReferenceAez(Bytes.Random(random, 48), 16);
            byte[] nonce = Bytes.Random(random, 12);
            byte[][] associatedData = [Bytes.Random(random, size % 40)];
            byte[] text = Bytes.Random(random, size);
            byte[] enciphered = aez.Encipher(nonce, associatedData, text);
            Bytes.AssertEqual(text, aez.Decipher(nonce, associatedData, enciphered), $"text of {size} bytes");
            Assert.Null(aez.Decrypt(nonce, associatedData, enciphered));
            Bytes.AssertEqual(
                aez.Encrypt(nonce, associatedData, text), aez.Encipher(nonce, associatedData, [.. text, .. new byte[16]]), $"message of {size} bytes");
        }
    }

    [Fact]
    public void Extract_Vectors_GiveKeys() => TestVectors.CheckAll(
        TestVectors.AezExtractions,
        v => $"{v.Id} on the reference",
        vector => Bytes.AssertEqual(vector.Extracted, ReferenceAez.Extract(vector.Key), "I ‖ J ‖ L"));
}
