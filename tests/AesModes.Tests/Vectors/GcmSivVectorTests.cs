using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Modes;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using AesModes.Tests.Reference;
using AesModes.Tool.Vectors;
using Xunit;

namespace AesModes.Tests.Vectors;

/// <summary>
/// Does every backend give what aes-gcm-siv.json says: all 516 vectors, and the intermediates of RFC 8452 appendix C? And the 696 that
/// another implementation sealed?
/// </summary>
[Fast]
public class GcmSivVectorTests
{
    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), TestVectors.GcmSiv.Groups());

    public static MatrixTheoryData<string, string> StreamRows =>
        new(TestBackends.Names.Select(r => r.Data), TestVectors.GcmSiv.Where(v => v.Steps is not null || v.IsLong).Select(v => v.Group()).Distinct());

    public static MatrixTheoryData<string, string> StepRows =>
        new(TestBackends.Names.Select(r => r.Data), TestVectors.GcmSiv.Where(v => v.Steps is not null).Select(v => v.Group()).Distinct());

    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_SpansApart_GivesCiphertextAndTag(string backend, string group) => ForEach(backend, group, (siv, vector) =>
    {
        byte[] ciphertext = Sample.Filled(vector.Size + 16);
        byte[] tag = Sample.Filled(32);
        byte[] plaintext = [.. vector.Plaintext];
        siv.Encrypt(vector.Nonce.AsSpan(), plaintext, ciphertext.AsSpan(..^16), tag.AsSpan(8, 16), vector.AssociatedData);

        vector.AssertCiphertext(ciphertext.AsSpan(..^16), "ciphertext");
        Bytes.AssertEqual(vector.Tag, tag.AsSpan(8, 16), "tag");
        Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext after the call");
        Bytes.AssertAll(Sample.Filler, ciphertext.AsSpan(^16..), "memory behind the ciphertext");
        Bytes.AssertAll(Sample.Filler, tag.AsSpan(0, 8), "memory before the tag");
        Bytes.AssertAll(Sample.Filler, tag.AsSpan(24), "memory behind the tag");
    });

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_InPlace_GiveCiphertextTagAndPlaintext(string backend, string group) => ForEach(backend, group, (siv, vector) =>
    {
        // One byte off any alignment.
        byte[] memory = Sample.Filled(vector.Size + 17);
        Span<byte> text = memory.AsSpan(1..^16);
        byte[] tag = new byte[16];
        vector.Plaintext.CopyTo(text);
        siv.Encrypt(vector.Nonce.AsSpan(), text, text, tag, vector.AssociatedData);

        vector.AssertCiphertext(text, "ciphertext");
        Bytes.AssertEqual(vector.Tag, tag, "tag");

        siv.Decrypt(vector.Nonce.AsSpan(), text, tag, text, vector.AssociatedData);
        Bytes.AssertEqual(vector.Plaintext, text, "plaintext");
        Assert.Equal(Sample.Filler, memory[0]);
        Bytes.AssertAll(Sample.Filler, memory.AsSpan(^16..), "memory behind the text");
    });

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_Arrays_GiveCiphertextTagAndPlaintext(string backend, string group) => ForEach(backend, group, (siv, vector) =>
    {
        byte[] ciphertext = new byte[vector.Size];
        byte[] tag = new byte[16];
        byte[]? associatedData = vector.AssociatedData.Length == 0 ? null : vector.AssociatedData;
        siv.Encrypt(vector.Nonce, vector.Plaintext, ciphertext, tag, associatedData);
        vector.AssertCiphertext(ciphertext, "ciphertext");
        Bytes.AssertEqual(vector.Tag, tag, "tag");

        byte[] plaintext = new byte[ciphertext.Length];
        siv.Decrypt(vector.Nonce, ciphertext, tag, plaintext, associatedData);
        Bytes.AssertEqual(vector.Plaintext, plaintext, "plaintext");
    });

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_SpansApart_GivesPlaintext(string backend, string group) => ForEach(backend, group, (siv, vector) =>
    {
        byte[] ciphertext = Encrypt(siv, vector);
        byte[] before = [.. ciphertext];
        byte[] plaintext = Sample.Filled(ciphertext.Length + 16);

        Assert.True(siv.TryDecrypt(vector.Nonce, ciphertext, vector.Tag, plaintext.AsSpan(..^16), vector.AssociatedData), "refused");
        Bytes.AssertEqual(vector.Plaintext, plaintext.AsSpan(..^16), "plaintext");
        Bytes.AssertEqual(before, ciphertext, "ciphertext after the call");
        Bytes.AssertAll(Sample.Filler, plaintext.AsSpan(^16..), "memory behind the plaintext");
    });

    /// <summary>One bit of everything that is authenticated; which bit, the id decides.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_Tampered_RefusesAndClears(string backend, string group) => ForEach(backend, group, (siv, vector) =>
    {
        byte[] ciphertext = Encrypt(siv, vector);
        int bit = vector.Id.Sum(c => 31 * c);
        AssertRefused("tag", vector.Nonce, ciphertext, Bytes.Flip(vector.Tag, bit % 128), vector.AssociatedData);
        if (vector.IsLong)
        {
            AssertRefused("ciphertext", vector.Nonce, Bytes.Flip(ciphertext, bit), vector.Tag, vector.AssociatedData);
            return;
        }

        AssertRefused("nonce", Bytes.Flip(vector.Nonce, bit % 96), ciphertext, vector.Tag, vector.AssociatedData);
        AssertRefused("associated data, a zero more", vector.Nonce, ciphertext, vector.Tag, [.. vector.AssociatedData, 0]);
        AssertRefused("ciphertext, a zero more", vector.Nonce, [.. ciphertext, 0], vector.Tag, vector.AssociatedData);
        if (ciphertext.Length > 0)
        {
            AssertRefused("ciphertext", vector.Nonce, Bytes.Flip(ciphertext, bit % (8 * ciphertext.Length)), vector.Tag, vector.AssociatedData);
            AssertRefused("ciphertext, a byte less", vector.Nonce, ciphertext[..^1], vector.Tag, vector.AssociatedData);
        }

        if (vector.AssociatedData.Length > 0)
        {
            AssertRefused("associated data", vector.Nonce, ciphertext, vector.Tag, Bytes.Flip(vector.AssociatedData, bit % (8 * vector.AssociatedData.Length)));
            AssertRefused("associated data, a byte less", vector.Nonce, ciphertext, vector.Tag, vector.AssociatedData[..^1]);
        }

        void AssertRefused(string what, byte[] nonce, byte[] text, byte[] tag, byte[] associatedData)
        {
            byte[] plaintext = Sample.Filled(text.Length);
            Assert.False(siv.TryDecrypt(nonce, text, tag, plaintext, associatedData), $"accepted with another {what}");
            Bytes.AssertAll(0, plaintext, $"plaintext after another {what}");
        }
    });

    /// <summary>Beside the span overloads, which run on all: the RFC's and those of more than a chunk.</summary>
    [Theory]
    [MemberData(nameof(StreamRows))]
    public void EncryptAndDecrypt_Streams_GiveCiphertextTagAndPlaintext(string backend, string group) => ForEach(backend, group, (siv, vector) =>
    {
        using var plaintext = new MemoryStream(vector.Plaintext);
        using var ciphertext = new MemoryStream();
        byte[] tag = new byte[16];
        siv.Encrypt(vector.Nonce, plaintext, ciphertext, tag, vector.AssociatedData);
        vector.AssertCiphertext(ciphertext.GetBuffer().AsSpan(0, (int)ciphertext.Length), "ciphertext");
        Bytes.AssertEqual(vector.Tag, tag, "tag");

        ciphertext.Position = 0;
        using var decrypted = new MemoryStream();
        siv.Decrypt(vector.Nonce, ciphertext, tag, decrypted, vector.AssociatedData);
        Bytes.AssertEqual(vector.Plaintext, decrypted.GetBuffer().AsSpan(0, (int)decrypted.Length), "plaintext");
    });

    /// <summary>The mode's own composition of these pieces is private; its result is checked above, each piece is checked here.</summary>
    [Theory]
    [MemberData(nameof(StepRows))]
    public void Pieces_ByTheRfcsSteps_GiveItsIntermediates(string backend, string group)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        TestVectors.CheckAll(TestVectors.GcmSiv.InGroup(group), v => $"{v.Id} on {backend}", vector =>
        {
            GcmSivSteps steps = vector.Steps!;
            Vector128<byte> nonceBlock = Vector128.Create<byte>([0, 0, 0, 0, .. vector.Nonce]);
            Vector128<byte>[] generatingKeys = pieces.ExpandKey(vector.Key);
            var derivedKeys = new Vector128<byte>[generatingKeys.Length];
            pieces.DeriveKeys(generatingKeys, vector.Nonce, derivedKeys, out Vector128<byte> h);
            Bytes.AssertEqual(steps.AuthenticationKey, AsBytes(ref h), "record authentication key");
            Bytes.AssertEqual(steps.EncryptionKey, MemoryMarshal.AsBytes(derivedKeys.AsSpan(0, vector.Key.Length / 16)), "record encryption key");

            Bytes.AssertEqual(steps.PolyvalInput, ReferenceGcmSiv.PolyvalInput(vector.Plaintext, vector.AssociatedData), "POLYVAL input");
            Vector128<byte>[] roundKeys = pieces.ExpandKey(steps.EncryptionKey);
            Vector128<byte> hash = default;
            foreach (int powers in pieces.HashPowerCounts)
            {
                Vector128<byte>[] hashPowers = pieces.ExpandHashKey(h, powers);
                hash = pieces.Absorb(hashPowers, Vector128<byte>.Zero, steps.PolyvalInput);
                Bytes.AssertEqual(steps.PolyvalResult, AsBytes(ref hash), $"POLYVAL result by {powers} powers");

                hash = pieces.Absorb(hashPowers, Vector128<byte>.Zero, vector.AssociatedData);
                hash = pieces.AbsorbLast(hashPowers, hash, vector.Plaintext, Vector128.Create<byte>(steps.PolyvalInput.AsSpan(^16..)));
                Bytes.AssertEqual(steps.PolyvalResult, AsBytes(ref hash), $"POLYVAL result in two parts by {powers} powers");
            }

            Vector128<byte> tag = pieces.EncryptBlock(roundKeys, GcmSivBlocks.TagInput(hash, nonceBlock));
            Bytes.AssertEqual(vector.Tag, AsBytes(ref tag), "tag");
            Vector128<byte> counter = GcmSivBlocks.InitialCounter(tag);
            Bytes.AssertEqual(steps.InitialCounter, AsBytes(ref counter), "initial counter");

            byte[] text = new byte[vector.Size];
            pieces.XorKeyStream(roundKeys, counter, vector.Plaintext, text);
            vector.AssertCiphertext(text, "ciphertext");

            if (pieces.HasSmallKernel)
            {
                using ExpandedKey key = new(generatingKeys.Length, typeof(AesGcmSiv));
                generatingKeys.CopyTo(key.Vectors);
                byte[] fullTag = new byte[16];
                GcmSivMessage message = new(vector.Nonce, vector.AssociatedData, vector.Plaintext, text, fullTag);
                Assert.True(pieces.EncryptSmall(key, in message));
                Bytes.AssertEqual(vector.Tag, fullTag, "tag in one piece");
                vector.AssertCiphertext(text, "ciphertext in one piece");
            }
        });

        static Span<byte> AsBytes(ref Vector128<byte> vector) => MemoryMarshal.AsBytes(new Span<Vector128<byte>>(ref vector));
    }

    private static void ForEach(string name, string group, Action<AesGcmSiv, GcmSivCase> check)
    {
        Backend backend = TestBackends.Get(name);
        TestVectors.CheckAll(TestVectors.GcmSiv.InGroup(group), v => $"{v.Id} on {name}", vector =>
        {
            using var siv = new AesGcmSiv(vector.Key, backend);
            check(siv, vector);
        });
    }

    private static byte[] Encrypt(AesGcmSiv siv, GcmSivCase vector)
    {
        byte[] ciphertext = new byte[vector.Size];
        siv.Encrypt(vector.Nonce.AsSpan(), vector.Plaintext, ciphertext, stackalloc byte[16], vector.AssociatedData);
        vector.AssertCiphertext(ciphertext, "ciphertext");
        return ciphertext;
    }
}
