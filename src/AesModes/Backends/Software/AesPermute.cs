using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Rounds = AesModes.Backends.Software.AesPermute<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Backends.Software;

/// <summary>
/// AES with vector permutations (M. Hamburg, "Accelerating AES with Vector Permute Instructions", CHES 2009). The S-box is an inversion in a tower field. A byte
/// shuffle looks it up in tables of 16 bytes that stay in registers. This class has the tables and the key schedule, and <see cref="AesPermute{TLane,TVector}"/> has
/// the rounds.
/// </summary>
/// <remarks>
/// Byte 0 of a vector is the first byte of the block: row r of column c is byte 4c + r (FIPS 197 §3.4). Between the rounds a byte is in the <em>tower basis</em>:
/// high nibble i and low nibble k represent the element k + i·τ. There, GF(16) = GF(2)[g]/(g⁴ + g + 1) with g = 5C of AES's field, nibble bits are the coefficients
/// of 1, g, g², g³, and τ = B2 is a root of X² + aX + a with a = g. With j = i + k and N = k² + a·i·k + a·i², the norm of k + i·τ, two nested inversions give
/// (Hamburg §3)
///   u = N⁻¹·(k + a·i) = 1 / (1/(1/i + a/k) + j)  and  v = N⁻¹·(k + a·j) = 1 / (1/(1/j + a/k) + i),
/// and (k + i·τ)⁻¹ = u·(1 + τ/a + τ/a²) + v·τ/a². This is linear in u and in v. So the last tables include the S-box's affine map, the doubling of MixColumns and
/// the change of basis. Division by zero gives the byte 80. It stays above 7F when a nibble is added to it, and a byte shuffle looks it up as zero, its inverse.
/// Stored round keys are not in the tower basis. Each one is converted when it is used, off the critical path, and then includes the S-box's constant, which
/// MixColumns does not change. Tests derive every table.
/// A byte shuffle instruction is required: without one, a shuffle by a variable is a loop of loads at secret addresses.
/// </remarks>
internal static class AesPermute
{
    /// <summary>The S-box's constant 63 in the tower basis.</summary>
    internal const byte AffineConstant = 0x6E;

    /// <summary>True if the byte shuffle is an instruction.</summary>
    public static bool IsSupported => Lane128.HasLookup;

    // n ↦ 1/n and n ↦ a/n in GF(16).
    internal static Vector128<byte> Inverse
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x80, 0x01, 0x09, 0x0E, 0x0D, 0x0B, 0x07, 0x06, 0x0F, 0x02, 0x0C, 0x05, 0x0A, 0x04, 0x03, 0x08);
    }

    internal static Vector128<byte> AOver
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x80, 0x02, 0x01, 0x0F, 0x09, 0x05, 0x0E, 0x0C, 0x0D, 0x04, 0x0B, 0x0A, 0x07, 0x08, 0x06, 0x03);
    }

    // From AES's basis to the tower basis and back: the images of the low nibble and of the high nibble.
    internal static Vector128<byte> ToTowerLow
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0x01, 0x1C, 0x1D, 0x2D, 0x2C, 0x31, 0x30, 0x27, 0x26, 0x3B, 0x3A, 0x0A, 0x0B, 0x16, 0x17);
    }

    internal static Vector128<byte> ToTowerHigh
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0x86, 0xFD, 0x7B, 0x8E, 0x08, 0x73, 0xF5, 0x77, 0xF1, 0x8A, 0x0C, 0xF9, 0x7F, 0x04, 0x82);
    }

    internal static Vector128<byte> FromTowerLow
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0x01, 0x5C, 0x5D, 0xE0, 0xE1, 0xBC, 0xBD, 0x50, 0x51, 0x0C, 0x0D, 0xB0, 0xB1, 0xEC, 0xED);
    }

    internal static Vector128<byte> FromTowerHigh
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0xB2, 0xB5, 0x07, 0x3A, 0x88, 0x8F, 0x3D, 0xAC, 0x1E, 0x19, 0xAB, 0x96, 0x24, 0x23, 0x91);
    }

    // ToTowerLow with the S-box's constant in every entry.
    internal static Vector128<byte> KeyLow
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ToTowerLow ^ Vector128.Create(AffineConstant);
    }

    // 1/u ↦ L(u·(1 + τ/a + τ/a²)) and 1/v ↦ L(v·τ/a²), where L is the linear part of the S-box's affine map: in the tower basis; doubled (multiplied by 02 of AES's
    // field) in the tower basis; and, for the last round, both in AES's basis.
    internal static Vector128<byte> U1
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0xC3, 0x4F, 0x0C, 0xFC, 0x7C, 0x43, 0x80, 0xCF, 0x33, 0x3F, 0x70, 0xBF, 0xB3, 0xF0, 0x8C);
    }

    internal static Vector128<byte> V1
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0xE6, 0x72, 0xB7, 0xE5, 0xC6, 0xC5, 0x23, 0x51, 0xB4, 0x03, 0x71, 0x20, 0x97, 0x52, 0x94);
    }

    internal static Vector128<byte> U2
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0x7C, 0x20, 0xCF, 0x92, 0x01, 0xEF, 0x93, 0xB3, 0x21, 0xEE, 0xCE, 0x7D, 0xB2, 0x5D, 0x5C);
    }

    internal static Vector128<byte> V2
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0xD1, 0xE5, 0xF7, 0xE6, 0x25, 0x12, 0xC3, 0x26, 0xC0, 0x37, 0xD2, 0xF4, 0x03, 0x11, 0x34);
    }

    internal static Vector128<byte> ULast
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0xCB, 0xD7, 0xB0, 0x21, 0x8D, 0x67, 0xAC, 0x7B, 0x5A, 0xEA, 0x3D, 0x46, 0xF6, 0x91, 0x1C);
    }

    internal static Vector128<byte> VLast
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0x9F, 0x61, 0x16, 0xC2, 0x2A, 0x77, 0xE8, 0x89, 0x4B, 0x5D, 0x3C, 0xB5, 0xA3, 0xD4, 0xFE);
    }

    internal static Vector128<byte> U2Last
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0x8D, 0xB5, 0x7B, 0x42, 0x01, 0xCE, 0x43, 0xF6, 0xB4, 0xCF, 0x7A, 0x8C, 0xF7, 0x39, 0x38);
    }

    internal static Vector128<byte> V2Last
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0x00, 0x25, 0xC2, 0x2C, 0x9F, 0x54, 0xEE, 0xCB, 0x09, 0x96, 0xBA, 0x78, 0x71, 0x5D, 0xB3, 0xE7);
    }

    // ShiftRows, then a rotation of each column by n = 0, 1, 2 and 3 bytes: byte 4c + r comes from row r + n of column c + r + n.
    internal static Vector128<byte> ShiftRows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11);
    }

    internal static Vector128<byte> ShiftRowsRotate1
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12);
    }

    internal static Vector128<byte> ShiftRowsRotate2
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)10, 15, 0, 5, 14, 3, 4, 9, 2, 7, 8, 13, 6, 11, 12, 1);
    }

    internal static Vector128<byte> ShiftRowsRotate3
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)15, 0, 5, 10, 3, 4, 9, 14, 7, 8, 13, 2, 11, 12, 1, 6);
    }

    /// <summary>
    /// The key schedule (FIPS 197 §5.2), entirely in the tower basis. It is equally linear there, so the chain from word to word has no change of basis; only the
    /// stores have one. Each key size has a method: one method for all took twice as long to compile.
    /// </summary>
    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        Debug.Assert(IsSupported && key.Length is 16 or 24 or 32 && roundKeys.Length >= CountRoundKeys(key.Length));
        ref byte first = ref MemoryMarshal.GetReference(key);
        ref Vector128<byte> keys = ref MemoryMarshal.GetReference(roundKeys);
        switch (key.Length)
        {
            case 16:
                ExpandKey128(ref first, ref keys);
                break;
            case 24:
                ExpandKey192(ref first, ref Unsafe.As<Vector128<byte>, byte>(ref keys));
                break;
            default:
                ExpandKey256(ref first, ref keys);
                break;
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void ExpandKey128(ref byte key, ref Vector128<byte> keys)
    {
        keys = Vector128.LoadUnsafe(ref key);
        Vector128<byte> words = Rounds.ToTower(keys);
        for (int i = 1; i <= 10; i++)
        {
            words = PrefixSums(words) ^ SubRotatedWord(words, 3) ^ Rcon(i);
            Unsafe.Add(ref keys, i) = Rounds.FromTower(words);
        }
    }

    /// <summary>Six words per step, two of them in the low half of a vector. There are 52 words in all, so the last step stores only four.</summary>
    [MethodImpl(Kernel.Options)]
    private static void ExpandKey192(ref byte key, ref byte keys)
    {
        Vector128<byte> words = Vector128.LoadUnsafe(ref key);
        Vector128<byte> pair = Vector128.CreateScalar(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref key, BlockSize))).AsByte();
        words.StoreUnsafe(ref keys);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref keys, BlockSize), pair.AsUInt64().GetElement(0));
        words = Rounds.ToTower(words);
        pair = Rounds.ToTower(pair);
        for (int i = 1; ; i++)
        {
            words = PrefixSums(words) ^ SubRotatedWord(pair, 1) ^ Rcon(i);
            Rounds.FromTower(words).StoreUnsafe(ref keys, (nuint)(24 * i));
            if (i == 8)
            {
                break;
            }

            pair = pair ^ ShiftWords(pair, 1) ^ Vector128.Shuffle(words.AsUInt32(), Vector128.Create(3u)).AsByte();
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref keys, (24 * i) + BlockSize), Rounds.FromTower(pair).AsUInt64().GetElement(0));
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void ExpandKey256(ref byte key, ref Vector128<byte> keys)
    {
        keys = Vector128.LoadUnsafe(ref key);
        Unsafe.Add(ref keys, 1) = Vector128.LoadUnsafe(ref key, BlockSize);
        Vector128<byte> words = Rounds.ToTower(keys);
        Vector128<byte> odd = Rounds.ToTower(Unsafe.Add(ref keys, 1));
        for (int i = 1; ; i++)
        {
            words = PrefixSums(words) ^ SubRotatedWord(odd, 3) ^ Rcon(i);
            Unsafe.Add(ref keys, 2 * i) = Rounds.FromTower(words);
            if (i == 7)
            {
                break;
            }

            odd = PrefixSums(odd) ^ SubWord3(words) ^ Vector128.Create(AffineConstant);
            Unsafe.Add(ref keys, (2 * i) + 1) = Rounds.FromTower(odd);
        }
    }

    /// <summary>Word n of the result is the sum of words 0 … n.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> PrefixSums(Vector128<byte> words)
    {
        words ^= ShiftWords(words, 1);
        return words ^ ShiftWords(words, 2);
    }

    /// <summary>Word n of the result is word n - count, or zero if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ShiftWords(Vector128<byte> words, [ConstantExpected] int count) => count == 1
        ? Lane128.Lookup(words, Vector128.Create((byte)0x80, 0x80, 0x80, 0x80, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
        : Lane128.Lookup(words, Vector128.Create((byte)0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 1, 2, 3, 4, 5, 6, 7));

    /// <summary>Rcon (FIPS 197 §5.2) in the first byte of every word, and the S-box's constant in every byte, in the tower basis.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Rcon(int i) => Rounds.KeyToTower(Vector128.Create(i <= 8 ? 1u << (i - 1) : 0x1Bu << (i - 9)).AsByte());

    /// <summary>SubWord(RotWord(word)), without the constant, in all four words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SubRotatedWord(Vector128<byte> words, [ConstantExpected] int word) => Lane128.Lookup(Rounds.SubBytes(words), word == 3
        ? Vector128.Create((byte)13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12)
        : Vector128.Create((byte)5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4));

    /// <summary>SubWord of the last word, without the constant, in all four words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SubWord3(Vector128<byte> words) => Vector128.Shuffle(Rounds.SubBytes(words).AsUInt32(), Vector128.Create(3u)).AsByte();
}
