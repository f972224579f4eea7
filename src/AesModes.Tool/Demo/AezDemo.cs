using System.Globalization;
using System.Security.Cryptography;
using AesModes.Backends;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>A file through AEZ, the nonce in front: as a whole, for it is one block to the cipher.</summary>
internal static class AezDemo
{
    private const int NonceSize = 16;

    /// <summary>Three times that is held in memory.</summary>
    private const int LargestFile = 1 << 29;

    public static bool Run(Backend backend, FileInfo input, DirectoryInfo folder)
    {
        if (input.Length > LargestFile)
        {
            AnsiConsole.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"  AEZ: left out. It takes a message as a whole; the demo does so up to {LargestFile:N0} bytes."));
            return true;
        }

        using Aez aez = new(RandomNumberGenerator.GetBytes(48), 16, backend);
        string sealedPath = Path.Combine(folder.FullName, "sealed-aez");
        string openedPath = Path.Combine(folder.FullName, "opened-aez");

        Steps.Time("AEZ: sealed", input.Length, () => Seal(aez, input.FullName, sealedPath));
        bool accepted = false;
        Steps.Time("AEZ: opened", input.Length, () => accepted = TryOpen(aez, sealedPath, openedPath));
        bool same = Steps.Report("the opened file is the original", accepted && Steps.AreEqual(input.FullName, openedPath));

        byte[] changed = File.ReadAllBytes(sealedPath);
        changed[Random.Shared.Next(changed.Length)] ^= (byte)(1 << Random.Shared.Next(8));
        File.WriteAllBytes(sealedPath, changed);
        File.Delete(openedPath);
        bool refused = Steps.Report("the sealed file with one bit changed is refused", !TryOpen(aez, sealedPath, openedPath));
        bool nothing = Steps.Report("and nothing of it was written", !File.Exists(openedPath));
        return same && refused && nothing;
    }

    private static void Seal(Aez aez, string from, string to)
    {
        byte[] plaintext = File.ReadAllBytes(from);
        byte[] output = new byte[NonceSize + plaintext.Length + aez.TagSizeInBytes];
        Span<byte> nonce = output.AsSpan(0, NonceSize);
        RandomNumberGenerator.Fill(nonce);
        aez.Encrypt(nonce, plaintext, output.AsSpan(NonceSize));
        File.WriteAllBytes(to, output);
    }

    private static bool TryOpen(Aez aez, string from, string to)
    {
        ReadOnlySpan<byte> input = File.ReadAllBytes(from);
        byte[] plaintext = new byte[input.Length - NonceSize - aez.TagSizeInBytes];
        if (!aez.TryDecrypt(input[..NonceSize], input[NonceSize..], plaintext))
        {
            return false;
        }

        File.WriteAllBytes(to, plaintext);
        return true;
    }
}
