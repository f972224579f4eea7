using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Tests that every byte of the tool's salts and keys is random.</summary>
public class NonceTests
{
    private const int Count = 4096;

    public static TheoryData<string> Algorithms => [.. FileAlgorithm.All.Select(a => a.Name)];

    /// <summary>Reads the salts from the files, at the offset in docs/file-format.md.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Encrypt_ManyFiles_EachHasARandomSalt(string name)
    {
        using TestFolder folder = new();
        using FileStream input = File.OpenRead(folder.Add("in", [1, 2, 3]));
        using FileStream output = new(folder["out"], FileMode.CreateNew, FileAccess.ReadWrite);
        byte[] key = Bytes.Random(new Random(1), 32);
        AssertRandom([.. Enumerable.Range(0, 512).Select(_ =>
        {
            (input.Position, output.Position) = (0, 0);
            FileCipher.Encrypt(FileFormatTests.NewHeader(name, "KF"), key, new FileInput(input), () => output, new Progress<long>(), CancellationToken.None);
            byte[] salt = new byte[FileFormat2.SaltSize];
            output.Position = 14;
            output.ReadExactly(salt);
            return salt;
        })], FileFormat2.SaltSize);
    }

    [Fact]
    public void Argon2Parameters_ManyTimes_HaveARandomSalt() => AssertRandom([.. Enumerable.Range(0, Count).Select(_ => Argon2Parameters.Create().Salt)], 16);

    [Fact]
    public void KeyFile_ManyTimes_HasARandomSecret()
    {
        using TestFolder folder = new();
        AssertRandom([.. Enumerable.Range(0, 128).Select(_ =>
        {
            KeyFile.Create(folder["key"], overwrite: true, CancellationToken.None);
            return File.ReadAllBytes(folder["key"])[12..44];
        })], 32);
    }

    [Theory]
    [InlineData(32)]
    [InlineData(48)]
    public void RawKey_ManyTimes_IsRandom(int size)
    {
        using TestFolder folder = new();
        AssertRandom([.. Enumerable.Range(0, 128).Select(_ =>
        {
            KeyFile.CreateRaw(folder["key"], size, overwrite: true, CancellationToken.None);
            return File.ReadAllBytes(folder["key"]);
        })], size);
    }

    /// <summary>Each bit must be set in half of the values, and two bytes must be equal in one of 256, within seven standard deviations.</summary>
    private static void AssertRandom(byte[][] values, int size)
    {
        Assert.All(values, value => Assert.Equal(size, value.Length));
        double deviation = Math.Sqrt(values.Length) / 2;
        for (int bit = 0; bit < 8 * size; bit++)
        {
            int ones = values.Count(value => (value[bit / 8] >> (bit % 8) & 1) != 0);
            Assert.True(Math.Abs(ones - (values.Length / 2.0)) < 7 * deviation, $"Bit {bit} is set in {ones} of {values.Length}.");
        }

        double most = (values.Length / 256.0) + (7 * Math.Sqrt(values.Length / 256.0)) + 7;
        for (int one = 0; one < size; one++)
        {
            for (int other = 0; other < one; other++)
            {
                int equal = values.Count(value => value[one] == value[other]);
                Assert.True(equal < most, $"Bytes {other} and {one} are equal in {equal} of {values.Length}.");
            }

            // A byte of a counter would have random-looking bits too.
            int followed = Enumerable.Range(1, values.Length - 1).Count(i => (byte)(values[i][one] - values[i - 1][one]) is 0 or 1);
            Assert.True(followed < 2 * most, $"Byte {one} follows the one before in {followed} of {values.Length}.");
        }

        Assert.Equal(values.Length, values.Select(Convert.ToHexString).Distinct().Count());
    }
}
