using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.Wasm;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Software;

/// <summary>
/// AES by vector permutations (M. Hamburg, "Accelerating AES with Vector Permute Instructions", CHES 2009): the S-box is an inversion
/// in a tower field, made of tables of 16 bytes that stay in registers and are looked up by a byte shuffle. For a few blocks at a time
/// and for the key schedule; long runs are <see cref="AesBitsliced"/>'s.
/// </summary>
/// <remarks>
/// Byte 0 of a vector is the first byte of the block: row r of column c is byte 4c + r (FIPS 197 §3.4). Between the rounds a byte
/// stands in the <em>tower basis</em>: high nibble i, low nibble k mean the element k + i·τ, where GF(16) = GF(2)[g]/(g⁴ + g + 1) with
/// g = 5C of AES's field, nibble bits are the coefficients of 1, g, g², g³, and τ = B2 is a root of X² + aX + a with a = g. With
/// j = i + k and N = k² + a·i·k + a·i², the norm of k + i·τ, two nested inversions give (Hamburg §3)
///   u = N⁻¹·(k + a·i) = 1 / (1/(1/i + a/k) + j)  and  v = N⁻¹·(k + a·j) = 1 / (1/(1/j + a/k) + i),
/// and (k + i·τ)⁻¹ = u·(1 + τ/a + τ/a²) + v·τ/a²: linear in u and in v, so that the S-box's affine map, the doubling of MixColumns and
/// the choice of basis all hide in the last tables. Dividing by zero gives the byte 80, which stays above 7F whatever nibble is added
/// to it, and which a byte shuffle looks up as zero, its inverse. Round keys are plain; each goes to the tower basis as it is used,
/// off the critical path, and takes the S-box's constant along, which passes MixColumns unchanged. Tests derive every table.
/// Needs a byte shuffle instruction: without one, a shuffle by a variable is a loop of loads at secret addresses.
/// </remarks>
internal static class AesPermute
{
    private const int BlockSize = 16;

    /// <summary>The S-box's constant 63 in the tower basis.</summary>
    internal const byte AffineConstant = 0x6E;

    /// <summary>Only where the byte shuffle is an instruction; Vector128.IsHardwareAccelerated does not say that.</summary>
    public static bool IsSupported => Ssse3.IsSupported || AdvSimd.Arm64.IsSupported || PackedSimd.IsSupported;

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

    // From AES's basis to the tower basis and back: the image of the low nibble, of the high nibble.
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
    private static Vector128<byte> KeyLow
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ToTowerLow ^ Vector128.Create(AffineConstant);
    }

    // 1/u ↦ L(u·(1 + τ/a + τ/a²)) and 1/v ↦ L(v·τ/a²), L the linear part of the S-box's affine map: in the tower basis, doubled (by 02
    // of AES's field) in the tower basis, and, for the last round, both in AES's basis.
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

    // ShiftRows, and behind it the column's rotation by one, two and three bytes: byte 4c + r comes from row r + n of column c + r + n.
    private static Vector128<byte> ShiftRows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11);
    }

    private static Vector128<byte> ShiftRowsRotate1
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12);
    }

    private static Vector128<byte> ShiftRowsRotate2
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)10, 15, 0, 5, 14, 3, 4, 9, 2, 7, 8, 13, 6, 11, 12, 1);
    }

    private static Vector128<byte> ShiftRowsRotate3
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)15, 0, 5, 10, 3, 4, 9, 14, 7, 8, 13, 2, 11, 12, 1, 6);
    }

    /// <summary>ECB of whole blocks; source and destination are the same memory or disjoint.</summary>
    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(IsSupported && source.Length % BlockSize == 0 && destination.Length >= source.Length);
        ref Vector128<byte> keys = ref MemoryMarshal.GetReference(roundKeys);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        int rounds = roundKeys.Length - 1;
        int blocks = source.Length / BlockSize;
        for (; blocks >= 4; blocks -= 4)
        {
            EncryptBlocks4(ref keys, rounds, ref from, ref to);
            from = ref Unsafe.Add(ref from, 4 * BlockSize);
            to = ref Unsafe.Add(ref to, 4 * BlockSize);
        }

        if (blocks >= 2)
        {
            EncryptBlocks2(ref keys, rounds, ref from, ref to);
            from = ref Unsafe.Add(ref from, 2 * BlockSize);
            to = ref Unsafe.Add(ref to, 2 * BlockSize);
            blocks -= 2;
        }

        if (blocks > 0)
        {
            EncryptBlocks1(ref keys, rounds, ref from, ref to);
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void EncryptBlocks1(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        Vector128<byte> b0 = ToTower(Vector128.LoadUnsafe(ref source) ^ keys);
        for (int round = 1; round < rounds; round++)
        {
            b0 = Round(b0, KeyToTower(Unsafe.Add(ref keys, round)));
        }

        LastRound(b0, Unsafe.Add(ref keys, rounds)).StoreUnsafe(ref destination);
    }

    [MethodImpl(Kernel.Options)]
    private static void EncryptBlocks2(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        Vector128<byte> k = keys;
        Vector128<byte> b0 = ToTower(Vector128.LoadUnsafe(ref source) ^ k);
        Vector128<byte> b1 = ToTower(Vector128.LoadUnsafe(ref source, BlockSize) ^ k);
        for (int round = 1; round < rounds; round++)
        {
            k = KeyToTower(Unsafe.Add(ref keys, round));
            Round2(ref b0, ref b1, k);
        }

        k = Unsafe.Add(ref keys, rounds);
        LastRound(b0, k).StoreUnsafe(ref destination);
        LastRound(b1, k).StoreUnsafe(ref destination, BlockSize);
    }

    [MethodImpl(Kernel.Options)]
    private static void EncryptBlocks4(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        Vector128<byte> k = keys;
        Vector128<byte> b0 = ToTower(Vector128.LoadUnsafe(ref source) ^ k);
        Vector128<byte> b1 = ToTower(Vector128.LoadUnsafe(ref source, BlockSize) ^ k);
        Vector128<byte> b2 = ToTower(Vector128.LoadUnsafe(ref source, 2 * BlockSize) ^ k);
        Vector128<byte> b3 = ToTower(Vector128.LoadUnsafe(ref source, 3 * BlockSize) ^ k);
        for (int round = 1; round < rounds; round++)
        {
            k = KeyToTower(Unsafe.Add(ref keys, round));
            Round2(ref b0, ref b1, k);
            Round2(ref b2, ref b3, k);
        }

        k = Unsafe.Add(ref keys, rounds);
        LastRound(b0, k).StoreUnsafe(ref destination);
        LastRound(b1, k).StoreUnsafe(ref destination, BlockSize);
        LastRound(b2, k).StoreUnsafe(ref destination, 2 * BlockSize);
        LastRound(b3, k).StoreUnsafe(ref destination, 3 * BlockSize);
    }

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(IsSupported && source.Length % BlockSize == 0 && destination.Length >= source.Length);
        ref Vector128<byte> keys = ref MemoryMarshal.GetReference(roundKeys);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        int blocks = source.Length / BlockSize;
        for (; blocks >= 4; blocks -= 4)
        {
            RoundBlocks4(ref keys, roundKeys.Length, ref from, ref to);
            from = ref Unsafe.Add(ref from, 4 * BlockSize);
            to = ref Unsafe.Add(ref to, 4 * BlockSize);
        }

        if (blocks >= 2)
        {
            RoundBlocks2(ref keys, roundKeys.Length, ref from, ref to);
            from = ref Unsafe.Add(ref from, 2 * BlockSize);
            to = ref Unsafe.Add(ref to, 2 * BlockSize);
            blocks -= 2;
        }

        if (blocks > 0)
        {
            RoundBlock(ref keys, roundKeys.Length, Vector128.LoadUnsafe(ref from)).StoreUnsafe(ref to);
        }
    }

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block)
    {
        Debug.Assert(IsSupported);
        return RoundBlock(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length, block);
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> RoundBlock(ref Vector128<byte> keys, int rounds, Vector128<byte> block)
    {
        Vector128<byte> b0 = ToTower(block);
        for (int round = 0; round < rounds - 1; round++)
        {
            b0 = Round(b0, KeyToTower(Unsafe.Add(ref keys, round)));
        }

        return Round(b0, LastKey(Unsafe.Add(ref keys, rounds - 1)), leave: true);
    }

    [MethodImpl(Kernel.Options)]
    private static void RoundBlocks2(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        Vector128<byte> b0 = ToTower(Vector128.LoadUnsafe(ref source));
        Vector128<byte> b1 = ToTower(Vector128.LoadUnsafe(ref source, BlockSize));
        for (int round = 0; round < rounds - 1; round++)
        {
            Round2(ref b0, ref b1, KeyToTower(Unsafe.Add(ref keys, round)));
        }

        Round2(ref b0, ref b1, LastKey(Unsafe.Add(ref keys, rounds - 1)), leave: true);
        b0.StoreUnsafe(ref destination);
        b1.StoreUnsafe(ref destination, BlockSize);
    }

    [MethodImpl(Kernel.Options)]
    private static void RoundBlocks4(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        Vector128<byte> b0 = ToTower(Vector128.LoadUnsafe(ref source));
        Vector128<byte> b1 = ToTower(Vector128.LoadUnsafe(ref source, BlockSize));
        Vector128<byte> b2 = ToTower(Vector128.LoadUnsafe(ref source, 2 * BlockSize));
        Vector128<byte> b3 = ToTower(Vector128.LoadUnsafe(ref source, 3 * BlockSize));
        for (int round = 0; round < rounds - 1; round++)
        {
            Vector128<byte> k = KeyToTower(Unsafe.Add(ref keys, round));
            Round2(ref b0, ref b1, k);
            Round2(ref b2, ref b3, k);
        }

        Vector128<byte> last = LastKey(Unsafe.Add(ref keys, rounds - 1));
        Round2(ref b0, ref b1, last, leave: true);
        Round2(ref b2, ref b3, last, leave: true);
        b0.StoreUnsafe(ref destination);
        b1.StoreUnsafe(ref destination, BlockSize);
        b2.StoreUnsafe(ref destination, 2 * BlockSize);
        b3.StoreUnsafe(ref destination, 3 * BlockSize);
    }

    /// <summary>
    /// The key schedule, FIPS 197 §5.2, whole in the tower basis, where it is as linear as in AES's: the chain from word to word then
    /// has no change of basis in it, only the stores do. A method for each size: one for all took twice as long to compile (4.5 ms).
    /// </summary>
    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        Debug.Assert(IsSupported && key.Length is 16 or 24 or 32 && roundKeys.Length >= (key.Length / 4) + 7);
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
        Vector128<byte> words = ToTower(keys);
        for (int i = 1; i <= 10; i++)
        {
            words = PrefixSums(words) ^ SubRotatedWord(words, 3) ^ Rcon(i);
            Unsafe.Add(ref keys, i) = FromTower(words);
        }
    }

    /// <summary>Six words a step, two of them in the low half of a vector; 52 words in all, so that the last step stores only four.</summary>
    [MethodImpl(Kernel.Options)]
    private static void ExpandKey192(ref byte key, ref byte keys)
    {
        Vector128<byte> words = Vector128.LoadUnsafe(ref key);
        Vector128<byte> pair = Vector128.CreateScalar(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref key, BlockSize))).AsByte();
        words.StoreUnsafe(ref keys);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref keys, BlockSize), pair.AsUInt64().GetElement(0));
        words = ToTower(words);
        pair = ToTower(pair);
        for (int i = 1; ; i++)
        {
            words = PrefixSums(words) ^ SubRotatedWord(pair, 1) ^ Rcon(i);
            FromTower(words).StoreUnsafe(ref keys, (nuint)(24 * i));
            if (i == 8)
            {
                break;
            }

            pair = pair ^ ShiftWords(pair, 1) ^ Vector128.Shuffle(words.AsUInt32(), Vector128.Create(3u)).AsByte();
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref keys, (24 * i) + BlockSize), FromTower(pair).AsUInt64().GetElement(0));
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void ExpandKey256(ref byte key, ref Vector128<byte> keys)
    {
        keys = Vector128.LoadUnsafe(ref key);
        Unsafe.Add(ref keys, 1) = Vector128.LoadUnsafe(ref key, BlockSize);
        Vector128<byte> words = ToTower(keys);
        Vector128<byte> odd = ToTower(Unsafe.Add(ref keys, 1));
        for (int i = 1; ; i++)
        {
            words = PrefixSums(words) ^ SubRotatedWord(odd, 3) ^ Rcon(i);
            Unsafe.Add(ref keys, 2 * i) = FromTower(words);
            if (i == 7)
            {
                break;
            }

            odd = PrefixSums(odd) ^ SubWord3(words) ^ Vector128.Create(AffineConstant);
            Unsafe.Add(ref keys, (2 * i) + 1) = FromTower(odd);
        }
    }

    /// <summary>Word n of the result is the sum of words 0 … n.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> PrefixSums(Vector128<byte> words)
    {
        words ^= ShiftWords(words, 1);
        return words ^ ShiftWords(words, 2);
    }

    /// <summary>Word n of the result is word n - count, zero below.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ShiftWords(Vector128<byte> words, [ConstantExpected] int count) => count == 1
        ? Lookup(words, Vector128.Create((byte)0x80, 0x80, 0x80, 0x80, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
        : Lookup(words, Vector128.Create((byte)0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 1, 2, 3, 4, 5, 6, 7));

    /// <summary>Rcon (FIPS 197 §5.2) in the first byte of every word, and the S-box's constant in every byte, in the tower basis.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Rcon(int i) => KeyToTower(Vector128.Create(i <= 8 ? 1u << (i - 1) : 0x1Bu << (i - 9)).AsByte());

    /// <summary>SubWord(RotWord(word)), without the constant, in all four words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SubRotatedWord(Vector128<byte> words, [ConstantExpected] int word) => Lookup(SubBytes(words), word == 3
        ? Vector128.Create((byte)13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12)
        : Vector128.Create((byte)5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4));

    /// <summary>SubWord of the last word, without the constant, in all four words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SubWord3(Vector128<byte> words) => Vector128.Shuffle(SubBytes(words).AsUInt32(), Vector128.Create(3u)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SubBytes(Vector128<byte> state)
    {
        InvertNorm(state, out Vector128<byte> u, out Vector128<byte> v);
        return Lookup(U1, u) ^ Lookup(V1, v);
    }

    /// <summary>
    /// SubBytes, ShiftRows, MixColumns, AddRoundKey: with s the S-box's outputs, row r gets 2·s[r] + 3·s[r + 1] + s[r + 2] + s[r + 3].
    /// Four shuffles side by side rather than Hamburg's three in a row: a round is as long as its chain. The last of whole rounds can leave
    /// the tower basis on its way.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> key, [ConstantExpected] bool leave = false)
    {
        InvertNorm(state, out Vector128<byte> u, out Vector128<byte> v);
        Vector128<byte> s1 = Lookup(leave ? ULast : U1, u) ^ Lookup(leave ? VLast : V1, v);
        Vector128<byte> s2 = Lookup(leave ? U2Last : U2, u) ^ Lookup(leave ? V2Last : V2, v);
        return (Lookup(s1, ShiftRowsRotate2) ^ Lookup(s1, ShiftRowsRotate3) ^ key) ^ Lookup(s2, ShiftRows) ^ Lookup(s1 ^ s2, ShiftRowsRotate1);
    }

    /// <summary>
    /// <see cref="Round"/> on two blocks side by side, so that each table is loaded once for both: with sixteen registers four blocks
    /// take 386 cycles so, and 536 one after the other (AMD Zen 5).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round2(ref Vector128<byte> b0, ref Vector128<byte> b1, Vector128<byte> key, [ConstantExpected] bool leave = false)
    {
        Split(b0, out Vector128<byte> k0, out Vector128<byte> i0);
        Split(b1, out Vector128<byte> k1, out Vector128<byte> i1);
        Vector128<byte> table = AOver;
        Vector128<byte> j0 = i0 ^ k0;
        Vector128<byte> j1 = i1 ^ k1;
        Vector128<byte> r0 = Lookup(table, k0);
        Vector128<byte> r1 = Lookup(table, k1);
        table = Inverse;
        Vector128<byte> u0 = Lookup(table, Lookup(table, i0) ^ r0) ^ j0;
        Vector128<byte> u1 = Lookup(table, Lookup(table, i1) ^ r1) ^ j1;
        Vector128<byte> v0 = Lookup(table, Lookup(table, j0) ^ r0) ^ i0;
        Vector128<byte> v1 = Lookup(table, Lookup(table, j1) ^ r1) ^ i1;
        table = leave ? ULast : U1;
        Vector128<byte> s0 = Lookup(table, u0);
        Vector128<byte> s1 = Lookup(table, u1);
        table = leave ? VLast : V1;
        s0 ^= Lookup(table, v0);
        s1 ^= Lookup(table, v1);
        table = leave ? U2Last : U2;
        Vector128<byte> d0 = Lookup(table, u0);
        Vector128<byte> d1 = Lookup(table, u1);
        table = leave ? V2Last : V2;
        d0 ^= Lookup(table, v0);
        d1 ^= Lookup(table, v1);
        b0 = (Lookup(s0, ShiftRowsRotate2) ^ key) ^ (Lookup(s0, ShiftRowsRotate3) ^ Lookup(d0, ShiftRows)) ^ Lookup(s0 ^ d0, ShiftRowsRotate1);
        b1 = (Lookup(s1, ShiftRowsRotate2) ^ key) ^ (Lookup(s1, ShiftRowsRotate3) ^ Lookup(d1, ShiftRows)) ^ Lookup(s1 ^ d1, ShiftRowsRotate1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> key)
    {
        InvertNorm(state, out Vector128<byte> u, out Vector128<byte> v);
        return Lookup(Lookup(ULast, u) ^ Lookup(VLast, v), ShiftRows) ^ LastKey(key);
    }

    /// <summary>1/u and 1/v of the head of this file.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void InvertNorm(Vector128<byte> state, out Vector128<byte> u, out Vector128<byte> v)
    {
        // Not j = i ⊕ k: the mask and the sum together are one ternary operation where there is one.
        Vector128<byte> mask = Vector128.Create((byte)0x0F);
        Vector128<byte> shifted = (state.AsUInt16() >>> 4).AsByte();
        Vector128<byte> i = shifted & mask;
        Vector128<byte> j = (shifted ^ state) & mask;
        Vector128<byte> ratio = Lookup(AOver, state & mask);
        u = Lookup(Inverse, Lookup(Inverse, i) ^ ratio) ^ j;
        v = Lookup(Inverse, Lookup(Inverse, j) ^ ratio) ^ i;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ToTower(Vector128<byte> x) => Map(x, ToTowerLow, ToTowerHigh);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> FromTower(Vector128<byte> x) => Map(x, FromTowerLow, FromTowerHigh);

    /// <summary>The key of a round that leaves the tower basis.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LastKey(Vector128<byte> x) => x ^ Vector128.Create((byte)0x63);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> KeyToTower(Vector128<byte> x) => Map(x, KeyLow, ToTowerHigh);

    /// <summary>A linear (or affine) map of every byte, given by its images of the two nibbles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Map(Vector128<byte> x, Vector128<byte> tableLow, Vector128<byte> tableHigh)
    {
        Split(x, out Vector128<byte> low, out Vector128<byte> high);
        return Lookup(tableLow, low) ^ Lookup(tableHigh, high);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Split(Vector128<byte> x, out Vector128<byte> low, out Vector128<byte> high)
    {
        // A byte shuffle that found a bit 7 would read zero, so both nibbles are masked.
        Vector128<byte> mask = Vector128.Create((byte)0x0F);
        low = x & mask;
        high = (x.AsUInt16() >>> 4).AsByte() & mask;
    }

    /// <summary>table[index] in every byte, zero where the index's bit 7 is set; indices of 10 to 7F do not occur.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Lookup(Vector128<byte> table, Vector128<byte> index)
    {
        if (Ssse3.IsSupported)
        {
            return Ssse3.Shuffle(table, index);
        }

        if (AdvSimd.Arm64.IsSupported)
        {
            return AdvSimd.Arm64.VectorTableLookup(table, index);
        }

        if (PackedSimd.IsSupported)
        {
            return PackedSimd.Swizzle(table, index);
        }

        throw new PlatformNotSupportedException();
    }
}
