using System.Security.Cryptography;

namespace AesModes.Samples.NativeAot;

/// <summary>Messages that fit in memory: nothing comes out before all of it is authentic. For larger ones take samples/files.</summary>
internal static class Sealer
{
    public const int LargestSecret = 64 << 20;

    public static readonly int LargestMessage = AesGcmSiv.GetSealedLength(LargestSecret);

    // Associated data: a message that another program sealed under this key does not open here.
    private static readonly byte[] _purpose = "samples/nativeaot, version 1"u8.ToArray();

    public static byte[] Seal(AesGcmSiv siv, byte[] plaintext) => siv.Seal(plaintext, _purpose);

    public static byte[] Open(AesGcmSiv siv, byte[] message) => siv.Open(message, _purpose);

    public static AesGcmSiv ReadKey(string path)
    {
        byte[] key = KeyFile.Read(path);
        try
        {
            return new AesGcmSiv(key);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }

    public static byte[] ReadAll(Stream input, int largest)
    {
        using MemoryStream content = new();
        byte[] buffer = new byte[65_536];
        for (int read; (read = input.Read(buffer)) > 0;)
        {
            // A bound, so that a wrong pipe does not take all memory.
            if (content.Length + read > largest)
            {
                throw new InvalidDataException($"The input is longer than {largest} bytes.");
            }

            content.Write(buffer, 0, read);
        }

        return content.ToArray();
    }
}
