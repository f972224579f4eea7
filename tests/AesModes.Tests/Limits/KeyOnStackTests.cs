using AesModes.Modes;

namespace AesModes.Tests.Limits;

/// <summary>A small buffer, looked for by what it would hold: <see cref="StackTests"/> does not tell such from what the compiler leaves.</summary>
[Fast]
public sealed class KeyOnStackTests
{
    /// <summary>BLAKE2b's last block has the end of the key, as a caller gave it.</summary>
    [Theory]
    [InlineData(100)]
    [InlineData(128)]
    [InlineData(300)]
    public void Extract_WhenItHasReturned_HasOverwrittenItsCopyOfTheKey(int size)
    {
        byte[] key = Bytes.Random(new Random(size), size);
        byte[] extracted = new byte[AezCipher.ExtractedKeySize];
        byte[] left = Stack.Leave(() => AezCipher.Extract(key, extracted));
        Assert.True(left.AsSpan().IndexOf(key.AsSpan(size - 40)) < 0, "The key's end is left.");
    }
}
