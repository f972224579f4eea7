using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// Does the machine compute what its manual says? A block of AES with each size of key, and a carry-less product in each form and width that
/// the backend issues, against constants. It is for a process's first use: no kernel is compiled for it, and it takes microseconds.
/// </summary>
/// <remarks>There are no secrets in it, so nothing is cleared.</remarks>
internal static class InstructionCheck<TRounds, TMultiply, TVector>
    where TRounds : struct, IRounds
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private const int MaxKeyWords = 8;

    public static bool Passes()
    {
        // Here, as a method with both a buffer and a loop is compiled with full optimisation, which takes longer than all of the check.
        Span<uint> words = stackalloc uint[4 * (MaxKeyWords + 7)];
        return AreBlocksRight(words) && AreProductsRight();
    }

    /// <summary>FIPS 197 appendix C: the plaintext 00112233 … ff under the keys 00010203 ….</summary>
    private static bool AreBlocksRight(Span<uint> words)
    {
        ReadOnlySpan<byte> expected =
        [
            0x69, 0xC4, 0xE0, 0xD8, 0x6A, 0x7B, 0x04, 0x30, 0xD8, 0xCD, 0xB7, 0x80, 0x70, 0xB4, 0xC5, 0x5A,
            0xDD, 0xA9, 0x7C, 0xA4, 0x86, 0x4C, 0xDF, 0xE0, 0x6E, 0xAF, 0x70, 0xA0, 0xEC, 0x0D, 0x71, 0x91,
            0x8E, 0xA2, 0xB7, 0xCA, 0x51, 0x67, 0x45, 0xBF, 0xEA, 0xFC, 0x49, 0x90, 0x4B, 0x49, 0x60, 0x89,
        ];
        ref Vector128<byte> k = ref Unsafe.As<uint, Vector128<byte>>(ref MemoryMarshal.GetReference(words));
        Vector128<byte> differences = Vector128<byte>.Zero;
        for (int keyWords = 4; keyWords <= MaxKeyWords; keyWords += 2)
        {
            Expand(words, keyWords);
            int rounds = keyWords + 6;
            Vector128<byte> state = TRounds.Whiten(Vector128.Create(0x7766554433221100UL, 0xFFEEDDCCBBAA9988).AsByte(), k);
            for (int i = 1; i < rounds; i++)
            {
                state = TRounds.Round(state, Unsafe.Add(ref k, i - 1), Unsafe.Add(ref k, i));
            }

            state = TRounds.LastRound(state, Unsafe.Add(ref k, rounds - 1), Unsafe.Add(ref k, rounds));
            differences |= state ^ Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(expected), (nuint)(8 * (keyWords - 4)));
        }

        return differences == Vector128<byte>.Zero;
    }

    /// <summary>FIPS 197 §5.2, word by word. A last round of a word in all columns is SubWord in each: ShiftRows changes nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand(Span<uint> words, int keyWords)
    {
        uint rcon = 1;
        for (int i = 0; i < 4 * (keyWords + 7); i++)
        {
            if (i < keyWords)
            {
                words[i] = 0x03020100 + (0x04040404 * (uint)i);
                continue;
            }

            uint word = words[i - 1];
            bool isFirst = i % keyWords == 0;
            if (isFirst || (keyWords == MaxKeyWords && i % 4 == 0))
            {
                word = isFirst ? BitOperations.RotateRight(word, 8) : word;
                word = TRounds.LastRound(Vector128.Create(word).AsByte(), Vector128<byte>.Zero, Vector128<byte>.Zero).AsUInt32().ToScalar();
            }

            if (isFirst)
            {
                word ^= rcon;
                rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11B);
            }

            words[i] = words[i - keyWords] ^ word;
        }
    }

    /// <summary>The same two factors in every place, and each place looked at: a sum of them would hide what is wrong in all.</summary>
    private static bool AreProductsRight()
    {
        Vector128<ulong> left = Vector128.Create(0x0123456789ABCDEFUL, 0xF0E1D2C3B4A59687);
        Vector128<ulong> right = Vector128.Create(0x8796A5B4C3D2E1F1, 0x13579BDF02468ACEUL);
        Vector128<ulong> low = Vector128.Create(0x2195AAC3E6E96DBFUL, 0x0096CF844F628070UL);
        Vector128<ulong> high = Vector128.Create(0x0A2AAE351157976AUL, 0x0E2EAA311553936EUL);
        Vector128<ulong> cross = Vector128.Create(0x923FB31EE768820D, 0x7AC679C54BD50C92UL);
        Vector128<ulong> differences = (TRounds.MultiplyLow(left, right) ^ low)
            | (TRounds.MultiplyHigh(left, right) ^ high)
            | (TRounds.MultiplyCross(left, right) ^ cross);
        if (TMultiply.Blocks > 1)
        {
            TVector wideLeft = TMultiply.Broadcast(left);
            TVector wideRight = TMultiply.Broadcast(right);
            differences |= Compare(TMultiply.MultiplyLow(wideLeft, wideRight), low)
                | Compare(TMultiply.MultiplyHigh(wideLeft, wideRight), high)
                | Compare(TMultiply.MultiplyCross(wideLeft, wideRight), cross);
        }

        return differences == Vector128<ulong>.Zero;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Compare(TVector products, Vector128<ulong> expected)
    {
        ref byte places = ref Unsafe.As<TVector, byte>(ref products);
        Vector128<ulong> differences = Vector128<ulong>.Zero;
        for (nuint i = 0; i < (nuint)TMultiply.Blocks; i++)
        {
            differences |= Vector128.LoadUnsafe(ref places, 16 * i).AsUInt64() ^ expected;
        }

        return differences;
    }
}
