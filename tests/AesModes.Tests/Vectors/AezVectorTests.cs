using AesModes.Tool.Vectors;
using AezCase = AesModes.Tool.Vectors.AezCase;

namespace AesModes.Tests.Vectors;

/// <summary>
/// Tests every backend with aez.json: all 448 encryptions, in both directions, and all 131 key extractions. Emulated backends also run the two vectors of 1 MiB, because a call
/// takes less than 0.1 s.
/// </summary>
[Fast]
public class AezVectorTests
{
    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), TestVectors.Aez.Groups());

    /// <summary>Uses the overloads that accept the vector's number of strings.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_ByEveryForm_GiveTheVector(string backend, string group)
    {
        using CheckedCall call = new();
        TestVectors.CheckAll(backend, TestVectors.Aez.InGroup(group), (tested, vector) =>
        {
            using Aez aez = new(vector.Key, vector.TagSize, tested);
            AezSample sample = new(vector.Key, vector.TagSize, vector.Nonce, vector.AssociatedData, vector.Plaintext, Encrypt(aez, vector));
            foreach (AezForm form in AezForm.All.Where(f => f.StringSizes.Length is var strings && (strings > 1 || strings == sample.Strings.Length)))
            {
                call.Check(form, sample, tested, backend);
            }
        });
    }

    /// <summary>Omits short tags: a tag of one or two bytes accepts some changes by chance, and an empty tag accepts all.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_OtherNonceOrAssociatedData_RefusesAndClears(string backend, string group) =>
        TestVectors.CheckAll(backend, TestVectors.Aez.InGroup(group), (tested, vector) =>
        {
            if (vector.TagSize < 8)
            {
                return;
            }

            using Aez aez = new(vector.Key, vector.TagSize, tested);
            byte[] ciphertext = Encrypt(aez, vector);
            AssertRefused("nonce, a zero more", [.. vector.Nonce, 0], vector.AssociatedData);
            AssertRefused("associated data, an empty string more", vector.Nonce, [.. vector.AssociatedData, []]);

            void AssertRefused(string what, byte[] nonce, byte[][] strings) =>
                Assert.True(aez.DecryptToArray(nonce, ciphertext, strings, () => $"another {what}") is null, $"accepted with another {what}");
        });

    /// <summary>The public class rejects extract-0's empty key. The next test uses the other keys with it.</summary>
    [Fact]
    public void Extract_Vectors_GiveKeys() => TestVectors.AssertAllPass(TestVectors.AezExtractions, Backend.Require());

    /// <summary>A key must behave like the key that is extracted from it.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Encrypt_KeysOfTheExtractions_EqualReferenceUnderExtractedKey(string name)
    {
        Backend backend = TestBackends.Get(name);
        byte[] nonce = [1, 2, 3];
        byte[] plaintext = TextCase.MakeLongPlaintext(70);
        TestVectors.CheckAll([.. TestVectors.AezExtractions.Where(v => v.Key.Length > 0)], v => $"{v.Id} on {name}", vector =>
        {
            using Aez aez = new(vector.Key, 16, backend);
            byte[] expected = new ReferenceAez(vector.Extracted, 16).Encrypt(nonce, [], plaintext);
            Bytes.AssertEqual(expected, aez.EncryptToArray(nonce, plaintext, []), "ciphertext");
        });
    }

    private static byte[] Encrypt(Aez aez, AezCase vector)
    {
        byte[] ciphertext = aez.EncryptToArray(vector.Nonce, vector.Plaintext, vector.AssociatedData);
        vector.AssertCiphertext(ciphertext, "ciphertext");
        return ciphertext;
    }
}
