namespace AesModes.Tests.Reference;

/// <summary>AEZ-tiny: 1 to 31 bytes.</summary>
internal sealed partial class ReferenceAez
{
    private byte[] EncipherTiny(byte[] delta, byte[] text)
    {
        byte[] output = Feistel(delta, text, Enumerable.Range(0, TinyRounds(text.Length)));
        return text.Length < 16 ? FlipTopBit(delta, output) : output;
    }

    private byte[] DecipherTiny(byte[] delta, byte[] text)
    {
        byte[] input = text.Length < 16 ? FlipTopBit(delta, text) : text;
        return Feistel(delta, input, Enumerable.Range(0, TinyRounds(text.Length)).Reverse());
    }

    private static int TinyRounds(int size) => size switch
    {
        1 => 24,
        2 => 16,
        < 16 => 10,
        _ => 8,
    };

    /// <summary>
    /// Of n bytes each half has 4n bits: n half bytes, for odd n as well. The padding's one bit is the top one of the half byte behind R.
    /// </summary>
    private byte[] Feistel(byte[] delta, byte[] text, IEnumerable<int> rounds)
    {
        int n = text.Length;
        int t = n < 16 ? 7 : 6;
        byte[] halfBytes = ToHalfBytes(text);
        byte[] l = halfBytes[..n];
        byte[] r = halfBytes[n..];
        foreach (int j in rounds)
        {
            byte[] padded = ToBytes([.. r, 8, .. new byte[31 - n]]);
            byte[] f = E(0, t, Xor(delta, padded, Number(j)));
            (l, r) = (r, Xor(l, ToHalfBytes(f)));
        }

        return ToBytes([.. r, .. l]);
    }

    /// <summary>The step below 16 bytes, its own inverse: what is enciphered has the top bit set, whatever it is.</summary>
    private byte[] FlipTopBit(byte[] delta, byte[] text)
    {
        byte[] block = [.. text, .. new byte[16 - text.Length]];
        block[0] |= 0x80;
        byte[] flipped = [.. text];
        flipped[0] ^= (byte)(E(0, 3, Xor(delta, block))[0] & 0x80);
        return flipped;
    }

    private static byte[] ToHalfBytes(byte[] bytes) => [.. bytes.SelectMany(b => (byte[])[(byte)(b >> 4), (byte)(b & 15)])];

    private static byte[] ToBytes(byte[] halfBytes) => [.. halfBytes.Chunk(2).Select(h => (byte)((h[0] << 4) | h[1]))];
}
