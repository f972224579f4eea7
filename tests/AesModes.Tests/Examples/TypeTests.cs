using System.Security.Cryptography;
using AesModes;

namespace Examples;

/// <summary>The examples in the XML documentation of the public types. That of WideAes is in NativeCode.cs.</summary>
public sealed class TypeTests
{
    [Fact]
    public void AesGcmSiv_Example_GivesThePlaintextBack()
    {
        #region AesGcmSiv
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using AesGcmSiv siv = new(key);

        byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
        byte[] orderNumber = [1, 2, 3];
        byte[] box = siv.Seal(plaintext, associatedData: orderNumber);   // a random nonce, the ciphertext and the tag
        byte[] opened = siv.Open(box, associatedData: orderNumber);      // throws if anything was changed
        #endregion

        Assert.Equal(plaintext, opened);
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box, [1, 2, 4]));
    }

    [Fact]
    public void Aez_Example_GivesThePlaintextBack()
    {
        #region Aez
        byte[] key = RandomNumberGenerator.GetBytes(48);
        using Aez aez = new(key);

        byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
        byte[] nonce = RandomNumberGenerator.GetBytes(16);
        byte[] user = [7];
        byte[] record = [8, 9];
        byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
        aez.Encrypt(nonce, plaintext, ciphertext, [user, record]);       // two strings of associated data

        byte[] opened = new byte[plaintext.Length];
        aez.Decrypt(nonce, ciphertext, opened, [user, record]);          // throws if anything was changed
        #endregion

        Assert.Equal(plaintext, opened);
        Assert.False(aez.TryDecrypt(nonce, ciphertext, opened, [record, user]));
    }

    [Fact]
    public void AezPages_Example_GivesThePageBack()
    {
        #region AezPages
        byte[] key = RandomNumberGenerator.GetBytes(48);
        using FileStream file = File.Open(Path.GetTempFileName(), FileMode.Open);
        using AezPages pages = new(file, key, pageSizeInBytes: 4096);

        byte[] page = RandomNumberGenerator.GetBytes(4096);
        pages.WritePage(0, page);
        pages.ReadPage(0, page);   // throws if the page was changed in the file
        #endregion

        byte[] again = new byte[4096];
        pages.ReadPage(0, again);
        Assert.Equal(again, page);
        Assert.Equal(1, pages.PageCount);
        File.Delete(file.Name);
    }

    [Fact]
    public void FaceCtr_Example_ReadsFromTheMiddle()
    {
        #region FaceCtr
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using FaceCtr ctr = new(key);

        byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] initialCounter = RandomNumberGenerator.GetBytes(FaceCtr.CounterSizeInBytes);
        ctr.Encrypt(initialCounter, plaintext, ciphertext);                                          // not authenticated

        byte[] piece = new byte[24];
        ctr.Decrypt(initialCounter, ciphertext.AsSpan(1000, piece.Length), piece, position: 1000);   // from the middle
        #endregion

        Assert.Equal(plaintext[1000..1024], piece);
    }

    [Fact]
    public void ChunkedAesGcmSiv_Example_ReadsFromTheMiddle()
    {
        (byte[] expected, byte[] read, string made) = Read();
        Assert.Equal(expected, read);
        Directory.Delete(made, recursive: true);
    }

    [Fact]
    public void ChunkedEncryptionStream_Example_IsComplete()
    {
        (MemoryStream plaintext, MemoryStream message) = Copy();
        Assert.Equal(ChunkedAesGcmSiv.GetCiphertextLength(plaintext.ToArray().Length), message.ToArray().Length);
    }

    private static (byte[] Expected, byte[] Read, string Folder) Read()
    {
        #region ChunkedAesGcmSiv
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using ChunkedAesGcmSiv chunked = new(key);

        string folder = Directory.CreateTempSubdirectory().FullName;
        string path = Path.Combine(folder, "photos.tar");
        string sealedPath = Path.Combine(folder, "photos.sealed");
        byte[] content = RandomNumberGenerator.GetBytes(100_000);
        File.WriteAllBytes(path, content);
        chunked.EncryptFile(path, sealedPath);

        byte[] piece = new byte[500];
        using FileStream file = File.OpenRead(sealedPath);
        using Stream photos = chunked.CreateDecryptor(file);
        photos.Position = 70_000;
        photos.ReadExactly(piece);      // decrypts only the chunks that it reads; throws if one was changed
        #endregion

        return (content[70_000..70_500], piece, folder);
    }

    private static (MemoryStream Plaintext, MemoryStream Message) Copy()
    {
        #region ChunkedEncryptionStream
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using ChunkedAesGcmSiv chunked = new(key);

        using MemoryStream source = new(RandomNumberGenerator.GetBytes(100_000));
        using MemoryStream destination = new();
        using ChunkedEncryptionStream encryptor = chunked.CreateEncryptor(destination, leaveOpen: true);
        try
        {
            source.CopyTo(encryptor);
            encryptor.Close();   // writes the end
        }
        catch
        {
            encryptor.Abort();   // no end is written: nobody takes the message for complete
            throw;
        }
        #endregion

        return (source, destination);
    }
}
