namespace AesModes.Tests.Contracts;

/// <summary>Tests that every byte of a nonce is random and that no byte is a function of another.</summary>
internal static class RandomNonces
{
    private const int Count = 300;

    /// <summary>
    /// The probability of at most 100 different values in 300 random bytes is below C(256, 100) · (100/256)^300 &lt; 2^-164. For the 256 checks of 16 bytes together, it is
    /// below 2^-156.
    /// </summary>
    private const int LeastValues = 101;

    /// <param name="size">The size of a nonce.</param>
    /// <param name="seal">Returns a sealed message, which begins with the nonce.</param>
    /// <param name="what">The kind of call, for failure messages.</param>
    public static void Check(int size, Func<byte[]> seal, string what)
    {
        byte[][] nonces = [.. Enumerable.Range(0, Count).Select(_ => seal()[..size])];
        Assert.Equal(Count, nonces.Select(Convert.ToHexString).Distinct().Count());
        for (int i = 0; i < size; i++)
        {
            CheckValues(n => n[i], $"byte {i}");
            for (int j = 0; j < i; j++)
            {
                // A byte must not be a copy of another byte, nor differ from it by a constant or a counter.
                CheckValues(n => (byte)(n[i] ^ n[j]), $"bytes {i} xor {j}");
                CheckValues(n => (byte)(n[i] - n[j]), $"bytes {i} minus {j}");
            }
        }

        void CheckValues(Func<byte[], byte> value, string of)
        {
            int values = nonces.Select(value).Distinct().Count();
            Assert.True(values >= LeastValues, $"{what}: {of} of the nonce has {values} values in {Count} messages.");
        }
    }
}
