using System.Security.Cryptography;
using AesModes;
using AesModes.Tests.Tool;

namespace Examples;

/// <summary>What the factsheets show: docs/aes-gcm-siv.md, docs/aez.md and docs/face-ctr.md.</summary>
public sealed class FactsheetTests
{
    [Fact]
    public void GcmSiv_FileByStreams_OpensAgain()
    {
        byte[] message = RandomNumberGenerator.GetBytes(200_000);
        using AesGcmSiv siv = new(RandomNumberGenerator.GetBytes(32));
        using TestFolder folder = new();
        string path = folder.Add("video.mkv", message);

        (byte[] usedNonce, byte[] itsTag) = EncryptFile();
        byte[] opened = File.ReadAllBytes(path + ".encrypted");
        Assert.NotEqual(message, opened);
        siv.Decrypt(usedNonce, opened, itsTag, opened);
        Assert.Equal(message, opened);

        (byte[] Nonce, byte[] Tag) EncryptFile()
        {
            #region Streams
            using FileStream plaintext = File.OpenRead(path);
            using FileStream ciphertext = File.Create(path + ".encrypted");
            byte[] nonce = RandomNumberGenerator.GetBytes(12);
            byte[] tag = new byte[16];
            siv.Encrypt(nonce, plaintext, ciphertext, tag, progress: new Progress<long>(bytes => Console.WriteLine(bytes)));
            #endregion

            return (nonce, tag);
        }
    }

    [Fact]
    public void Aez_WithEachKindOfAssociatedData_GivesTheMessageBack()
    {
        byte[] key = RandomNumberGenerator.GetBytes(48);
        byte[] nonce = RandomNumberGenerator.GetBytes(16);
        byte[] message = RandomNumberGenerator.GetBytes(500);
        byte[] plaintext = [.. message];
        byte[] header = [1, 2, 3];
        ReadOnlyMemory<byte> user = new byte[] { 4 };
        ReadOnlyMemory<byte> record = new byte[] { 5, 6 };

        #region AEZ
        using Aez aez = new(key);                                       // 16-byte tags
        byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
        aez.Encrypt(nonce, plaintext, ciphertext);                      // no associated data
        aez.Encrypt(nonce, plaintext, ciphertext, header);              // one string
        aez.Encrypt(nonce, plaintext, ciphertext, [user, record]);      // a vector of ReadOnlyMemory<byte>
        aez.Decrypt(nonce, ciphertext, plaintext, [user, record]);      // the same; throws if anything was changed
        #endregion

        Assert.Equal(message, plaintext);
        Assert.False(aez.TryDecrypt(nonce, ciphertext, plaintext, header));
    }

    [Fact]
    public void FaceCtr_FromTheMiddleAndInPieces_IsOneText()
    {
        const int Piece = 1 << 16;
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] initialCounter = RandomNumberGenerator.GetBytes(16);
        byte[] plaintext = RandomNumberGenerator.GetBytes((3 * Piece) + 77);
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] piece = new byte[24];

        #region Position
        using FaceCtr ctr = new(key);
        ctr.Encrypt(initialCounter, plaintext, ciphertext);
        ctr.Decrypt(initialCounter, ciphertext.AsSpan(1000, 24), piece, position: 1000);
        #endregion

        Assert.Equal(plaintext[1000..1024], piece);
        byte[] whole = [.. ciphertext];
        ciphertext.AsSpan().Clear();

        #region Pieces
        Parallel.For(0, (plaintext.Length + Piece - 1) / Piece, i =>
        {
            int start = i * Piece;
            int length = Math.Min(Piece, plaintext.Length - start);
            ctr.Encrypt(initialCounter, plaintext.AsSpan(start, length), ciphertext.AsSpan(start, length), start);
        });
        #endregion

        Assert.Equal(whole, ciphertext);
    }
}
