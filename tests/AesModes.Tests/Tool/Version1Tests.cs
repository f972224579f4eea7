using System.Globalization;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Tests that version 1 files, written from docs/file-format.md with the public classes, are still decrypted, and that all other files are rejected with nothing written.</summary>
public class Version1Tests
{
    private static readonly int[] _sizes = [0, 1, 15, 16, 17, 31, 32, 33, 1000, 100_000];

    public static TheoryData<string, int> Keys => new()
    {
        { "gcm-siv", 16 }, { "gcm-siv", 32 }, { "aez", 16 }, { "aez", 33 }, { "aez", 1024 }, { "ctr", 16 }, { "ctr", 24 }, { "ctr", 32 },
    };

    public static TheoryData<string> Authenticated => ["gcm-siv", "aez"];

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

    /// <summary>The document's files, exactly as version 1.0 wrote them.</summary>
    [Theory]
    [InlineData("gcm-siv", "4145534d4f44455300014753404142434445464748494a4b2f95d9f84b8799a5b7467ebb760181930e3ec640da1841df06d78139b3")]
    [InlineData("aez", "4145534d4f4445530001415a404142434445464748494a4b4c4d4e4fd6d41554a625eb247d5deb7d269ad61e35a51f6d3461e137f2a00c800e")]
    [InlineData("ctr", "4145534d4f44455300014354404142434445464748494a4b4c4d4e4f9d5689f72a8d738b1732f973f6")]
    public void Decrypt_TheDocumentsExample_GivesThePlaintext(string name, string hex)
    {
        byte[] key = [.. Enumerable.Range(0, 16).Select(i => (byte)i)];
        using TestFolder folder = new();
        Assert.Equal("Hello, file.\n"u8.ToArray(), Decrypt(folder, key, Convert.FromHexString(hex)));
        byte[] nonce = [.. Enumerable.Range(0x40, name == "gcm-siv" ? 12 : 16).Select(i => (byte)i)];
        Assert.Equal(hex, Convert.ToHexStringLower(FileFormat.Write(name, key, nonce, "Hello, file.\n"u8.ToArray())));
        string document = Repository.Read("docs/file-format.md", "It specifies the container.");
        Assert.Contains(hex, string.Concat(document.Where(c => !char.IsWhiteSpace(c))), StringComparison.Ordinal);
    }

    /// <summary>Flips every bit of the header and some of the rest, and tries every value of the header's codes. Every changed file must be rejected.</summary>
    [Theory]
    [MemberData(nameof(Authenticated))]
    public void Decrypt_AnyChangedByte_IsRefused(string name)
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        byte[] encrypted = Write(name, key, Bytes.Random(new Random(2), 500));
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
        byte[] encrypted = Write(name, key, Bytes.Random(new Random(2), 100));
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
        byte[] encrypted = Write("ctr", key, new byte[10]);
        for (int size = 0; size < 28; size++)
        {
            AssertRefused(folder, key, encrypted[..size], string.Create(CultureInfo.InvariantCulture, $"the first {size} bytes"));
        }
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
        using KeyFile key = KeyFile.Read(path);
        CommandFailure failure = Assert.Throws<CommandFailure>(() => key.CheckFor(algorithm, version: 1));
        Assert.Contains(algorithm.KeySizes, failure.Message, StringComparison.Ordinal);
    }

    private static FileAlgorithm Find(string name) => FileAlgorithm.All.Single(a => a.Name == name);

    private static byte[] Write(string name, byte[] key, byte[] plaintext) => FileFormat.Write(name, key, Bytes.Random(new Random(3), Find(name).NonceSize), plaintext);

    private static byte[] Decrypt(TestFolder folder, byte[] key, byte[] encrypted)
    {
        using FileStream input = File.OpenRead(folder.Add("in", encrypted));
        using (FileStream output = new(folder["out"], FileMode.Create, FileAccess.ReadWrite))
        {
            FileInput file = new(input);
            Version1Cipher.Decrypt(FileHeader.Read(file), key, file, () => output, new Progress<long>(), CancellationToken.None);
        }

        return File.ReadAllBytes(folder["out"]);
    }

    /// <summary>Expects no plaintext in the output. Tests of the command check that it removes the file.</summary>
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
