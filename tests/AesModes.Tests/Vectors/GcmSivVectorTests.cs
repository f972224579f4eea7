using System.Runtime.InteropServices;
using AesModes.Modes;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Vectors;

/// <summary>Tests every backend with aes-gcm-siv.json: all 516 vectors, and the intermediate values of RFC 8452 appendix C. Also tests the 696 vectors of another implementation.</summary>
[Fast]
public class GcmSivVectorTests
{
    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), TestVectors.GcmSiv.Groups());

    public static MatrixTheoryData<string, string> StepRows =>
        new(TestBackends.Names.Select(r => r.Data), TestVectors.GcmSiv.Where(v => v.Steps is not null).Select(v => v.Group()).Distinct());

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_ByEveryForm_GiveTheVector(string backend, string group)
    {
        using CheckedCall call = new();
        TestVectors.CheckAll(backend, TestVectors.GcmSiv.InGroup(group), (tested, vector) =>
        {
            using AesGcmSiv siv = new(vector.Key, tested);
            GcmSivSample sample = new(vector.Key, vector.Nonce, vector.Plaintext, vector.AssociatedData, Encrypt(siv, vector), vector.Tag);
            foreach (GcmSivForm form in FormsFor(vector))
            {
                call.Check(form, sample, tested, backend);
            }
        });
    }

    /// <summary>Flips one bit of each authenticated input. The id determines the bit.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_Tampered_RefusesAndClears(string backend, string group) => TestVectors.CheckAll(backend, TestVectors.GcmSiv.InGroup(group), (tested, vector) =>
    {
        using AesGcmSiv siv = new(vector.Key, tested);
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

    /// <summary>The mode combines these steps privately. Other tests check its result; this one checks each step.</summary>
    [Theory]
    [MemberData(nameof(StepRows))]
    public void Pieces_ByTheRfcsSteps_GiveItsIntermediates(string backend, string group)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        TestVectors.CheckAll(TestVectors.GcmSiv.InGroup(group), v => $"{v.Id} on {backend}", vector =>
        {
            GcmSivSteps steps = vector.Steps!;
            Vector128<byte> nonceBlock = Vector128.Create<byte>([0, 0, 0, 0, .. vector.Nonce]);
            Vector128<byte>[] generatingKeys = pieces.CreateRoundKeys(vector.Key);
            var derivedKeys = new Vector128<byte>[generatingKeys.Length];
            pieces.DeriveKeys(generatingKeys, vector.Nonce, derivedKeys, out Vector128<byte> h);
            Bytes.AssertEqual(steps.AuthenticationKey, AsBytes(ref h), "record authentication key");
            Bytes.AssertEqual(steps.EncryptionKey, MemoryMarshal.AsBytes(derivedKeys.AsSpan(0, vector.Key.Length / 16)), "record encryption key");

            Bytes.AssertEqual(steps.PolyvalInput, ReferenceGcmSiv.PolyvalInput(vector.Plaintext, vector.AssociatedData), "POLYVAL input");
            Vector128<byte>[] roundKeys = pieces.CreateRoundKeys(steps.EncryptionKey);
            Vector128<byte> hash = default;
            foreach (int powers in pieces.HashPowerCounts)
            {
                Vector128<byte>[] hashPowers = pieces.CreateHashPowers(h, powers);
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
            pieces.XorUntabled(roundKeys, counter, vector.Plaintext, text);
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

    /// <summary>All forms. In a changed run, long vectors use only streams here; two other tests use spans.</summary>
    private static IEnumerable<GcmSivForm> FormsFor(GcmSivCase vector) => GcmSivForm.All.Where(form => form.IsStreams || !vector.IsLong || !Effort.IsChangedRun);

    private static byte[] Encrypt(AesGcmSiv siv, GcmSivCase vector)
    {
        byte[] ciphertext = new byte[vector.Size];
        siv.Encrypt(vector.Nonce.AsSpan(), vector.Plaintext, ciphertext, stackalloc byte[16], vector.AssociatedData);
        vector.AssertCiphertext(ciphertext, "ciphertext");
        return ciphertext;
    }
}
