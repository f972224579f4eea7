using System.Security.Cryptography;
using AesModes;

namespace Examples;

/// <summary>What docs/face-ctr.md shows.</summary>
public sealed class CtrFactsheetTests
{
    [Fact]
    public void FaceCtr_FromTheMiddle_IsThePlaintextThere()
    {
        #region Position
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using FaceCtr ctr = new(key);

        byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] initialCounter = RandomNumberGenerator.GetBytes(FaceCtr.CounterSizeInBytes);   // never the same counter twice
        ctr.Encrypt(initialCounter, plaintext, ciphertext);                                   // not authenticated

        byte[] piece = new byte[24];
        ctr.Decrypt(initialCounter, ciphertext.AsSpan(1000, 24), piece, position: 1000);
        Console.WriteLine(piece.AsSpan().SequenceEqual(plaintext.AsSpan(1000, 24)));
        #endregion

        Assert.Equal(plaintext[1000..1024], piece);
    }
}
