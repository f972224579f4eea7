namespace AesModes.Tests.Limits;

/// <summary>Checks that a message that is not authentic is rejected and that the plaintext buffer is cleared.</summary>
internal static class Refusal
{
    private const int MultiBitChanges = 40;

    /// <summary>The message sizes for tampering: 0 to 200 bytes and two longer ones, or a few selected by the seed if that takes long.</summary>
    public static int[] Sizes(string backend) => Effort.Thin([.. Enumerable.Range(0, 201), 300, 600], IsThin(backend) ? 16 : int.MaxValue);

    /// <summary>The number of bits to flip in each part of a message, one at a time. A run without some instructions covers all sizes, but fewer bits.</summary>
    public static int MostBits(string backend) => IsThin(backend) ? 12 : Effort.IsChangedRun ? 24 : int.MaxValue;

    /// <summary>Random changes of several bits, other sizes, and combinations with other messages under the same key.</summary>
    public static IEnumerable<Forgery> Forge(Forgery message, Forgery[] others, int leastCiphertext, Random random, string backend)
    {
        Forgery[] all =
        [
            .. Enumerable.Range(0, MultiBitChanges).Select(_ => message.ChangeBits(random)),
            .. message.ChangeSizes(random, leastCiphertext),
            .. others.SelectMany(message.Swap),
        ];
        return Sweep.Thin(random, IsThin(backend) ? 40 : int.MaxValue, all);
    }

    /// <summary>The library's own backends are tested in full, except in a Debug build, which repeats the tests.</summary>
    private static bool IsThin(string backend) => Effort.IsSlow || Effort.IsUnoptimized || !TestBackends.IsLibrary(backend);

    public static void Check(Span<byte> plaintext, Func<Span<byte>, bool> tryDecrypt, Func<string> what)
    {
        plaintext.Fill(Sample.Filler);
        bool authentic = tryDecrypt(plaintext);
        int left = plaintext.IndexOfAnyExcept((byte)0);
        if (authentic || left >= 0)
        {
            Assert.Fail($"{(authentic ? "accepted" : $"byte {left} of the plaintext not cleared")}: {what()}");
        }
    }

    /// <summary>Flips every bit of each part, or the given number of bits, one at a time, and restores it.</summary>
    public static void CheckEveryBit((string Name, byte[] Bytes)[] parts, int most, byte[] plaintext, Func<Span<byte>, bool> tryDecrypt, string what)
    {
        foreach ((string part, byte[] bytes) in parts)
        {
            foreach (int bit in Effort.Thin(Enumerable.Range(0, bytes.Length * 8), most))
            {
                bytes[bit / 8] ^= (byte)(1 << (bit % 8));
                Check(plaintext, tryDecrypt, () => $"bit {bit} of the {part} changed, {what}");
                bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            }
        }

        Assert.True(tryDecrypt(plaintext), $"refused as it is: {what}");
    }
}
