using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Every byte of a nonce and of a key that the tool draws is random.</summary>
public class NonceTests
{
    private const int Count = 4096;

    public static TheoryData<string> Algorithms => [.. FileAlgorithm.All.Select(a => a.Name)];

    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Header_ManyTimes_HasARandomNonce(string name)
    {
        FileAlgorithm algorithm = FileAlgorithm.All.Single(a => a.Name == name);
        AssertRandom([.. Enumerable.Range(0, Count).Select(_ => FileHeader.Create(algorithm).Nonce.ToArray())], algorithm.NonceSize);
    }

    /// <summary>Of the files themselves, by offsets that docs/file-format.md gives.</summary>
    [Theory]
    [InlineData("gcm-siv", 12)]
    [InlineData("aez", 16)]
    [InlineData("ctr", 16)]
    public void Encrypt_ManyFiles_EachHasARandomNonce(string name, int nonceSize)
    {
        FileAlgorithm algorithm = FileAlgorithm.All.Single(a => a.Name == name);
        using TestFolder folder = new();
        using FileStream input = File.OpenRead(folder.Add("in", [1, 2, 3]));
        using FileStream output = new(folder["out"], FileMode.CreateNew, FileAccess.ReadWrite);
        byte[] key = Bytes.Random(new Random(1), 32);
        AssertRandom([.. Enumerable.Range(0, 512).Select(_ =>
        {
            (input.Position, output.Position) = (0, 0);
            FileCipher.Encrypt(algorithm, key, input, () => output, new Progress<long>(), CancellationToken.None);
            byte[] nonce = new byte[nonceSize];
            output.Position = 12;
            output.ReadExactly(nonce);
            return nonce;
        })], nonceSize);
    }

    [Theory]
    [InlineData(32)]
    [InlineData(48)]
    public void Key_ManyTimes_IsRandom(int size)
    {
        using TestFolder folder = new();
        AssertRandom([.. Enumerable.Range(0, 128).Select(_ =>
        {
            KeyFile.Create(folder["key"], size, overwrite: true, CancellationToken.None);
            return File.ReadAllBytes(folder["key"]);
        })], size);
    }

    /// <summary>Each bit is one half of the time, and two bytes of one value are equal once in 256: within seven standard deviations.</summary>
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

            // A byte that counts has random bits too.
            int followed = Enumerable.Range(1, values.Length - 1).Count(i => (byte)(values[i][one] - values[i - 1][one]) is 0 or 1);
            Assert.True(followed < 2 * most, $"Byte {one} follows the one before in {followed} of {values.Length}.");
        }

        Assert.Equal(values.Length, values.Select(Convert.ToHexString).Distinct().Count());
    }
}
