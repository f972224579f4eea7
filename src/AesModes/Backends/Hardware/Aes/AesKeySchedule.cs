using System.Diagnostics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// The AES key schedule (FIPS 197 §5.2) with a byte shuffle and a last round. The shuffle copies one word, rotated where the schedule says so, to all four columns.
/// ShiftRows then changes nothing, and the last round computes SubWord ⊕ Rcon in each column. The code is the same on ARM, and takes a fraction of AESKEYGENASSIST's
/// time.
/// </summary>
/// <remarks>
/// Needs AES instructions and a byte shuffle. A vector holds the schedule's words in order, each in memory order (byte 0 of a word is FIPS 197's a0). So Rcon is
/// added to the lowest byte of each little-endian word.
/// </remarks>
internal static class AesKeySchedule<TAes>
    where TAes : struct, IAesInstructions
{
    /// <summary>Expands a key. Each key size has its own kernel, so the first use compiles only the kernel that it needs.</summary>
    public static void Expand(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        Debug.Assert(key.Length is 16 or 24 or 32 && roundKeys.Length == CountRoundKeys(key.Length));
        ref byte first = ref MemoryMarshal.GetReference(key);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        switch (key.Length)
        {
            case 16:
                ExpandKey128(ref first, ref k);
                break;
            case 24:
                ExpandKey192(ref first, ref k);
                break;
            default:
                ExpandKey256(ref first, ref k);
                break;
        }
    }

    // Loops: unrolled, they take the JIT four times as long to compile, and the first use waits for that.
    [MethodImpl(Kernel.Options)]
    private static void ExpandKey128(ref byte key, ref Vector128<byte> k)
    {
        Vector128<byte> words = Vector128.LoadUnsafe(ref key);
        k = words;
        for (int i = 1; i <= 10; i++)
        {
            words = Step(words, TAes.Shuffle(words, Column3Rotated), Rcon(i));
            Unsafe.Add(ref k, i) = words;
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void ExpandKey256(ref byte key, ref Vector128<byte> k)
    {
        Vector128<byte> even = Vector128.LoadUnsafe(ref key);
        Vector128<byte> odd = Vector128.LoadUnsafe(ref key, 16);
        k = even;
        for (int i = 1; ; i++)
        {
            Unsafe.Add(ref k, (2 * i) - 1) = odd;
            even = Step(even, TAes.Shuffle(odd, Column3Rotated), Rcon(i));
            Unsafe.Add(ref k, 2 * i) = even;
            if (i == 7)
            {
                return;
            }

            odd = Step(odd, TAes.Shuffle(even, Column3), Vector128<uint>.Zero);
        }
    }

    /// <summary>A step makes six words, the last two in the low half of a vector. Round keys are groups of four words, whatever the step.</summary>
    [MethodImpl(Kernel.Options)]
    private static void ExpandKey192(ref byte key, ref Vector128<byte> k)
    {
        // 26 pairs of words; a step makes three.
        ref ulong pair = ref Unsafe.As<Vector128<byte>, ulong>(ref k);
        Vector128<byte> words = Vector128.LoadUnsafe(ref key);
        Vector128<byte> high = Vector128.CreateScalar(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref key, 16))).AsByte();
        Vector128<uint> rcon = Vector128.Create(1u);
        for (int i = 0; ; i++)
        {
            Unsafe.Add(ref pair, 3 * i) = words.AsUInt64().GetElement(0);
            Unsafe.Add(ref pair, (3 * i) + 1) = words.AsUInt64().GetElement(1);
            if (i == 8)
            {
                return;
            }

            Unsafe.Add(ref pair, (3 * i) + 2) = high.AsUInt64().GetElement(0);
            words = Step(words, TAes.Shuffle(high, Column1Rotated), rcon);

            // Words 4 and 5 continue from the new word 3.
            high ^= (high.AsUInt64() << 32).AsByte() ^ TAes.Shuffle(words, Column3);
            rcon <<= 1;
        }
    }

    /// <summary>The number of rounds, a constant for the JIT. An AES-128 key is the low halves of two blocks, an AES-256 key those of four.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Rounds<TKey>()
        where TKey : struct, IKeySize => (2 * Unsafe.SizeOf<TKey>()) + 6;

    /// <summary>Stores the first round keys, which are the key itself, here in the low halves of blocks: two for AES-128, four for AES-256.</summary>
    /// <param name="words">The key.</param>
    /// <param name="k">The first round key.</param>
    /// <param name="even">The latest round key; with AES-256, the latest one with an even number.</param>
    /// <param name="odd">With AES-256, the latest round key with an odd number.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store<TKey>(in Blocks<TAes, TKey> words, ref Vector128<byte> k, out Vector128<byte> even, out Vector128<byte> odd)
        where TKey : struct, IKeySize
    {
        odd = default;
        k = even = words.LowHalves01;
        if (Unsafe.SizeOf<TKey>() == 4)
        {
            Unsafe.Add(ref k, 1) = odd = words.LowHalves23;
        }
    }

    /// <summary>
    /// Makes the round keys after the key, except the last eight. Neither this method nor its callers have a loop: its own instructions would be many in comparison,
    /// and short messages wait for them.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Begin<TKey>(ref Vector128<byte> even, ref Vector128<byte> odd, ref Vector128<byte> k)
        where TKey : struct, IKeySize
    {
        if (Unsafe.SizeOf<TKey>() == 2)
        {
            _ = Next<TKey>(ref even, ref odd, ref k, 1);
            _ = Next<TKey>(ref even, ref odd, ref k, 2);
        }
        else
        {
            _ = Next<TKey>(ref even, ref odd, ref k, 2);
            _ = Next<TKey>(ref even, ref odd, ref k, 3);
            _ = Next<TKey>(ref even, ref odd, ref k, 4);
            _ = Next<TKey>(ref even, ref odd, ref k, 5);
            _ = Next<TKey>(ref even, ref odd, ref k, 6);
        }
    }

    /// <summary>Makes the last eight round keys.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void End<TKey>(Vector128<byte> even, Vector128<byte> odd, ref Vector128<byte> k)
        where TKey : struct, IKeySize
    {
        int last = Rounds<TKey>();
        _ = Next<TKey>(ref even, ref odd, ref k, last - 7);
        _ = Next<TKey>(ref even, ref odd, ref k, last - 6);
        _ = Next<TKey>(ref even, ref odd, ref k, last - 5);
        _ = Next<TKey>(ref even, ref odd, ref k, last - 4);
        _ = Next<TKey>(ref even, ref odd, ref k, last - 3);
        _ = Next<TKey>(ref even, ref odd, ref k, last - 2);
        _ = Next<TKey>(ref even, ref odd, ref k, last - 1);
        _ = Next<TKey>(ref even, ref odd, ref k, last);
    }

    /// <summary>Makes round key n from the previous ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Next<TKey>(ref Vector128<byte> even, ref Vector128<byte> odd, ref Vector128<byte> k, int n)
        where TKey : struct, IKeySize
    {
        if (Unsafe.SizeOf<TKey>() == 4 && n % 2 != 0)
        {
            odd = Step(odd, TAes.Shuffle(even, Column3), Vector128<uint>.Zero);
            Unsafe.Add(ref k, n) = odd;
            return odd;
        }

        even = Unsafe.SizeOf<TKey>() == 4
            ? Step(even, TAes.Shuffle(odd, Column3Rotated), Rcon(n / 2))
            : Step(even, TAes.Shuffle(even, Column3Rotated), Rcon(n));
        Unsafe.Add(ref k, n) = even;
        return even;
    }

    /// <summary>Round key n, which must be the latest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Last<TKey>(Vector128<byte> even, Vector128<byte> odd, int n)
        where TKey : struct, IKeySize => Unsafe.SizeOf<TKey>() == 4 && n % 2 != 0 ? odd : even;

    /// <summary>Erases all round keys, for a kernel. Like <see cref="Secrets.Erase(Span{Vector128{byte}})"/>, it is compiled without its callers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Erase<TKey>(ref Vector128<byte> k)
        where TKey : struct, IKeySize
    {
        Blocks<TAes, Eight> zeros = default;
        zeros.Store(ref Unsafe.As<Vector128<byte>, byte>(ref k), 0);
        zeros.Store(ref Unsafe.As<Vector128<byte>, byte>(ref k), (nuint)(Rounds<TKey>() - 7) * Blocks<TAes, Eight>.Size);
    }

    /// <summary>FIPS 197's Rcon[i] in the first byte of each word: 2^(i − 1) in GF(2⁸).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> Rcon(int i) => Vector128.Create(i <= 8 ? 1u << (i - 1) : 0x1Bu << (i - 9));

    /// <summary>Shuffle indices that copy a word to every column, rotated by a byte (RotWord) or not.</summary>
    private static Vector128<byte> Column3Rotated => Vector128.Create(0x0C_0F_0E_0Du).AsByte();

    private static Vector128<byte> Column1Rotated => Vector128.Create(0x04_07_06_05u).AsByte();

    private static Vector128<byte> Column3 => Vector128.Create(0x0F_0E_0D_0Cu).AsByte();

    /// <summary>
    /// Makes the next four words. <paramref name="word"/> is the input of SubWord, the same in every column. A step adds t = SubWord(…) ⊕ Rcon to the words' prefix
    /// sums. These are known before t, so a last round adds them, with Rcon, as its key. Few instructions matter more here than a short chain, because the code
    /// after the schedule waits in the same queue.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Step(Vector128<byte> words, Vector128<byte> word, Vector128<uint> rcon)
    {
        Vector128<uint> pairs = (words.AsUInt64() ^ (words.AsUInt64() << 32)).AsUInt32();
        Vector128<uint> sums = pairs ^ Vector128.Shuffle(pairs, Vector128.Create(4u, 4, 1, 1)) ^ rcon;
        return TAes.LastRound(word, Vector128<byte>.Zero, sums.AsByte());
    }
}
