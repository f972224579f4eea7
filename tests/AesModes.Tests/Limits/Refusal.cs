using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>Is a message that is not authentic refused, and the plaintext's memory cleared?</summary>
internal static class Refusal
{
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
