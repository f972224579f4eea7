using System.Security.Cryptography;
using Xunit;

namespace Examples;

public sealed class StreamEncryptionTests
{
    [Fact]
    public async Task DecryptAsync_AfterEncryptAsync_GivesTheTextBack()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] text = RandomNumberGenerator.GetBytes(200_001);
        using MemoryStream ciphertext = new();
        await StreamEncryption.EncryptAsync(key, new MemoryStream(text), ciphertext, token);
        Assert.Equal(text.Length + 16, ciphertext.Length);
        Assert.NotEqual(text, ciphertext.ToArray()[16..]);

        using MemoryStream decrypted = new();
        ciphertext.Position = 0;
        await StreamEncryption.DecryptAsync(key, ciphertext, decrypted, token);
        Assert.Equal(text, decrypted.ToArray());
    }

    /// <summary>As the document says: nothing notices a flipped bit.</summary>
    [Fact]
    public async Task DecryptAsync_OfAChangedText_ChangesThatBit()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        byte[] key = RandomNumberGenerator.GetBytes(16);
        using MemoryStream ciphertext = new();
        await StreamEncryption.EncryptAsync(key, new MemoryStream("pay 100"u8.ToArray()), ciphertext, token);
        ciphertext.GetBuffer()[16 + 4] ^= '1' ^ '9';

        using MemoryStream decrypted = new();
        ciphertext.Position = 0;
        await StreamEncryption.DecryptAsync(key, ciphertext, decrypted, token);
        Assert.Equal("pay 900"u8.ToArray(), decrypted.ToArray());
    }
}
