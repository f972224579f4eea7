using System.Globalization;
using System.Security.Cryptography;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Tests which key files and raw key files are accepted, and the messages for the others.</summary>
public class KeyFileTests
{
    private static readonly byte[] _file = FileFormat2.WriteKeyFile(Bytes.Random(new Random(1), 32));

    [Fact]
    public void Create_AKeyFile_IsWhatTheDocumentSays()
    {
        using TestFolder folder = new();
        KeyFile.Create(folder["key"], overwrite: false, CancellationToken.None);
        byte[] file = File.ReadAllBytes(folder["key"]);
        Assert.Equal(FileFormat2.WriteKeyFile(file[12..44]), file);
        using KeyFile key = KeyFile.Read(folder["key"]);
        Assert.Equal(SecretSource.KeyFile, key.Source);
        Assert.Equal(file[12..44], key.Secret.ToArray());
    }

    [Theory]
    [InlineData(16)]
    [InlineData(52)]
    [InlineData(1024)]
    public void Read_RandomBytes_AreARawKey(int size)
    {
        using TestFolder folder = new();
        KeyFile.CreateRaw(folder["key"], size, overwrite: false, CancellationToken.None);
        using KeyFile key = KeyFile.Read(folder["key"]);
        key.CheckFor(FileAlgorithm.GcmSiv, version: 2);
        Assert.Equal(SecretSource.RawKeyFile, key.Source);
        Assert.Equal(File.ReadAllBytes(folder["key"]), key.Secret.ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(15)]
    [InlineData(1025)]
    [InlineData(5000)]
    public void CheckFor_ARawKeyOfAnotherSize_IsRefused(int size)
    {
        using TestFolder folder = new();
        using KeyFile key = KeyFile.Read(folder.Add("key", new byte[size]));
        Assert.Contains("16 to 1,024", Assert.Throws<CommandFailure>(() => key.CheckFor(FileAlgorithm.GcmSiv, version: 2)).Message, StringComparison.Ordinal);
    }

    /// <summary>Flips every bit of the key file. If one of its first eight bytes is damaged, it counts as a raw key, which is another secret.</summary>
    [Fact]
    public void Read_AKeyFileDamagedAtAnyByte_IsNotTakenForTheSame()
    {
        using TestFolder folder = new();
        for (int at = 0; at < _file.Length; at++)
        {
            for (int bit = 0; bit < 8; bit++)
            {
                byte[] damaged = (byte[])_file.Clone();
                damaged[at] ^= (byte)(1 << bit);
                folder.Add("key", damaged);
                if (at < 8)
                {
                    using KeyFile key = KeyFile.Read(folder["key"]);
                    Assert.Equal(SecretSource.RawKeyFile, key.Source);
                    continue;
                }

                AssertRefused(folder, "is damaged", string.Create(CultureInfo.InvariantCulture, $"byte {at}"));
            }
        }
    }

    [Fact]
    public void Read_AKeyFileOfAnotherSize_IsDamaged()
    {
        using TestFolder folder = new();
        for (int size = 8; size < _file.Length; size++)
        {
            folder.Add("key", _file[..size]);
            AssertRefused(folder, "is damaged", string.Create(CultureInfo.InvariantCulture, $"{size} bytes"));
        }

        folder.Add("key", [.. _file, 10]);
        AssertRefused(folder, "is damaged", "a byte more");
    }

    [Theory]
    [InlineData(9, 2, "has version 2; this command reads version 1")]
    [InlineData(8, 1, "has version 257")]
    [InlineData(10, (byte)'X', "is for another purpose")]
    [InlineData(11, (byte)'X', "is for another purpose")]
    public void Read_AnotherVersionOrPurpose_IsRefused(int at, byte value, string says)
    {
        using TestFolder folder = new();
        byte[] start = _file[..44];
        start[at] = value;
        folder.Add("key", [.. start, .. SHA256.HashData(start)[..8]]);
        AssertRefused(folder, says, says);
    }

    [Fact]
    public void CheckFor_AKeyFileAndVersion1_IsRefused()
    {
        using TestFolder folder = new();
        using KeyFile key = KeyFile.Read(folder.Add("key", _file));
        foreach (FileAlgorithm algorithm in FileAlgorithm.All)
        {
            key.CheckFor(algorithm, version: 2);
            Assert.Contains("version 1", Assert.Throws<CommandFailure>(() => key.CheckFor(algorithm, version: 1)).Message, StringComparison.Ordinal);
        }
    }

    private static void AssertRefused(TestFolder folder, string says, string what)
    {
        CommandFailure? failure = Record.Exception(() => KeyFile.Read(folder["key"]).Dispose()) as CommandFailure;
        Assert.True(failure?.Message.Contains(says, StringComparison.Ordinal) == true, $"{what}: {failure?.Message ?? "taken"}");
    }
}
