using System.Numerics;

namespace AesModes.Benchmarks.Study;

/// <summary>
/// For measurement only, and never in the package: addresses in these tables depend on the key, and so does the time that reading them takes.
/// The S-box, and for each of a column's four bytes what it becomes in MixColumns (J. Daemen, V. Rijmen, "AES Proposal: Rijndael", §5.2.1):
/// four tables of 1 KiB.
/// </summary>
/// <remarks>Columns are little-endian words: row r of a column is byte r of its word.</remarks>
internal static class RoundTables
{
    public const int Entries = 256;

    /// <summary>SubBytes of a byte.</summary>
    public static byte[] SBox { get; } = CreateSBox();

    /// <summary>Entry 256·r + x: SubBytes and MixColumns of a column that has x in row r and nothing else.</summary>
    public static uint[] Rows { get; } = CreateRows();

    /// <summary>FIPS 197 §5.1.1: the inverse, and five rotations of it summed. Powers of the generator 3 have their inverses mirrored.</summary>
    private static byte[] CreateSBox()
    {
        byte[] powers = new byte[255];
        byte power = 1;
        for (int i = 0; i < powers.Length; i++)
        {
            powers[i] = power;
            power ^= Double(power);
        }

        byte[] box = new byte[Entries];
        box[0] = 0x63;
        for (int i = 0; i < powers.Length; i++)
        {
            byte inverse = powers[(powers.Length - i) % powers.Length];
            box[powers[i]] = (byte)(0x63 ^ inverse ^ RotateLeft(inverse, 1) ^ RotateLeft(inverse, 2) ^ RotateLeft(inverse, 3) ^ RotateLeft(inverse, 4));
        }

        return box;
    }

    /// <summary>FIPS 197 §5.1.3: a byte in row 0 adds itself doubled, once, once and tripled to rows 0 to 3; further rows turn that.</summary>
    private static uint[] CreateRows()
    {
        uint[] rows = new uint[4 * Entries];
        for (int x = 0; x < Entries; x++)
        {
            uint s = SBox[x];
            uint doubled = Double((byte)s);
            uint column = doubled | (s << 8) | (s << 16) | ((doubled ^ s) << 24);
            for (int row = 0; row < 4; row++)
            {
                rows[(row * Entries) + x] = BitOperations.RotateLeft(column, 8 * row);
            }
        }

        return rows;
    }

    private static byte Double(byte x) => (byte)((x << 1) ^ ((x >> 7) * 0x1B));

    private static byte RotateLeft(byte x, int count) => (byte)((x << count) | (x >> (8 - count)));
}
