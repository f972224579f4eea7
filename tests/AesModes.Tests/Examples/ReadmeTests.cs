using System.Security.Cryptography;
using System.Text;
using AesModes;

namespace Examples;

/// <summary>What README.md shows, and the package's page.</summary>
public sealed class ReadmeTests
{
    [Fact]
    public void Seal_AsInTheReadme_GivesTheMessageBack()
    {
        #region The first example
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using var siv = new AesGcmSiv(key);

        byte[] box = siv.Seal(Encoding.UTF8.GetBytes("attack at dawn"), associatedData: "order 66"u8.ToArray());
        byte[] message = siv.Open(box, associatedData: "order 66"u8.ToArray());   // throws if anything was changed

        Console.WriteLine(Encoding.UTF8.GetString(message));
        #endregion

        Assert.Equal("attack at dawn", Encoding.UTF8.GetString(message));
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box));
        box[20] ^= 1;
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box, "order 66"u8.ToArray()));
    }

    [Fact]
    public void Aez_AsInTheReadme_GivesTheMessageBack()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
        byte[] message = [.. plaintext];
        byte[] nonce = RandomNumberGenerator.GetBytes(16);

        #region AEZ
        using var aez = new Aez(key);                                   // 16-byte tags
        byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
        aez.Encrypt(nonce, plaintext, ciphertext);                      // and a string, or any number of strings, of associated data
        aez.Decrypt(nonce, ciphertext, plaintext);                      // throws if anything was changed
        #endregion

        Assert.Equal(message, plaintext);
        ciphertext[20] ^= 1;
        Assert.Throws<AuthenticationTagMismatchException>(() => aez.Decrypt(nonce, ciphertext, plaintext));
    }

    [Fact]
    public void FaceCtr_AsInTheReadme_ReadsFromTheMiddle()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
        byte[] initialCounter = RandomNumberGenerator.GetBytes(16);
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] piece = new byte[24];

        #region AES-CTR
        using var ctr = new FaceCtr(key);
        ctr.Encrypt(initialCounter, plaintext, ciphertext);             // not authenticated; never the same counter twice
        ctr.Decrypt(initialCounter, ciphertext.AsSpan(1000, 24), piece, position: 1000);
        #endregion

        Assert.Equal(plaintext[1000..1024], piece);
    }
}
