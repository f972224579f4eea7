using System.Globalization;

namespace AesModes.Tool.Files;

/// <summary>An algorithm for files: its name on the command line, and its code and sizes in the file (docs/file-format.md).</summary>
/// <remarks>Sizes are in bytes. AES-CTR's nonce is the initial counter. Any two codes differ in both letters, so one changed byte does not turn one into another.</remarks>
internal sealed record FileAlgorithm(string Name, string Title, string Code)
{
    /// <summary>A longer key adds no security, and so large a file is no key.</summary>
    public const int MaxKeySize = 1024;

    public const int MinKeySize = 16;

    public static FileAlgorithm GcmSiv { get; } = new("gcm-siv", "AES-GCM-SIV", "GS")
    {
        Label = "c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM_SIV",
        DerivedKeySize = 32,
        DerivedNonceSize = 12,
        NonceSize = 12,
        TagSize = 16,
        KeySizes = "16 or 32",
        IsKeySize = size => size is 16 or 32,
    };

    public static FileAlgorithm Aez { get; } = new("aez", "AEZ", "AZ")
    {
        Label = "aesmodes file 2 aez",
        DerivedKeySize = 48,
        DerivedNonceSize = 16,
        NonceSize = 16,
        KeySizes = "16 to 1024",
        IsKeySize = size => size is >= MinKeySize and <= MaxKeySize,
    };

    public static FileAlgorithm Ctr { get; } = new("ctr", "AES-CTR", "CT")
    {
        Label = "aesmodes file 2 ctr",
        DerivedKeySize = 32,
        DerivedNonceSize = 16,
        NonceSize = 16,
        KeySizes = "16, 24 or 32",
        IsKeySize = size => size is 16 or 24 or 32,
    };

    /// <summary>The first is the default.</summary>
    public static IReadOnlyList<FileAlgorithm> All { get; } = [GcmSiv, Aez, Ctr];

    /// <summary>In version 2, the start of the derivation's input for a file's keys.</summary>
    public required string Label { get; init; }

    /// <summary>The size of version 2's derived key.</summary>
    public required int DerivedKeySize { get; init; }

    /// <summary>The size of version 2's derived nonce.</summary>
    public required int DerivedNonceSize { get; init; }

    /// <summary>The size of version 1's nonce.</summary>
    public required int NonceSize { get; init; }

    /// <summary>The size of version 1's tag, which precedes the ciphertext.</summary>
    public int TagSize { get; init; }

    /// <summary>Version 1's key sizes, for messages.</summary>
    public required string KeySizes { get; init; }

    /// <summary>Whether version 1 has this key size.</summary>
    public required Func<int, bool> IsKeySize { get; init; }

    public override string ToString() => Name;

    /// <summary>Checks a raw key of version 1.</summary>
    /// <exception cref="CommandFailure">The key size is not one of the algorithm's, or the key is weak.</exception>
    public void CheckKey(ReadOnlySpan<byte> key, string path)
    {
        if (!IsKeySize(key.Length))
        {
            string has = key.Length > MaxKeySize ? "more than 1,024" : key.Length.ToString(CultureInfo.InvariantCulture);
            throw new CommandFailure($"For a {Name} file of version 1, a raw key file must have {KeySizes} bytes; {path} has {has}.");
        }

        // The constructor with a backend does not check for weak keys.
        if (this == Aez && AezCipher.IsWeak(key))
        {
            throw new CommandFailure(
                $"{path} is a weak key for {Name}: a 16-byte third of its 48 bytes is zero or equals another. Only aesmodes 1.0 decrypts files under such a key.");
        }
    }
}
