using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// The AES key schedule, FIPS 197 §5.2, by byte shuffle and a last round: the shuffle puts one word, rotated where the schedule
/// says so, into all four columns; then ShiftRows changes nothing and the last round is SubWord ⊕ Rcon in each. The same text on ARM, and
/// a fraction of the time that AESKEYGENASSIST takes.
/// </summary>
/// <remarks>
/// Needs AES instructions and a byte shuffle. Words of a vector are the schedule's words in order, each in memory order (byte 0 of a
/// word is FIPS 197's a0), so Rcon is added to the lowest byte of each little-endian word.
/// </remarks>
internal static class AesKeySchedule<TRounds>
    where TRounds : struct, IRounds
{
    /// <summary>A kernel for each size of key: a first use compiles the one that it needs.</summary>
    public static void Expand(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        Debug.Assert(key.Length is 16 or 24 or 32 && roundKeys.Length == (key.Length / 4) + 7);
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

    [MethodImpl(Kernel.Options)]
    private static void ExpandKey128(ref byte key, ref Vector128<byte> k) => Expand128(Vector128.LoadUnsafe(ref key), ref k);

    [MethodImpl(Kernel.Options)]
    private static void ExpandKey256(ref byte key, ref Vector128<byte> k) =>
        Expand256(Vector128.LoadUnsafe(ref key), Vector128.LoadUnsafe(ref key, 16), ref k);

    /// <summary>Without a loop, here and for 256 bits: many of its instructions would be the loop's, and short messages wait for them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Expand128(Vector128<byte> words, ref Vector128<byte> k)
    {
        Vector128<byte> rotated = Column3Rotated;
        k = words;
        Unsafe.Add(ref k, 1) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x01u));
        Unsafe.Add(ref k, 2) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x02u));
        Unsafe.Add(ref k, 3) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x04u));
        Unsafe.Add(ref k, 4) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x08u));
        Unsafe.Add(ref k, 5) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x10u));
        Unsafe.Add(ref k, 6) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x20u));
        Unsafe.Add(ref k, 7) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x40u));
        Unsafe.Add(ref k, 8) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x80u));
        Unsafe.Add(ref k, 9) = words = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x1Bu));
        Unsafe.Add(ref k, 10) = Step(words, TRounds.Shuffle(words, rotated), Vector128.Create(0x36u));
    }

    /// <summary>Six words a step, of which the last two are the low half of a vector; the round keys run on in fours.</summary>
    [MethodImpl(Kernel.Options)]
    private static void ExpandKey192(ref byte key, ref Vector128<byte> k)
    {
        // 26 pairs of words, of which a step yields three.
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
            words = Step(words, TRounds.Shuffle(high, Column1Rotated), rcon);

            // Words 4 and 5 run on from the new word 3.
            high ^= (high.AsUInt64() << 32).AsByte() ^ TRounds.Shuffle(words, Column3);
            rcon = NextRcon(rcon, i + 1);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Expand256(Vector128<byte> evenWords, Vector128<byte> oddWords, ref Vector128<byte> k)
    {
        k = evenWords;
        Unsafe.Add(ref k, 1) = oddWords;
        Vector128<byte> rotated = Column3Rotated;
        Vector128<byte> plain = Column3;
        Unsafe.Add(ref k, 2) = evenWords = Step(evenWords, TRounds.Shuffle(oddWords, rotated), Vector128.Create(0x01u));
        Unsafe.Add(ref k, 3) = oddWords = Step(oddWords, TRounds.Shuffle(evenWords, plain), Vector128<uint>.Zero);
        Unsafe.Add(ref k, 4) = evenWords = Step(evenWords, TRounds.Shuffle(oddWords, rotated), Vector128.Create(0x02u));
        Unsafe.Add(ref k, 5) = oddWords = Step(oddWords, TRounds.Shuffle(evenWords, plain), Vector128<uint>.Zero);
        Unsafe.Add(ref k, 6) = evenWords = Step(evenWords, TRounds.Shuffle(oddWords, rotated), Vector128.Create(0x04u));
        Unsafe.Add(ref k, 7) = oddWords = Step(oddWords, TRounds.Shuffle(evenWords, plain), Vector128<uint>.Zero);
        Unsafe.Add(ref k, 8) = evenWords = Step(evenWords, TRounds.Shuffle(oddWords, rotated), Vector128.Create(0x08u));
        Unsafe.Add(ref k, 9) = oddWords = Step(oddWords, TRounds.Shuffle(evenWords, plain), Vector128<uint>.Zero);
        Unsafe.Add(ref k, 10) = evenWords = Step(evenWords, TRounds.Shuffle(oddWords, rotated), Vector128.Create(0x10u));
        Unsafe.Add(ref k, 11) = oddWords = Step(oddWords, TRounds.Shuffle(evenWords, plain), Vector128<uint>.Zero);
        Unsafe.Add(ref k, 12) = evenWords = Step(evenWords, TRounds.Shuffle(oddWords, rotated), Vector128.Create(0x20u));
        Unsafe.Add(ref k, 13) = oddWords = Step(oddWords, TRounds.Shuffle(evenWords, plain), Vector128<uint>.Zero);
        Unsafe.Add(ref k, 14) = Step(evenWords, TRounds.Shuffle(oddWords, rotated), Vector128.Create(0x40u));
    }

    /// <summary>FIPS 197's Rcon[i + 1] from Rcon[i]: doubled in GF(2⁸), in the first byte of each word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> NextRcon(Vector128<uint> rcon, int i) => i == 8 ? Vector128.Create(0x1Bu) : rcon << 1;

    /// <summary>Shuffles that put a word into every column, rotated by a byte (RotWord) or not.</summary>
    private static Vector128<byte> Column3Rotated => Vector128.Create(0x0C_0F_0E_0Du).AsByte();

    private static Vector128<byte> Column1Rotated => Vector128.Create(0x04_07_06_05u).AsByte();

    private static Vector128<byte> Column3 => Vector128.Create(0x0F_0E_0D_0Cu).AsByte();

    /// <summary>
    /// The next four words; <paramref name="word"/> is what goes through SubWord, the same in every column. A step adds t = SubWord(…) ⊕ Rcon to
    /// the words' prefix sums, which are known before t is: so a last round adds them, Rcon with them, as its key. Few instructions count
    /// for more than a short chain here, as what comes behind the schedule waits in the same queue.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Step(Vector128<byte> words, Vector128<byte> word, Vector128<uint> rcon)
    {
        Vector128<uint> pairs = (words.AsUInt64() ^ (words.AsUInt64() << 32)).AsUInt32();
        Vector128<uint> sums = pairs ^ Vector128.Shuffle(pairs, Vector128.Create(4u, 4, 1, 1)) ^ rcon;
        return TRounds.LastRound(word, Vector128<byte>.Zero, sums.AsByte());
    }
}
