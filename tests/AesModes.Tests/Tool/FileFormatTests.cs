using System.Globalization;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>
/// Are encrypted files what docs/file-format.md says, read back and written by hand with the public classes; and is every file that is not
/// such a one refused, with nothing written?
/// </summary>
public class FileFormatTests
{
    private static readonly int[] _sizes = [0, 1, 15, 16, 17, 31, 32, 33, 1000, 100_000];

    public static TheoryData<string, int> Keys => new()
    {
        { "gcm-siv", 16 }, { "gcm-siv", 32 }, { "aez", 16 }, { "aez", 33 }, { "aez", 1024 }, { "ctr", 16 }, { "ctr", 24 }, { "ctr", 32 },
    };

    public static TheoryData<string> Algorithms => [.. FileAlgorithm.All.Select(a => a.Name)];

    public static TheoryData<string> Authenticated => ["gcm-siv", "aez"];

    [Theory]
    [MemberData(nameof(Keys))]
    public void EncryptAndDecrypt_EverySize_GiveTheFileBack(string name, int keySize)
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(keySize), keySize);
        foreach (int size in _sizes)
        {
            byte[] plaintext = Bytes.Random(new Random(size), size);
            byte[] encrypted = Encrypt(folder, name, key, plaintext);
            Bytes.AssertEqual(plaintext, FileFormat.Read(encrypted, key), $"read by the document: {name}, {size} bytes");
            Bytes.AssertEqual(plaintext, Decrypt(folder, key, encrypted), $"{name}, {size} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Keys))]
    public void Decrypt_WrittenByTheDocument_GivesThePlaintext(string name, int keySize)
    {
        using TestFolder folder = new();
        Random random = new(keySize);
        byte[] key = Bytes.Random(random, keySize);
        foreach (int size in _sizes)
        {
            byte[] plaintext = Bytes.Random(random, size);
            byte[] encrypted = FileFormat.Write(name, key, Bytes.Random(random, name == "gcm-siv" ? 12 : 16), plaintext);
            Bytes.AssertEqual(plaintext, Decrypt(folder, key, encrypted), $"{name}, {size} bytes");
        }
    }

    /// <summary>The example of the document, to the byte.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Write_TheDocumentsExample_IsInTheDocument(string name)
    {
        byte[] key = [.. Enumerable.Range(0, 16).Select(i => (byte)i)];
        byte[] nonce = [.. Enumerable.Range(0x40, name == "gcm-siv" ? 12 : 16).Select(i => (byte)i)];
        byte[] encrypted = FileFormat.Write(name, key, nonce, "Hello, file.\n"u8.ToArray());

        using TestFolder folder = new();
        Assert.Equal("Hello, file.\n"u8.ToArray(), Decrypt(folder, key, encrypted));
        string document = Repository.Read("docs/file-format.md", "It specifies the container.");
        Assert.Contains(Convert.ToHexStringLower(encrypted), string.Concat(document.Where(c => !char.IsWhiteSpace(c))), StringComparison.Ordinal);
    }

    /// <summary>Every bit of the header and some of the rest, every byte of its codes: whatever it becomes, it is not taken for a file.</summary>
    [Theory]
    [MemberData(nameof(Authenticated))]
    public void Decrypt_AnyChangedByte_IsRefused(string name)
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        byte[] encrypted = Encrypt(folder, name, key, Bytes.Random(new Random(2), 500));
        foreach (int at in Enumerable.Range(0, 60).Concat([300, encrypted.Length - 1]))
        {
            IEnumerable<int> differences = at is >= 8 and < 12 ? Enumerable.Range(1, 255) : Enumerable.Range(0, 8).Select(bit => 1 << bit);
            foreach (int difference in differences)
            {
                byte[] changed = (byte[])encrypted.Clone();
                changed[at] ^= (byte)difference;
                AssertRefused(folder, key, changed, string.Create(CultureInfo.InvariantCulture, $"{name}, byte {at} with {difference:x2} added"));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Authenticated))]
    public void Decrypt_TruncatedOrLongerOrUnderAnotherKey_IsRefused(string name)
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        byte[] encrypted = Encrypt(folder, name, key, Bytes.Random(new Random(2), 100));
        for (int size = 0; size < encrypted.Length; size++)
        {
            AssertRefused(folder, key, encrypted[..size], string.Create(CultureInfo.InvariantCulture, $"{name}, the first {size} bytes"));
        }

        AssertRefused(folder, key, [.. encrypted, 0], $"{name}, a byte more");
        key[31] ^= 1;
        AssertRefused(folder, key, encrypted, $"{name}, another key");
    }

    [Fact]
    public void Decrypt_CtrTruncatedInItsHeader_IsRefused()
    {
        using TestFolder folder = new();
        byte[] key = new byte[32];
        byte[] encrypted = Encrypt(folder, "ctr", key, new byte[10]);
        for (int size = 0; size < 28; size++)
        {
            AssertRefused(folder, key, encrypted[..size], string.Create(CultureInfo.InvariantCulture, $"the first {size} bytes"));
        }
    }

    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Encrypt_Twice_NeverHasTheSameNonce(string name)
    {
        using TestFolder folder = new();
        byte[][] files = [.. Enumerable.Range(0, 3).Select(_ => Encrypt(folder, name, new byte[32], [1, 2, 3]))];
        Assert.Equal(3, files.Select(f => Convert.ToHexString(f, 12, 12)).Distinct().Count());
    }

    [Theory]
    [InlineData("gcm-siv", 24)]
    [InlineData("gcm-siv", 0)]
    [InlineData("ctr", 33)]
    [InlineData("aez", 15)]
    [InlineData("aez", 1025)]
    public void ReadKey_WrongSize_SaysWhatIsAllowed(string name, int size)
    {
        using TestFolder folder = new();
        FileAlgorithm algorithm = Find(name);
        string path = folder.Add("key", new byte[size]);
        CommandFailure failure = Assert.Throws<CommandFailure>(() => KeyFile.Read(path, algorithm));
        Assert.Contains(algorithm.KeySizes, failure.Message, StringComparison.Ordinal);
    }

    private static FileAlgorithm Find(string name) => FileAlgorithm.All.Single(a => a.Name == name);

    internal static byte[] Encrypt(TestFolder folder, string name, byte[] key, byte[] plaintext)
    {
        using FileStream input = File.OpenRead(folder.Add("in", plaintext));
        using (FileStream output = new(folder["out"], FileMode.Create, FileAccess.ReadWrite))
        {
            FileCipher.Encrypt(Find(name), key, input, () => output, new Progress<long>(), CancellationToken.None);
        }

        return File.ReadAllBytes(folder["out"]);
    }

    private static byte[] Decrypt(TestFolder folder, byte[] key, byte[] encrypted)
    {
        using FileStream input = File.OpenRead(folder.Add("in", encrypted));
        using (FileStream output = new(folder["out"], FileMode.Create, FileAccess.ReadWrite))
        {
            FileCipher.Decrypt(FileHeader.Read(input, "in"), key, input, () => output, new Progress<long>(), CancellationToken.None);
        }

        return File.ReadAllBytes(folder["out"]);
    }

    /// <summary>Nothing of the plaintext may be out by then; that the file itself goes too, a test of the command sees.</summary>
    private static void AssertRefused(TestFolder folder, byte[] key, byte[] encrypted, string what)
    {
        File.Delete(folder["out"]);
        try
        {
            byte[] plaintext = Decrypt(folder, key, encrypted);
            Assert.Fail($"{what}: gave {plaintext.Length} bytes.");
        }
        catch (CommandFailure)
        {
            Assert.True(!File.Exists(folder["out"]) || new FileInfo(folder["out"]).Length == 0, what);
        }
    }
}
