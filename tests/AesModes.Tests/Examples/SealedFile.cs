using System.Security.Cryptography;
using AesModes;

namespace Examples;

#region A file
public static class SealedFile
{
    private const int NonceSize = 12;
    private const int TagSize = 16;

    public static void Seal(AesGcmSiv siv, string path, string sealedPath)
    {
        byte[] nonce = RandomNumberGenerator.GetBytes(NonceSize);
        byte[] tag = new byte[TagSize];
        using FileStream plaintext = File.OpenRead(path);
        using FileStream output = new(sealedPath, FileMode.CreateNew, FileAccess.ReadWrite);
        output.Write(nonce);
        output.Write(tag);                                // a placeholder for the tag
        siv.Encrypt(nonce, plaintext, output, tag);
        output.Position = NonceSize;
        output.Write(tag);
    }

    public static void Open(AesGcmSiv siv, string sealedPath, string path)
    {
        byte[] nonce = new byte[NonceSize];
        byte[] tag = new byte[TagSize];
        using FileStream input = File.OpenRead(sealedPath);
        input.ReadExactly(nonce);
        input.ReadExactly(tag);
        using FileStream plaintext = new(path, FileMode.CreateNew, FileAccess.ReadWrite);
        siv.Decrypt(nonce, input, tag, plaintext);        // writes nothing before all of it is authentic
    }
}
#endregion
