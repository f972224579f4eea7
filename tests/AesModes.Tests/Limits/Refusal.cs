namespace AesModes.Tests.Limits;

/// <summary>Is a message that is not authentic refused, and the plaintext's memory cleared?</summary>
internal static class Refusal
{
    private const int MultiBitChanges = 40;

    /// <summary>The messages that tampering is tried on: all of 0 to 200 bytes and two longer; where that takes long, so many by the seed.</summary>
    public static int[] Sizes(string backend) => Effort.Thin([.. Enumerable.Range(0, 201), 300, 600], IsThin(backend) ? 16 : int.MaxValue);

    /// <summary>Of each part of a message so many bits are changed, one at a time. A run with something switched off repeats the sizes, and of their bits some.</summary>
    public static int MostBits(string backend) => IsThin(backend) ? 12 : Effort.IsChangedRun ? 24 : int.MaxValue;

    /// <summary>Random changes of several bits, other sizes, and mixes with those other messages of the same key.</summary>
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

    /// <summary>The library's own backends are tried whole, but for a Debug build, which only repeats them.</summary>
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

    /// <summary>Every bit of the parts, or so many of each, changed by itself and then back.</summary>
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
