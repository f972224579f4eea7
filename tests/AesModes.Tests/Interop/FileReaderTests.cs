using System.Globalization;
using System.Text;
using AesModes.Tests.Tool;

namespace AesModes.Tests.Interop;

/// <summary>Tests that tests/interop/read-file.mjs, which was written for Node.js from docs/file-format.md alone, reads version 1 files and rejects all others.</summary>
public class FileReaderTests
{
    private const string Reader = "tests/interop/read-file.mjs";

    public static TheoryData<string, string, int> Keys => new()
    {
        { "gcm-siv", "GS", 16 }, { "gcm-siv", "GS", 32 }, { "aez", "AZ", 32 }, { "aez", "AZ", 1024 }, { "ctr", "CT", 16 }, { "ctr", "CT", 24 }, { "ctr", "CT", 32 },
    };

    [Theory]
    [MemberData(nameof(Keys))]
    public void Read_EverySizeAroundABlock_GivesThePlaintext(string name, string code, int keySize)
    {
        RequireNode();
        using TestFolder folder = new();
        Random random = new(keySize);
        byte[] key = Bytes.Random(random, keySize);
        folder.Add("key", key);
        foreach (int size in (int[])[0, 1, 15, 16, 17, 33, 50_003])
        {
            byte[] plaintext = Bytes.Random(random, size);

            // The counter begins at its largest value, so that it wraps.
            byte[] nonce = code == "CT" ? [.. Enumerable.Repeat((byte)0xFF, 16)] : Bytes.Random(random, code == "GS" ? 12 : 16);
            folder.Add("sealed", FileFormat.Write(name, key, nonce, plaintext));
            Bytes.AssertEqual(plaintext, Read(folder, code), $"{name}, {size} bytes");
        }
    }

    [Theory]
    [InlineData("gcm-siv", "GS", 40, 24)]
    [InlineData("aez", "AZ", 28, 15)]
    public void Read_ChangedFiles_RefusesAll(string name, string code, int textOffset, int wrongKeySize)
    {
        RequireNode();
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        folder.Add("key", key);
        byte[] file = FileFormat.Write(name, key, Bytes.Random(new Random(2), code == "GS" ? 12 : 16), Bytes.Random(new Random(3), 100));
        folder.Add("sealed", file);
        Assert.NotNull(Read(folder, code));

        foreach (int at in (int[])[0, 7, 8, 9, 10, 11, 12, 23, 24, 39, 40, 71, file.Length - 1])
        {
            AssertRefused([.. file[..at], (byte)(file[at] ^ 1), .. file[(at + 1)..]], string.Create(CultureInfo.InvariantCulture, $"byte {at} changed"));
        }

        foreach (int size in (int[])[0, 11, 12, textOffset - 1, textOffset, file.Length - 1])
        {
            AssertRefused(file[..size], string.Create(CultureInfo.InvariantCulture, $"the first {size} bytes"));
        }

        AssertRefused([.. file, 0], "a byte more");
        (byte[] header, byte[] first, byte[] second, byte[] rest) = (file[..textOffset], file[textOffset..][..16], file[textOffset..][16..32], file[textOffset..][32..]);
        AssertRefused([.. header, .. second, .. first, .. rest], "two blocks exchanged");
        AssertRefused([.. header, .. second, .. rest], "a block less");
        AssertRefused([.. file[..10], .. "CT"u8, .. file[12..]], "said to be AES-CTR");
        folder.Add("key", [.. key[..31], (byte)(key[31] ^ 1)]);
        AssertRefused(file, "another key");
        folder.Add("key", key[..wrongKeySize]);
        AssertRefused(file, "a key of a size that it has not");

        void AssertRefused(byte[] changed, string what)
        {
            folder.Add("sealed", changed);
            Assert.True(Read(folder, code) is null, $"accepted: {what}");
        }
    }

    [Fact]
    public void Read_CtrWithAnotherHeader_IsRefused()
    {
        RequireNode();
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 16);
        folder.Add("key", key);
        byte[] file = FileFormat.Write("ctr", key, new byte[16], [1, 2, 3]);
        foreach (byte[] changed in (byte[][])[file[..27], [.. file[..9], 2, .. file[10..]], [.. file[..10], .. "GS"u8, .. file[12..]]])
        {
            folder.Add("sealed", changed);
            Assert.Null(Read(folder, "CT"));
        }
    }

    /// <summary>Checks the script's AEZ code, which reads and writes the files, with all vectors that contain the ciphertext.</summary>
    [Fact]
    public void Vectors_OfAez_AreEncryptedDecryptedAndRefusedWhenChanged()
    {
        RequireNode();
        ForeignCommand run = ForeignCommand.Run("node", [], Repository.PathOf("tests/interop/aez-vectors.mjs"), Repository.PathOf("vectors/aez.json"));
        string output = Encoding.UTF8.GetString(run.Output);
        Assert.True(run.ExitCode == 0, output + run.Error);
        Assert.StartsWith("440 encrypted and decrypted, 356 changed ones tried, 131 keys: 0 failures", output, StringComparison.Ordinal);
    }

    /// <summary>A run without some instructions need not repeat these tests, because the vectors test the modes.</summary>
    private static void RequireNode()
    {
        Assert.SkipWhen(Effort.SwitchedOff is not null, "the vectors test the modes with this switched off");
        ForeignCommand.Require("node", "--version");
    }

    /// <summary>Returns null if the script rejected the file and wrote nothing.</summary>
    private static byte[]? Read(TestFolder folder, string code)
    {
        ForeignCommand run = ForeignCommand.Run("node", [], Repository.PathOf(Reader), code, folder["key"], folder["sealed"]);
        if (run.ExitCode == 0)
        {
            Assert.Empty(run.Error);
            return run.Output;
        }

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("refused: ", run.Error, StringComparison.Ordinal);
        Assert.Empty(run.Output);
        return null;
    }
}
