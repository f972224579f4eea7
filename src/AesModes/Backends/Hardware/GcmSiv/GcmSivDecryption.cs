using System.Diagnostics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// Counter mode (RFC 8452 §4) and POLYVAL of the plaintext, in one pass. The previous batch's products are interleaved with the current batch's rounds, so the AES
/// unit and the multiplier work at the same time.
/// </summary>
/// <remarks>
/// Needs AES and carry-less multiply instructions, 16 powers of H, and whole batches. Source and destination are the same memory or disjoint. The hash is one batch
/// behind, so that wide loads do not wait for narrow stores just made.
/// </remarks>
internal static class GcmSivDecryption<TAes, TMultiply, TVector>
    where TAes : struct, IAesInstructions
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private const int HalfBatch = 8 * BlockSize;

    /// <summary>
    /// Twelve blocks at a time use all sixteen registers that AES instructions can address on x86. 512-bit multiplies have sixteen more. Narrower multiplies would
    /// load and store their sums all the time, so they process sixteen blocks in halves. With 1 MiB on Zen 5, each width is faster in its own way.
    /// </summary>
    private static bool IsInTwelves => TMultiply.Blocks == 4;

    public static int Batch
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsInTwelves ? TwelveBlocks<TAes>.Size : 2 * HalfBatch;
    }

    /// <summary>Decrypts whole batches and absorbs all but the last one.</summary>
    public static Vector128<byte> Decrypt(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext)
    {
        if (keys.Table.IsEmpty)
        {
            CountedStates<TAes, GcmSivCounter> counted = new(keys.RoundKeys, counter);
            return Decrypt(in keys, counted, hash, ciphertext, plaintext);
        }

        UInt128 number = GcmSivCounter.FromBlock(counter);
        TabledStates<TAes, GcmSivCounter>.Fill(keys.RoundKeys, number, ref keys.Table);
        TabledStates<TAes, GcmSivCounter> tabled = new(keys.RoundKeys, number, keys.Table.Memory);
        return Decrypt(in keys, tabled, hash, ciphertext, plaintext);
    }

    private static Vector128<byte> Decrypt<TStates>(
        in RecordKeys keys, scoped TStates states, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext)
        where TStates : struct, IStates<TAes>, allows ref struct
    {
        Debug.Assert(keys.HashPowers.Length == IGcmSivKernels.MaxHashPowers && ciphertext.Length % Batch == 0 && ciphertext.Length > 0);
        return IsInTwelves
            ? DecryptTwelves(in keys, states, hash, ciphertext, plaintext)
            : DecryptSixteens(in keys, states, hash, ciphertext, plaintext);
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> DecryptTwelves<TStates>(
        in RecordKeys keys, scoped TStates initialStates, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext)
        where TStates : struct, IStates<TAes>, allows ref struct
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(keys.RoundKeys);
        int rounds = keys.RoundKeys.Length - 1;
        ref byte from = ref MemoryMarshal.GetReference(ciphertext);
        ref byte to = ref MemoryMarshal.GetReference(plaintext);
        ref byte h = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(keys.HashPowers[^(Batch / BlockSize)..]));
        nuint length = (nuint)ciphertext.Length;

        // A copy: the fields of a parameter stay in memory.
        TStates states = initialStates;
        states.Enter();
        TwelveBlocks<TAes> first = TwelveBlocks<TAes>.Take(ref states);
        first.MiddleRounds(ref k, rounds);
        first.LastRoundXor(ref k, rounds, ref from, ref to, 0);
        for (nuint offset = TwelveBlocks<TAes>.Size; offset < length; offset += TwelveBlocks<TAes>.Size)
        {
            states.Enter();
            UnreducedProduct<TMultiply, TVector> sum = default;
            ref byte hashed = ref Unsafe.Add(ref to, offset - TwelveBlocks<TAes>.Size);
            TwelveBlocks<TAes> blocks = TwelveBlocks<TAes>.Take(ref states);
            blocks.Round(ref k, 3);
            Polyval<TAes, TMultiply, TVector>.AddAt(8, ref sum, ref hashed, ref h, default);
            blocks.Round(ref k, 4);
            blocks.Round(ref k, 5);
            Polyval<TAes, TMultiply, TVector>.AddAt(4, ref sum, ref hashed, ref h, default);
            blocks.Round(ref k, 6);
            blocks.Round(ref k, 7);
            blocks.Round(ref k, 8);

            // The block that includes the hash comes last.
            Polyval<TAes, TMultiply, TVector>.AddAt(0, ref sum, ref hashed, ref h, hash);
            blocks.Round(ref k, 9);
            blocks.LongKeyRounds(ref k, rounds);
            blocks.LastRoundXor(ref k, rounds, ref from, ref to, offset);
            hash = sum.SumAndReduce<Multiply128<TAes>>().AsByte();
        }

        return hash;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> DecryptSixteens<TStates>(
        in RecordKeys keys, scoped TStates initialStates, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext)
        where TStates : struct, IStates<TAes>, allows ref struct
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(keys.RoundKeys);
        int rounds = keys.RoundKeys.Length - 1;
        ref byte from = ref MemoryMarshal.GetReference(ciphertext);
        ref byte to = ref MemoryMarshal.GetReference(plaintext);
        ref byte h = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(keys.HashPowers));
        nuint length = (nuint)ciphertext.Length;

        // A copy: the fields of a parameter stay in memory.
        TStates states = initialStates;
        states.Enter();
        for (nuint offset = 0; offset < 2 * HalfBatch; offset += HalfBatch)
        {
            Blocks<TAes, Eight> first = states.Take<Eight>();
            first.MiddleRounds(ref k, rounds);
            first.LastRoundXor(ref k, rounds, ref from, ref to, offset);
        }

        for (nuint offset = 2 * HalfBatch; offset < length; offset += 2 * HalfBatch)
        {
            Prefetch.Lines(ref from, offset, 2 * HalfBatch);
            Prefetch.Lines(ref to, offset, 2 * HalfBatch);
            states.Enter();
            UnreducedProduct<TMultiply, TVector> sum = default;
            ref byte hashed = ref Unsafe.Add(ref to, offset - 2 * HalfBatch);

            // The second half comes first, so that the block that includes the hash comes last.
            DecryptHalf(
                ref k, rounds, ref states, ref from, ref to, offset, ref sum, ref Unsafe.Add(ref hashed, HalfBatch), ref Unsafe.Add(ref h, HalfBatch), default);
            DecryptHalf(ref k, rounds, ref states, ref from, ref to, offset + HalfBatch, ref sum, ref hashed, ref h, hash);
            hash = sum.SumAndReduce<Multiply128<TAes>>().AsByte();
        }

        return hash;
    }

    /// <summary>Decrypts eight blocks and multiplies eight earlier ones, one vector per round or per two rounds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void DecryptHalf<TStates>(
        ref Vector128<byte> k,
        int rounds,
        ref TStates states,
        ref byte from,
        ref byte to,
        nuint offset,
        ref UnreducedProduct<TMultiply, TVector> sum,
        ref byte hashed,
        ref byte powers,
        Vector128<byte> accumulator)
        where TStates : struct, IStates<TAes>, allows ref struct
    {
        Blocks<TAes, Eight> blocks = states.Take<Eight>();
        Polyval<TAes, TMultiply, TVector>.AddAt(7, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 3);
        Polyval<TAes, TMultiply, TVector>.AddAt(6, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 4);
        Polyval<TAes, TMultiply, TVector>.AddAt(5, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 5);
        Polyval<TAes, TMultiply, TVector>.AddAt(4, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 6);
        Polyval<TAes, TMultiply, TVector>.AddAt(3, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 7);
        Polyval<TAes, TMultiply, TVector>.AddAt(2, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 8);
        Polyval<TAes, TMultiply, TVector>.AddAt(1, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 9);
        Polyval<TAes, TMultiply, TVector>.AddAt(0, ref sum, ref hashed, ref powers, accumulator);
        blocks.LongKeyRounds(ref k, rounds);
        blocks.LastRoundXor(ref k, rounds, ref from, ref to, offset);
    }
}
