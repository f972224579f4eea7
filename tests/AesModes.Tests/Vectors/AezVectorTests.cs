using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using AesModes.Tests.Reference;
using AesModes.Tool.Vectors;
using Xunit;
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

    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_Apart_GivesCiphertext(string backend, string group) => ForEach(backend, group, (aez, vector) =>
    {
        byte[] plaintext = [.. vector.Plaintext];
        byte[] memory = Sample.Filled(vector.Size + vector.TagSize + 32);
        aez.EncryptInto(vector.Nonce, plaintext, memory.AsSpan(16..^16), vector.AssociatedData);
        vector.AssertCiphertext(memory.AsSpan(16..^16), "ciphertext");
        Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext after the call");
        AezCalls.AssertUntouched(memory.AsSpan(..16), "memory before the ciphertext");
        AezCalls.AssertUntouched(memory.AsSpan(^16..), "memory behind the ciphertext");
    });

    [Theory]
    [MemberData(nameof(Rows))]
    public void Decrypt_Apart_GivesPlaintext(string backend, string group) => ForEach(backend, group, (aez, vector) =>
    {
        byte[] ciphertext = Encrypt(aez, vector);
        byte[] before = [.. ciphertext];
        byte[] memory = Sample.Filled(vector.Size + 32);
        Span<byte> plaintext = memory.AsSpan(16..^16);
        Assert.True(aez.TryDecryptInto(vector.Nonce, ciphertext, plaintext, vector.AssociatedData), "refused");
        Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext");
        Bytes.AssertEqual(before, ciphertext, "ciphertext after the call");
        AezCalls.AssertUntouched(memory.AsSpan(..16), "memory before the plaintext");
        AezCalls.AssertUntouched(memory.AsSpan(^16..), "memory behind the plaintext");

        plaintext.Clear();
        aez.Decrypt(vector.Nonce, ciphertext, plaintext, AezCalls.ToMemories(vector.AssociatedData));
        Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext of Decrypt");
    });

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_InPlace_GiveCiphertextAndPlaintext(string backend, string group) => ForEach(backend, group, (aez, vector) =>
    {
        // One byte off any alignment.
        byte[] memory = Sample.Filled(vector.Size + vector.TagSize + 17);
        Span<byte> ciphertext = memory.AsSpan(1..^16);
        Span<byte> plaintext = ciphertext[..vector.Size];
        vector.Plaintext.CopyTo(plaintext);
        aez.EncryptInto(vector.Nonce, plaintext, ciphertext, vector.AssociatedData);
        vector.AssertCiphertext(ciphertext, "ciphertext");

        Assert.True(aez.TryDecryptInto(vector.Nonce, ciphertext, plaintext, vector.AssociatedData), "refused");
        Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext");
        AezCalls.AssertUntouched(memory.AsSpan(..1), "memory before the ciphertext");
        AezCalls.AssertUntouched(memory.AsSpan(^16..), "memory behind the ciphertext");
    });

    /// <summary>Which bit of the ciphertext, the id decides. A tag of one or two bytes would let a change through by chance, none does not care.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_Tampered_RefusesAndClears(string backend, string group) => ForEach(backend, group, (aez, vector) =>
    {
        if (vector.TagSize < 8)
        {
            return;
        }

        byte[] ciphertext = Encrypt(aez, vector);
        int bit = vector.Id.Sum(c => 31 * c) % (8 * ciphertext.Length);
        byte[][] associatedData = vector.AssociatedData;
        AssertRefused("ciphertext", vector.Nonce, Bytes.Flip(ciphertext, bit), associatedData);
        AssertRefused("nonce, a zero more", [.. vector.Nonce, 0], ciphertext, associatedData);
        AssertRefused("associated data, an empty string more", vector.Nonce, ciphertext, [.. associatedData, []]);

        void AssertRefused(string what, byte[] nonce, byte[] text, byte[][] strings) =>
            Assert.True(aez.DecryptToArray(nonce, text, strings, () => $"another {what}") is null, $"accepted with another {what}");
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

    private static void ForEach(string name, string group, Action<Aez, AezCase> check)
    {
        Backend backend = TestBackends.Get(name);
        TestVectors.CheckAll(TestVectors.Aez.InGroup(group), v => $"{v.Id} on {name}", vector =>
        {
            using Aez aez = new(vector.Key, vector.TagSize, backend);
            check(aez, vector);
        });
    }

    private static byte[] Encrypt(Aez aez, AezCase vector)
    {
        byte[] ciphertext = aez.EncryptToArray(vector.Nonce, vector.Plaintext, vector.AssociatedData);
        vector.AssertCiphertext(ciphertext, "ciphertext");
        return ciphertext;
    }
}
