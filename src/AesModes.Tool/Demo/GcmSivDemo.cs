using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Tool.Demo;

/// <summary>A file through AES-GCM-SIV's stream calls: nonce, tag and ciphertext one after the other in the sealed file.</summary>
internal static class GcmSivDemo
{
    private const int NonceSize = 12;
    private const int TagSize = 16;

    public static bool Run(Backend backend, FileInfo input, DirectoryInfo folder)
    {
        using AesGcmSiv siv = new(RandomNumberGenerator.GetBytes(32), backend);
        string sealedPath = Path.Combine(folder.FullName, "sealed");
        string openedPath = Path.Combine(folder.FullName, "opened");

        Steps.Time("AES-GCM-SIV: sealed", input.Length, () => Seal(siv, input.FullName, sealedPath));
        Steps.Time("AES-GCM-SIV: opened", input.Length, () => Open(siv, sealedPath, openedPath));
        bool same = Steps.Report("the opened file is the original", Steps.AreEqual(input.FullName, openedPath));

        FlipBit(sealedPath, Random.Shared.NextInt64(new FileInfo(sealedPath).Length), Random.Shared.Next(8));
        File.Delete(openedPath);
        bool refused = false;
        try
        {
            Open(siv, sealedPath, openedPath);
        }
        catch (AuthenticationTagMismatchException)
        {
            refused = true;
        }

        refused = Steps.Report("the sealed file with one bit changed is refused", refused);
        bool nothing = Steps.Report("and nothing of it was written", new FileInfo(openedPath).Length == 0);
        return same && refused && nothing;
    }

    private static void Seal(AesGcmSiv siv, string from, string to)
    {
        using FileStream plaintext = File.OpenRead(from);
        using FileStream output = File.Create(to);
        byte[] nonce = RandomNumberGenerator.GetBytes(NonceSize);
        byte[] tag = new byte[TagSize];
        output.Write(nonce);
        output.Position = NonceSize + TagSize;
        siv.Encrypt(nonce, plaintext, output, tag);
        output.Position = NonceSize;
        output.Write(tag);
    }

    private static void Open(AesGcmSiv siv, string from, string to)
    {
        using FileStream input = File.OpenRead(from);
        using FileStream plaintext = File.Create(to);
        byte[] nonce = new byte[NonceSize];
        byte[] tag = new byte[TagSize];
        input.ReadExactly(nonce);
        input.ReadExactly(tag);
        siv.Decrypt(nonce, input, tag, plaintext);
    }

    private static void FlipBit(string path, long offset, int bit)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.ReadWrite);
        file.Position = offset;
        int value = file.ReadByte();
        file.Position = offset;
        file.WriteByte((byte)(value ^ (1 << bit)));
    }
}
