using System.Security.Cryptography;
using AesModes.Tests.Vectors;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Reference;

/// <summary>Checks the references with the vectors, OpenSSL's AES and the laws of the field.</summary>
public class ReferenceTests
{
    /// <summary>Omits the longest vectors, which take seconds.</summary>
    [Fact]
    public void GcmSiv_Vectors_GiveCiphertextTagAndIntermediates()
    {
        GcmSivCase[] vectors = [.. TestVectors.GcmSiv.Where(v => v.Size <= 10_000)];
        TestVectors.CheckAll(vectors, v => $"{v.Id} on the reference", vector =>
        {
            (byte[] ciphertext, byte[] tag) = ReferenceGcmSiv.Encrypt(vector.Key, vector.Nonce, vector.Plaintext, vector.AssociatedData);
            vector.AssertCiphertext(ciphertext, "ciphertext");
            Bytes.AssertEqual(vector.Tag, tag, "tag");

            byte[]? plaintext = ReferenceGcmSiv.Decrypt(vector.Key, vector.Nonce, ciphertext, tag, vector.AssociatedData);
            Assert.NotNull(plaintext);
            Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext");
            Assert.Null(ReferenceGcmSiv.Decrypt(vector.Key, vector.Nonce, ciphertext, Bytes.Flip(tag, 127), vector.AssociatedData));

            if (vector.Steps is GcmSivSteps steps)
            {
                (byte[] authentication, byte[] encryption) = ReferenceGcmSiv.DeriveKeys(vector.Key, vector.Nonce);
                Bytes.AssertEqual(steps.AuthenticationKey, authentication, "record authentication key");
                Bytes.AssertEqual(steps.EncryptionKey, encryption, "record encryption key");
                byte[] input = ReferenceGcmSiv.PolyvalInput(vector.Plaintext, vector.AssociatedData);
                Bytes.AssertEqual(steps.PolyvalInput, input, "POLYVAL input");
                UInt128 result = ReferenceField.Polyval(ReferenceField.Read(authentication), 0, input);
                Bytes.AssertEqual(steps.PolyvalResult, ReferenceField.Write(result), "POLYVAL result");
                Bytes.AssertEqual(steps.InitialCounter, ReferenceGcmSiv.InitialCounter(tag), "initial counter");
            }
        });
    }

    [Fact]
    public void Ctr_Vectors_GiveCiphertext()
    {
        CtrCase[] vectors = [.. TestVectors.Ctr.Where(v => v.Size <= 50_000)];
        TestVectors.CheckAll(vectors, v => $"{v.Id} on the reference", vector =>
        {
            byte[] ciphertext = ReferenceCtr.Xor(vector.Key, vector.InitialCounter, vector.Plaintext);
            vector.AssertCiphertext(ciphertext, "ciphertext");
            int at = ciphertext.Length / 3;
            byte[] piece = ReferenceCtr.Xor(vector.Key, vector.InitialCounter, vector.Plaintext.AsSpan(at), at);
            Bytes.AssertEqual(ciphertext.AsSpan(at), piece, $"from byte {at} on");
        });
    }

    [Theory]
    [InlineData(16)]
    [InlineData(24)]
    [InlineData(32)]
    public void Aes_RandomBlocks_AgreeWithThePlatforms(int keySize)
    {
        var random = new Random(8452);
        for (int i = 0; i < 50; i++)
        {
            using Aes aes = Aes.Create();
            aes.Key = Bytes.Random(random, keySize);
            byte[] blocks = Bytes.Random(random, 64);
            Bytes.AssertEqual(aes.EncryptEcb(blocks, PaddingMode.None), new ReferenceAes(aes.Key).Encrypt(blocks), "blocks");
        }
    }

    [Fact]
    public void Aes_SBox_HasFips197sCorners()
    {
        Assert.Equal(256, ReferenceAes.SBox.ToArray().Distinct().Count());
        Assert.Equal(0x63, ReferenceAes.SBox[0x00]);
        Assert.Equal(0xED, ReferenceAes.SBox[0x53]);
        Assert.Equal(0x16, ReferenceAes.SBox[0xFF]);
    }

    [Fact]
    public void Field_RfcsConstantsAndLaws_Hold()
    {
        UInt128 x128 = ReferenceField.Power(2, 128);
        Assert.Equal(UInt128.One, ReferenceField.Multiply(x128, ReferenceField.InverseOfX128));
        Assert.Equal(ReferenceField.InverseOfX128, ReferenceField.Invert(x128));

        var random = new Random(8452);
        for (int i = 0; i < 20; i++)
        {
            UInt128 a = ReferenceField.Read(Bytes.Random(random, 16));
            UInt128 b = ReferenceField.Read(Bytes.Random(random, 16));
            UInt128 c = ReferenceField.Read(Bytes.Random(random, 16));
            Assert.Equal(UInt128.One, ReferenceField.Multiply(a, ReferenceField.Invert(a)));
            Assert.Equal(ReferenceField.Multiply(a, b), ReferenceField.Multiply(b, a));
            Assert.Equal(ReferenceField.Multiply(a, b ^ c), ReferenceField.Multiply(a, b) ^ ReferenceField.Multiply(a, c));
            Assert.Equal(ReferenceField.Dot(ReferenceField.Dot(a, b), c), ReferenceField.Dot(a, ReferenceField.Dot(b, c)));
        }
    }

    /// <summary>RFC 8452 appendix A.</summary>
    [Fact]
    public void Field_Rfc8452AppendixA_GivesProductAndDotProduct()
    {
        UInt128 a = ReferenceField.Read(Convert.FromHexString("66e94bd4ef8a2c3b884cfa59ca342b2e"));
        UInt128 b = ReferenceField.Read(Convert.FromHexString("ff000000000000000000000000000000"));
        Bytes.AssertEqual(Convert.FromHexString("37856175e9dc9df26ebc6d6171aa0ae9"), ReferenceField.Write(ReferenceField.Multiply(a, b)), "a · b");
        Bytes.AssertEqual(Convert.FromHexString("ebe563401e7e91ea3ad6426b8140c394"), ReferenceField.Write(ReferenceField.Dot(a, b)), "dot(a, b)");
    }
}
