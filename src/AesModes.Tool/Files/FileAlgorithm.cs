using System.Globalization;
using AesModes.Modes;

namespace AesModes.Tool.Files;

/// <summary>What a file can be encrypted with: its name on the command line, and its code and sizes in the file (docs/file-format.md).</summary>
/// <remarks>Sizes are in bytes; AES-CTR's nonce is the initial counter. Both letters of a code differ from those of any other: one changed byte does not make one another.</remarks>
internal sealed record FileAlgorithm(string Name, string Title, string Code, int NonceSize, int TagSize, string KeySizes, Func<int, bool> IsKeySize)
{
    /// <summary>A longer key adds nothing, and a file that large is no key.</summary>
    public const int MaxKeySize = 1024;

    public static FileAlgorithm GcmSiv { get; } = new("gcm-siv", "AES-GCM-SIV", "GS", 12, 16, "16 or 32", size => size is 16 or 32);

    public static FileAlgorithm Aez { get; } = new("aez", "AEZ", "AZ", 16, 0, "16 to 1024", size => size is >= 16 and <= MaxKeySize);

    public static FileAlgorithm Ctr { get; } = new("ctr", "AES-CTR", "CT", 16, 0, "16, 24 or 32", size => size is 16 or 24 or 32);

    /// <summary>The first is the default.</summary>
    public static IReadOnlyList<FileAlgorithm> All { get; } = [GcmSiv, Aez, Ctr];

    public override string ToString() => Name;

    /// <exception cref="CommandFailure">The key's size is not one of the algorithm's, or the key is weak.</exception>
    public void CheckKey(ReadOnlySpan<byte> key, string path)
    {
        if (!IsKeySize(key.Length))
        {
            string has = key.Length > MaxKeySize ? "more than 1024" : key.Length.ToString(CultureInfo.InvariantCulture);
            throw new CommandFailure($"A key for {Name} has {KeySizes} bytes; {path} has {has}.");
        }

        // The constructor that takes a backend does not check.
        if (this == Aez && AezCipher.IsWeak(key))
        {
            throw new CommandFailure(
                $"{path} is a weak key for {Name}: a 16-byte third of its 48 bytes is zero, or two thirds are equal. Use a random key, or the 16 or 32 bytes that were padded.");
        }
    }
}
