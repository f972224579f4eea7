using System.Security.Cryptography;
using AesModes;
using Xunit;

namespace Examples;

public sealed class SealedChunksTests
{
    private const int Chunk = 1 << 16;
    private const int Sealed = Chunk + 28;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Chunk - 1)]
    [InlineData(Chunk)]
    [InlineData((2 * Chunk) + 5)]
    public void Open_AfterSeal_GivesTheTextBack(int size)
    {
        byte[] text = RandomNumberGenerator.GetBytes(size);
        using AesGcmSiv siv = new(RandomNumberGenerator.GetBytes(32));
        Assert.Equal(text, Open(siv, Seal(siv, text)));
    }

    [Fact]
    public void Open_OfAnythingElse_IsRefused()
    {
        using AesGcmSiv siv = new(RandomNumberGenerator.GetBytes(32));
        byte[] one = Seal(siv, RandomNumberGenerator.GetBytes(3 * Chunk));
        byte[] other = Seal(siv, RandomNumberGenerator.GetBytes(3 * Chunk));
        Range first = 16..(16 + Sealed);
        Range second = (16 + Sealed)..(16 + (2 * Sealed));
        byte[][] changed =
        [
            one[..^1],
            one[..(16 + (2 * Sealed))],
            one[..16],
            [.. one[..16], .. one[second], .. one[first], .. one[second.End..]],
            [.. one[..16], .. other[first], .. one[second.Start..]],
            [.. one[..16], .. one[second.Start..]],
            [.. one, .. one[^28..]],
            [.. one[..^28], .. other[^28..]],
        ];
        Assert.All(changed, c => Assert.Throws<AuthenticationTagMismatchException>(() => Open(siv, c)));
    }

    private static byte[] Seal(AesGcmSiv siv, byte[] text)
    {
        using MemoryStream output = new();
        SealedChunks.Seal(siv, new MemoryStream(text), output);
        return output.ToArray();
    }

    private static byte[] Open(AesGcmSiv siv, byte[] text)
    {
        using MemoryStream output = new();
        SealedChunks.Open(siv, new MemoryStream(text), output);
        return output.ToArray();
    }
}
