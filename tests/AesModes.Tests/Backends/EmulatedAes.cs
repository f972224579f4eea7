using System.Runtime.CompilerServices;

namespace AesModes.Tests.Backends;

/// <summary>
/// The steps of an AES round (FIPS 197 §5.1) on a state of four columns, for the emulated instructions. Row 0 is a column's lowest byte. Uses lookup tables for speed (about 20
/// ns per instruction): test code need not be constant-time.
/// </summary>
internal static class EmulatedAes
{
    private static readonly byte[] _sbox = ReferenceAes.SBox.ToArray();

    private static readonly byte[] _inverseSBox = [.. Enumerable.Range(0, 256).Select(y => (byte)Array.IndexOf(_sbox, (byte)y))];

    /// <summary>For a byte in row 0: SubBytes, then its contribution to the column in MixColumns (2, 1, 1 and 3 times the byte).</summary>
    private static readonly uint[] _subBytesMixColumns = [.. _sbox.Select(s => Column(ReferenceAes.Double(s), s, s, (byte)(ReferenceAes.Double(s) ^ s)))];

    public static Vector128<byte> SubBytesShiftRows(Vector128<byte> state)
    {
        Split(state, out uint c0, out uint c1, out uint c2, out uint c3);
        return Join(Sub(c0, c1, c2, c3), Sub(c1, c2, c3, c0), Sub(c2, c3, c0, c1), Sub(c3, c0, c1, c2));
    }

    public static Vector128<byte> SubBytesShiftRowsMixColumns(Vector128<byte> state)
    {
        Split(state, out uint c0, out uint c1, out uint c2, out uint c3);
        return Join(SubMix(c0, c1, c2, c3), SubMix(c1, c2, c3, c0), SubMix(c2, c3, c0, c1), SubMix(c3, c0, c1, c2));
    }

    public static Vector128<byte> MixColumns(Vector128<byte> state)
    {
        Split(state, out uint c0, out uint c1, out uint c2, out uint c3);
        return Join(Mix(c0), Mix(c1), Mix(c2), Mix(c3));
    }

    /// <summary>The inverse of <see cref="SubBytesShiftRows"/> (FIPS 197 §5.3): row r moves by r columns.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> InverseShiftRowsSubBytes(Vector128<byte> state)
    {
        Span<byte> result = stackalloc byte[16];
        for (int i = 0; i < 16; i++)
        {
            result[(i + (4 * (i % 4))) % 16] = _inverseSBox[state.GetElement(i)];
        }

        return Vector128.Create<byte>(result);
    }

    /// <summary>The inverse of <see cref="MixColumns"/>: the fourth power of MixColumns is the identity.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> InverseMixColumns(Vector128<byte> state) => MixColumns(MixColumns(MixColumns(state)));

    /// <summary>ShiftRows takes row r from the column r places to the right.</summary>
    private static uint Sub(uint row0, uint row1, uint row2, uint row3) =>
        Column(_sbox[(byte)row0], _sbox[(byte)(row1 >> 8)], _sbox[(byte)(row2 >> 16)], _sbox[row3 >> 24]);

    private static uint SubMix(uint row0, uint row1, uint row2, uint row3) =>
        _subBytesMixColumns[(byte)row0]
        ^ uint.RotateLeft(_subBytesMixColumns[(byte)(row1 >> 8)], 8)
        ^ uint.RotateLeft(_subBytesMixColumns[(byte)(row2 >> 16)], 16)
        ^ uint.RotateLeft(_subBytesMixColumns[row3 >> 24], 24);

    /// <summary>MixColumns: each row is twice itself, three times the next row, and once each of the others.</summary>
    private static uint Mix(uint column)
    {
        // Doubles all four bytes (xtime) without carries between rows.
        uint doubled = ((column & 0x7F7F7F7F) << 1) ^ (((column >> 7) & 0x01010101) * 0x1B);
        return doubled ^ uint.RotateRight(doubled ^ column, 8) ^ uint.RotateRight(column, 16) ^ uint.RotateRight(column, 24);
    }

    private static uint Column(byte row0, byte row1, byte row2, byte row3) => row0 | ((uint)row1 << 8) | ((uint)row2 << 16) | ((uint)row3 << 24);

    private static void Split(Vector128<byte> state, out uint c0, out uint c1, out uint c2, out uint c3)
    {
        ulong low = state.AsUInt64().GetElement(0);
        ulong high = state.AsUInt64().GetElement(1);
        c0 = (uint)low;
        c1 = (uint)(low >> 32);
        c2 = (uint)high;
        c3 = (uint)(high >> 32);
    }

    private static Vector128<byte> Join(uint c0, uint c1, uint c2, uint c3) => Vector128.Create(c0 | ((ulong)c1 << 32), c2 | ((ulong)c3 << 32)).AsByte();
}
