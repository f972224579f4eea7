using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// Counter mode (RFC 8452 §4) and POLYVAL of what comes out of it, in one pass: the products of the sixteen blocks before stand between
/// the rounds of the sixteen at hand, so the AES unit and the multiplier work at the same time.
/// </summary>
/// <remarks>
/// Needs AES and carry-less multiply instructions, 16 powers of H, and whole batches of sixteen blocks. Source and destination: the same
/// memory or disjoint. The hash runs one batch behind: sixteen blocks, so that wide loads do not wait for narrow stores just made.
/// </remarks>
internal static class GcmSivDecryption<TRounds, TMultiply, TVector>
    where TRounds : struct, IRounds
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private const int BlockSize = 16;
    private const int HalfBatch = 8 * BlockSize;

    public const int Batch = 2 * HalfBatch;

    /// <summary>Decrypts all and absorbs all of it but the last batch, which the caller absorbs.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Decrypt(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ReadOnlySpan<Vector128<byte>> powers,
        Vector128<byte> accumulator,
        ReadOnlySpan<byte> source,
        Span<byte> destination)
    {
        Debug.Assert(powers.Length == IBackend.MaxHashPowers && source.Length % Batch == 0 && source.Length > 0);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        ref byte h = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(powers));
        Vector128<byte> ctr = counter;
        nuint length = (nuint)source.Length;

        for (nuint offset = 0; offset < Batch; offset += HalfBatch)
        {
            Blocks<TRounds, Eight> blocks = Blocks<TRounds, Eight>.Count<GcmSivCounter>(ctr);
            blocks.Encrypt(ref k, rounds);
            blocks.StoreXor(ref from, ref to, offset);
            ctr = GcmSivCounter.Advance(ctr, 8);
        }

        for (nuint offset = Batch; offset < length; offset += Batch)
        {
            Product<TMultiply, TVector> sum = default;
            ref byte hashed = ref Unsafe.Add(ref to, offset - Batch);

            // The second half first: the block that takes the accumulator in comes last.
            DecryptHalf(ref k, rounds, ctr, ref from, ref to, offset, ref sum, ref Unsafe.Add(ref hashed, HalfBatch), ref Unsafe.Add(ref h, HalfBatch), default);
            ctr = GcmSivCounter.Advance(ctr, 8);
            DecryptHalf(ref k, rounds, ctr, ref from, ref to, offset + HalfBatch, ref sum, ref hashed, ref h, accumulator);
            ctr = GcmSivCounter.Advance(ctr, 8);
            accumulator = sum.FoldAndReduce<Multiply128<TRounds>>().AsByte();
        }

        return accumulator;
    }

    /// <summary>Eight blocks decrypted, eight earlier ones multiplied: one, every second or every fourth round takes a vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void DecryptHalf(
        ref Vector128<byte> k,
        int rounds,
        Vector128<byte> ctr,
        ref byte from,
        ref byte to,
        nuint offset,
        ref Product<TMultiply, TVector> sum,
        ref byte hashed,
        ref byte powers,
        Vector128<byte> accumulator)
    {
        Blocks<TRounds, Eight> blocks = Blocks<TRounds, Eight>.Count<GcmSivCounter>(ctr);
        blocks.Whiten(k);
        blocks.Round(ref k, 1);
        Polyval<TRounds, TMultiply, TVector>.AddAt(7, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 2);
        Polyval<TRounds, TMultiply, TVector>.AddAt(6, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 3);
        Polyval<TRounds, TMultiply, TVector>.AddAt(5, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 4);
        Polyval<TRounds, TMultiply, TVector>.AddAt(4, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 5);
        Polyval<TRounds, TMultiply, TVector>.AddAt(3, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 6);
        Polyval<TRounds, TMultiply, TVector>.AddAt(2, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 7);
        Polyval<TRounds, TMultiply, TVector>.AddAt(1, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 8);
        Polyval<TRounds, TMultiply, TVector>.AddAt(0, ref sum, ref hashed, ref powers, accumulator);
        blocks.Round(ref k, 9);
        blocks.LongKeyRounds(ref k, rounds);
        blocks.LastRound(ref k, rounds);
        blocks.StoreXor(ref from, ref to, offset);
    }
}
