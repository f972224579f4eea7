using System.Security.Cryptography;
using AesModes;

namespace Examples;

/// <summary>What docs/migrating.md shows and says.</summary>
public sealed class MigratingTests
{
    [Fact]
    public void Call_OfAesGcm_HasTheSameArguments()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] nonce = RandomNumberGenerator.GetBytes(12);
        byte[] message = RandomNumberGenerator.GetBytes(100);
        byte[] associatedData = [1, 2, 3];
        byte[] ciphertext = new byte[100];
        byte[] tag = new byte[16];
        byte[] plaintext = [.. message];
        WithGcm();
        byte[] gcmTag = [.. tag];
        WithSiv();
        Assert.Equal(message, plaintext);
        Assert.NotEqual(gcmTag, tag);

        void WithGcm()
        {
            using AesGcm gcm = new(key, tagSizeInBytes: 16);
            gcm.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            gcm.Decrypt(nonce, ciphertext, tag, plaintext, associatedData);
        }

        void WithSiv()
        {
            using AesGcmSiv siv = new(key);
            siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            siv.Decrypt(nonce, ciphertext, tag, plaintext, associatedData);
        }
    }

    [Fact]
    public void VersionedMessages_BothFormats_Open()
    {
        byte[] gcmKey = RandomNumberGenerator.GetBytes(32);
        byte[] plaintext = RandomNumberGenerator.GetBytes(50);
        byte[] old = new byte[1 + 12 + 50 + 16];
        old[0] = 1;
        RandomNumberGenerator.Fill(old.AsSpan(1, 12));
        using (AesGcm gcm = new(gcmKey, 16))
        {
            gcm.Encrypt(old.AsSpan(1, 12), plaintext, old.AsSpan(13, 50), old.AsSpan(63));
        }

        using VersionedMessages messages = new(gcmKey, RandomNumberGenerator.GetBytes(32));
        Assert.Equal(plaintext, messages.Open(old));
        byte[] box = messages.Seal(plaintext);
        Assert.Equal(plaintext, messages.Open(box));
        Assert.Throws<AuthenticationTagMismatchException>(() => messages.Open([1, .. box[1..]]));
        Assert.Throws<AuthenticationTagMismatchException>(() => messages.Open([2, .. old[1..]]));
        Assert.Throws<CryptographicException>(() => messages.Open([3, .. old[1..]]));
        Assert.Throws<CryptographicException>(() => messages.Open([1, .. old[1..28]]));
        Assert.Throws<CryptographicException>(() => messages.Open([]));
    }

    [Fact]
    public void CiphertextWithTag_Changed_IsNull()
    {
        using AesGcmSiv siv = new(RandomNumberGenerator.GetBytes(32));
        byte[] nonce = RandomNumberGenerator.GetBytes(12);
        byte[] plaintext = RandomNumberGenerator.GetBytes(50);
        byte[] ciphertext = CiphertextWithTag.Encrypt(siv, nonce, [7], plaintext);
        Assert.Equal(66, ciphertext.Length);
        Assert.Equal(plaintext, CiphertextWithTag.Decrypt(siv, nonce, [7], ciphertext));
        Assert.Null(CiphertextWithTag.Decrypt(siv, nonce, [8], ciphertext));
        Assert.Null(CiphertextWithTag.Decrypt(siv, nonce, [7], ciphertext.AsSpan(1)));
        Assert.Null(CiphertextWithTag.Decrypt(siv, nonce, [7], ciphertext.AsSpan(..15)));
    }

    /// <summary>
    /// What the package of 2018 made opens here: draft 08, which it follows, is the RFC in this. A case of its own tests
    /// (github.com/Metalnem/aes-gcm-siv, MIT, src/Cryptography.Tests/Vectors/random-keys-10000.json, the tenth).
    /// </summary>
    [Fact]
    public void Decrypt_MessageOfThe2018Package_Opens()
    {
        using AesGcmSiv siv = new(Convert.FromHexString("52fdc572ebc7106dadf59ff0a79749012e413239402e11121572cd66d88fd01b"));
        byte[] result = Convert.FromHexString("a775accf4a45eff22a11819a4e2227e7951efa26c43e1edb173e3fb3d3cc9701");
        byte[] plaintext = RandomNumberGenerator.GetBytes(16);
        siv.Decrypt(new byte[12], result[..16], result[16..], plaintext);
        Assert.Equal(new byte[16], plaintext);
    }

    /// <summary>The differences in errors that the document names.</summary>
    [Fact]
    public void Errors_BesideAesGcm_AreAsTheDocumentSays()
    {
        Assert.Throws<CryptographicException>(() => new AesGcm(new byte[15], 16));
        Assert.Equal("key", Assert.Throws<ArgumentException>(() => new AesGcmSiv(new byte[15])).ParamName);
        Assert.Throws<ArgumentException>(() => new AesGcmSiv(new byte[24]));
        Assert.True(typeof(CryptographicException).IsAssignableFrom(typeof(AuthenticationTagMismatchException)));
        using AesGcm gcm = new(new byte[16], 16);
        using AesGcmSiv siv = new(new byte[16]);
        Assert.Throws<AuthenticationTagMismatchException>(() => gcm.Decrypt(new byte[12], new byte[5], new byte[16], new byte[5]));
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Decrypt(new byte[12], new byte[5], new byte[16], new byte[5]));
    }
}
