using System.Security.Cryptography;
using System.Text;
using AesModes;

namespace Examples;

/// <summary>What docs/aez.md shows.</summary>
public sealed class AezFactsheetTests
{
    [Fact]
    public void Aez_WithEachKindOfAssociatedData_GivesTheMessageBack()
    {
        #region AEZ
        byte[] key = RandomNumberGenerator.GetBytes(48);
        using Aez aez = new(key);                                           // 16-byte tags

        byte[] plaintext = Encoding.UTF8.GetBytes("attack at dawn");
        byte[] nonce = RandomNumberGenerator.GetBytes(16);
        byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
        aez.Encrypt(nonce, plaintext, ciphertext);                          // without associated data

        ReadOnlyMemory<byte> user = Encoding.UTF8.GetBytes("alice");
        ReadOnlyMemory<byte> record = Encoding.UTF8.GetBytes("record 7");
        aez.Encrypt(nonce, plaintext, ciphertext, user.Span);               // or: one string
        aez.Encrypt(nonce, plaintext, ciphertext, [user, record]);          // or: a vector of strings

        byte[] opened = new byte[plaintext.Length];
        aez.Decrypt(nonce, ciphertext, opened, [user, record]);             // the same strings; throws if anything was changed
        Console.WriteLine(Encoding.UTF8.GetString(opened));
        #endregion

        Assert.Equal(plaintext, opened);
        Assert.False(aez.TryDecrypt(nonce, ciphertext, opened, user.Span));
    }
}
