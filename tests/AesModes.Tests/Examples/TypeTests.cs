using System.Security.Cryptography;
using AesModes;
using AesModes.Tests.Contracts;
using AesModes.Tests.Tool;

namespace Examples;

/// <summary>The examples in the XML documentation of the public types. That of WideAes is in NativeCode.cs.</summary>
public sealed class TypeTests
{
    private readonly byte[] _plaintext = RandomNumberGenerator.GetBytes(3000);

    [Fact]
    public void AesGcmSiv_Example_GivesThePlaintextBack()
    {
        byte[] plaintext = _plaintext;
        byte[] orderNumber = [1, 2, 3];

        #region AesGcmSiv
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using AesGcmSiv siv = new(key);

        byte[] box = siv.Seal(plaintext, associatedData: orderNumber);   // a random nonce, the ciphertext and the tag
        byte[] opened = siv.Open(box, associatedData: orderNumber);      // throws if anything was changed
        #endregion

        Assert.Equal(plaintext, opened);
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box, [1, 2, 4]));
    }

    [Fact]
    public void Aez_Example_GivesThePlaintextBack()
    {
        byte[] plaintext = _plaintext;
        byte[] opened = new byte[plaintext.Length];
        byte[] user = [7];
        byte[] record = [8, 9];

        #region Aez
        byte[] key = RandomNumberGenerator.GetBytes(48);
        using Aez aez = new(key);

        byte[] nonce = RandomNumberGenerator.GetBytes(16);
        byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
        aez.Encrypt(nonce, plaintext, ciphertext, [user, record]);       // two strings of associated data
        aez.Decrypt(nonce, ciphertext, opened, [user, record]);          // throws if anything was changed
        #endregion

        Assert.Equal(plaintext, opened);
        Assert.False(aez.TryDecrypt(nonce, ciphertext, opened, [record, user]));
    }

    [Fact]
    public void AezPages_Example_GivesThePageBack()
    {
        using TestFolder folder = new();
        string path = folder["pages"];
        byte[] page = RandomNumberGenerator.GetBytes(4096);
        byte[] written = [.. page];

        #region AezPages
        byte[] key = RandomNumberGenerator.GetBytes(48);
        using AezPages pages = new(File.Open(path, FileMode.OpenOrCreate), key, pageSizeInBytes: 4096);

        pages.WritePage(0, page);
        pages.ReadPage(0, page);   // throws if the page was changed in the file
        #endregion

        Assert.Equal(written, page);
        Assert.Equal(1, pages.PageCount);
    }

    [Fact]
    public void FaceCtr_Example_ReadsFromTheMiddle()
    {
        byte[] plaintext = _plaintext;
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] piece = new byte[24];

        #region FaceCtr
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using FaceCtr ctr = new(key);

        byte[] initialCounter = RandomNumberGenerator.GetBytes(FaceCtr.CounterSizeInBytes);
        ctr.Encrypt(initialCounter, plaintext, ciphertext);                                          // not authenticated
        ctr.Decrypt(initialCounter, ciphertext.AsSpan(1000, piece.Length), piece, position: 1000);   // from the middle
        #endregion

        Assert.Equal(plaintext[1000..1024], piece);
    }

    [Fact]
    public void ChunkedAesGcmSiv_Example_ReadsFromTheMiddle()
    {
        using TestFolder folder = new();
        string path = folder.Add("photos.tar", RandomNumberGenerator.GetBytes(100_000));
        string sealedPath = folder["photos.sealed"];
        byte[] piece = new byte[500];

        #region ChunkedAesGcmSiv
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using ChunkedAesGcmSiv chunked = new(key);
        chunked.EncryptFile(path, sealedPath);

        using Stream photos = chunked.CreateDecryptor(File.OpenRead(sealedPath));
        photos.Position = 70_000;       // decrypts the chunks that are read, and no others
        photos.ReadExactly(piece);      // throws if one of them was changed
        #endregion

        Assert.Equal(File.ReadAllBytes(path)[70_000..70_500], piece);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ChunkedEncryptionStream_Example_IsCompleteUnlessTheSourceFails(bool fails)
    {
        using ChunkedAesGcmSiv chunked = new(RandomNumberGenerator.GetBytes(32));
        using MemoryStream destination = new();
        using TestStream source = new(_plaintext) { ReadSize = _ => 1000, OnRead = read => { if (fails && read == 3) { throw new IOException("The source fails."); } } };
        Action example = () => Copy(chunked, source, destination);
        if (fails)
        {
            Assert.Throws<IOException>(example);
        }
        else
        {
            example();
        }

        using MemoryStream plaintext = new();
        Action read = () => chunked.CreateDecryptor(new MemoryStream(destination.ToArray())).CopyTo(plaintext);
        if (fails)
        {
            Assert.Throws<AuthenticationTagMismatchException>(read);
            return;
        }

        read();
        Assert.Equal(_plaintext, plaintext.ToArray());
    }

    private static void Copy(ChunkedAesGcmSiv chunked, Stream source, Stream destination)
    {
        #region ChunkedEncryptionStream
        using ChunkedEncryptionStream encryptor = chunked.CreateEncryptor(destination, leaveOpen: true);
        try
        {
            source.CopyTo(encryptor);
        }
        catch
        {
            encryptor.Abort();   // Dispose writes no end: nobody takes the message for complete
            throw;
        }
        #endregion
    }
}
