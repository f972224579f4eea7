using AesModes.Tool.Vectors;
using AezCase = AesModes.Tool.Vectors.AezCase;

namespace AesModes.Tests.Vectors;

/// <summary>
/// Does every backend give what aez.json says: all 448 encryptions, both ways, and all 131 key extractions? The emulated backends too take
/// the two of a mebibyte, as a call takes less than 0.1 s.
/// </summary>
[Fast]
public class AezVectorTests
{
    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), TestVectors.Aez.Groups());

    /// <summary>By the overloads that take as many strings as it has.</summary>
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

    /// <summary>A tag of one or two bytes would let a change through by chance, none does not care.</summary>
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

    /// <summary>The public class refuses extract-0's empty key; its other keys are used by it below.</summary>
    [Fact]
    public void Extract_Vectors_GiveKeys() => TestVectors.AssertAllPass(TestVectors.AezExtractions, Backend.Require());

    /// <summary>A key is as good as what it is turned into.</summary>
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
