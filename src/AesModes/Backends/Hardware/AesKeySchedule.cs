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
    [MethodImpl(Kernel.Options)]
    public static void Expand(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        Debug.Assert(key.Length is 16 or 24 or 32 && roundKeys.Length == (key.Length / 4) + 7);
        ref byte first = ref MemoryMarshal.GetReference(key);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        switch (key.Length)
        {
            case 16:
                Expand128(Vector128.LoadUnsafe(ref first), ref k);
                break;
            case 24:
                Expand192(
                    Vector128.LoadUnsafe(ref first),
                    Vector128.CreateScalar(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, 16))).AsByte(),
                    ref k);
                break;
            default:
                Expand256(Vector128.LoadUnsafe(ref first), Vector128.LoadUnsafe(ref first, 16), ref k);
                break;
        }
    }

    /// <summary>Without a loop, here and for 256 bits: a third of its instructions would be the loop's, and short messages wait for them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Expand128(Vector128<byte> words, ref Vector128<byte> k)
    {
        k = words;
        Chain chain = new(words);
        Unsafe.Add(ref k, 1) = chain.StepRotated(chain.Words, 0x01);
        Unsafe.Add(ref k, 2) = chain.StepRotated(chain.Words, 0x02);
        Unsafe.Add(ref k, 3) = chain.StepRotated(chain.Words, 0x04);
        Unsafe.Add(ref k, 4) = chain.StepRotated(chain.Words, 0x08);
        Unsafe.Add(ref k, 5) = chain.StepRotated(chain.Words, 0x10);
        Unsafe.Add(ref k, 6) = chain.StepRotated(chain.Words, 0x20);
        Unsafe.Add(ref k, 7) = chain.StepRotated(chain.Words, 0x40);
        Unsafe.Add(ref k, 8) = chain.StepRotated(chain.Words, 0x80);
        Unsafe.Add(ref k, 9) = chain.StepRotated(chain.Words, 0x1B);
        Unsafe.Add(ref k, 10) = chain.StepRotated(chain.Words, 0x36);
    }

    /// <summary>Six words a step, of which the last two are the low half of <paramref name="high"/>; the round keys run on in fours.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand192(Vector128<byte> words, Vector128<byte> high, ref Vector128<byte> k)
    {
        // 26 pairs of words, of which a step yields three.
        ref ulong pair = ref Unsafe.As<Vector128<byte>, ulong>(ref k);
        Chain chain = new(words);
        Vector128<byte> rcon = Vector128.Create(1u).AsByte();
        for (int i = 0; ; i++)
        {
            Unsafe.Add(ref pair, 3 * i) = chain.Words.AsUInt64().GetElement(0);
            Unsafe.Add(ref pair, (3 * i) + 1) = chain.Words.AsUInt64().GetElement(1);
            if (i == 8)
            {
                return;
            }

            Unsafe.Add(ref pair, (3 * i) + 2) = high.AsUInt64().GetElement(0);
            chain.Step(TRounds.Shuffle(high, Column1Rotated), rcon);

            // Words 4 and 5 run on from the new word 3.
            high ^= (high.AsUInt64() << 32).AsByte() ^ TRounds.Shuffle(chain.Words, Column3);
            rcon = NextRcon(rcon, i + 1);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Expand256(Vector128<byte> evenWords, Vector128<byte> oddWords, ref Vector128<byte> k)
    {
        k = evenWords;
        Unsafe.Add(ref k, 1) = oddWords;
        Chain even = new(evenWords);
        Chain odd = new(oddWords);
        Unsafe.Add(ref k, 2) = even.StepRotated(odd.Words, 0x01);
        Unsafe.Add(ref k, 3) = odd.StepPlain(even.Words);
        Unsafe.Add(ref k, 4) = even.StepRotated(odd.Words, 0x02);
        Unsafe.Add(ref k, 5) = odd.StepPlain(even.Words);
        Unsafe.Add(ref k, 6) = even.StepRotated(odd.Words, 0x04);
        Unsafe.Add(ref k, 7) = odd.StepPlain(even.Words);
        Unsafe.Add(ref k, 8) = even.StepRotated(odd.Words, 0x08);
        Unsafe.Add(ref k, 9) = odd.StepPlain(even.Words);
        Unsafe.Add(ref k, 10) = even.StepRotated(odd.Words, 0x10);
        Unsafe.Add(ref k, 11) = odd.StepPlain(even.Words);
        Unsafe.Add(ref k, 12) = even.StepRotated(odd.Words, 0x20);
        Unsafe.Add(ref k, 13) = odd.StepPlain(even.Words);
        Unsafe.Add(ref k, 14) = even.StepRotated(odd.Words, 0x40);
    }

    /// <summary>FIPS 197's Rcon[i + 1] from Rcon[i]: doubled in GF(2⁸), in the first byte of each word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> NextRcon(Vector128<byte> rcon, int i) =>
        i == 8 ? Vector128.Create(0x1Bu).AsByte() : (rcon.AsUInt32() << 1).AsByte();

    /// <summary>Shuffles that put a word into every column, rotated by a byte (RotWord) or not.</summary>
    private static Vector128<byte> Column3Rotated => Vector128.Create(0x0C_0F_0E_0Du).AsByte();

    private static Vector128<byte> Column1Rotated => Vector128.Create(0x04_07_06_05u).AsByte();

    private static Vector128<byte> Column3 => Vector128.Create(0x0F_0E_0D_0Cu).AsByte();

    /// <summary>
    /// Four words w0 … w3 on their way through the schedule. A step adds t = SubWord(…) ⊕ Rcon to their prefix sums, which are known before t
    /// is: so a last round adds them, Rcon with them, as its key. Few instructions count for more than a short chain here, as what comes
    /// behind the schedule waits in the same queue.
    /// </summary>
    private struct Chain
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Chain(Vector128<byte> words) => Words = words;

        public Vector128<byte> Words { get; private set; }

        /// <summary>The next four words, from the last of four by RotWord, SubWord and Rcon.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector128<byte> StepRotated(Vector128<byte> previous, uint rcon)
        {
            Step(TRounds.Shuffle(previous, Column3Rotated), Vector128.Create(rcon).AsByte());
            return Words;
        }

        /// <summary>The next four words, from the last of four by SubWord alone.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector128<byte> StepPlain(Vector128<byte> previous)
        {
            Step(TRounds.Shuffle(previous, Column3), Vector128<byte>.Zero);
            return Words;
        }

        /// <summary>The next four words: <paramref name="word"/> is what goes through SubWord, the same in every column.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Step(Vector128<byte> word, Vector128<byte> rcon)
        {
            Vector128<uint> w = Words.AsUInt32();
            Vector128<uint> pairs = w ^ Vector128.Shuffle(w, Vector128.Create(4u, 0, 1, 2));
            Vector128<uint> sums = pairs ^ Vector128.Shuffle(pairs, Vector128.Create(4u, 4, 0, 1));
            Words = TRounds.LastRound(word, Vector128<byte>.Zero, sums.AsByte() ^ rcon);
        }
    }
}
