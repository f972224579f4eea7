namespace AesModes.Tests.Reference;

/// <summary>The steps of AES's inverse cipher as FIPS 197 §5.3 writes them: bytes, one at a time.</summary>
internal static class ReferenceInverseAes
{
    private static readonly byte[] _inverseSBox = InvertSBox();

    /// <summary>What a byte brings to the rows of its column, times 0e, 09, 0d and 0b: tables, as the emulated instructions need them by the thousand.</summary>
    private static readonly byte[][] _multiples =
        [.. new byte[] { 0x0E, 0x09, 0x0D, 0x0B }.Select(factor => Enumerable.Range(0, 256).Select(x => ReferenceAes.Multiply((byte)x, factor)).ToArray())];

    /// <summary>FIPS 197 §5.3.1: row r goes r places to the right. Byte r + 4c is row r, column c.</summary>
    public static void InverseShiftRows(Span<byte> state)
    {
        Span<byte> before = stackalloc byte[16];
        state.CopyTo(before);
        for (int r = 0; r < 4; r++)
        {
            for (int c = 0; c < 4; c++)
            {
                state[r + (4 * ((c + r) % 4))] = before[r + (4 * c)];
            }
        }
    }

    /// <summary>FIPS 197 §5.3.2.</summary>
    public static void InverseSubBytes(Span<byte> state)
    {
        for (int i = 0; i < 16; i++)
        {
            state[i] = _inverseSBox[state[i]];
        }
    }

    /// <summary>FIPS 197 §5.3.3.</summary>
    public static void InverseMixColumns(Span<byte> state)
    {
        Span<byte> before = stackalloc byte[16];
        state.CopyTo(before);
        state.Clear();
        for (int i = 0; i < 16; i++)
        {
            // Row r gets the row before it times 09, the one before that times 0d, and so on around the column.
            for (int down = 0; down < 4; down++)
            {
                state[(i & ~3) + ((i + down) % 4)] ^= _multiples[down][before[i]];
            }
        }
    }

    private static byte[] InvertSBox()
    {
        byte[] inverse = new byte[256];
        for (int x = 0; x < 256; x++)
        {
            inverse[ReferenceAes.SBox[x]] = (byte)x;
        }

        return inverse;
    }
}
