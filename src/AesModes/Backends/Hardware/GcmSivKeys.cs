using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// A message's keys from the key-generating key (RFC 8452 §4, derive_keys), and on from there in registers for a message so short that
/// it is one chain: keys, hash, tag, key stream.
/// </summary>
/// <remarks>
/// Needs AES and carry-less multiply instructions. The blocks i ‖ nonce count as counter blocks do. Four of them for keys of 16 bytes, six
/// for keys of 32.
/// </remarks>
internal static class GcmSivKeys<TRounds>
    where TRounds : struct, IRounds
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Derive(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h)
    {
        if (roundKeys.Length == 11)
        {
            Derive<Four>(roundKeys, nonceBlock, recordRoundKeys, out h);
        }
        else
        {
            Derive<Six>(roundKeys, nonceBlock, recordRoundKeys, out h);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> EncryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        roundKeys.Length == 11
            ? EncryptShort<Four>(roundKeys, nonceBlock, hashed, recordRoundKeys)
            : EncryptShort<Six>(roundKeys, nonceBlock, hashed, recordRoundKeys);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> DecryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        roundKeys.Length == 11
            ? DecryptShort<Four>(roundKeys, nonceBlock, tag, mask, hashed, recordRoundKeys)
            : DecryptShort<Six>(roundKeys, nonceBlock, tag, mask, hashed, recordRoundKeys);

    [MethodImpl(Kernel.Options)]
    private static void Derive<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h)
        where TWidth : struct, IWidth
    {
        Debug.Assert(roundKeys.Length == recordRoundKeys.Length && roundKeys.Length == (2 * Unsafe.SizeOf<TWidth>()) + 3);
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Count<GcmSivCounter>(nonceBlock);
        blocks.Encrypt(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length - 1);
        h = blocks.LowHalves01;
        Expand(in blocks, ref MemoryMarshal.GetReference(recordRoundKeys));
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> EncryptShort<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        Debug.Assert(roundKeys.Length == recordRoundKeys.Length && roundKeys.Length == (2 * Unsafe.SizeOf<TWidth>()) + 3);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        int rounds = roundKeys.Length - 1;
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Count<GcmSivCounter>(nonceBlock);
        blocks.Encrypt(ref MemoryMarshal.GetReference(roundKeys), rounds);

        // The hash stands before the key schedule: it is what the tag waits for, the schedule runs beside it.
        // The first block is known long before H is, and after it the products before are what is known last.
        ref Vector128<byte> block = ref MemoryMarshal.GetReference(hashed);
        Factor<Multiply128<TRounds>, Vector128<ulong>> first = new(block.AsUInt64());
        Vector128<ulong> h = blocks.LowHalves01.AsUInt64();
        Vector128<ulong> hash = first.Multiply(h);
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h);
        for (int i = 1; i < hashed.Length; i++)
        {
            hash = factor.Multiply(hash ^ Unsafe.Add(ref block, i).AsUInt64());
        }

        Expand(in blocks, ref k);
        Vector128<byte> tag = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock));
        Unsafe.Add(ref block, hashed.Length - 1) = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.InitialCounter(tag));
        return tag;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> DecryptShort<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        Debug.Assert(roundKeys.Length == recordRoundKeys.Length && roundKeys.Length == (2 * Unsafe.SizeOf<TWidth>()) + 3 && hashed.Length is 2 or 3);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        int rounds = roundKeys.Length - 1;
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Count<GcmSivCounter>(nonceBlock);
        blocks.Encrypt(ref MemoryMarshal.GetReference(roundKeys), rounds);

        // Here the key stream comes first: the counter is the tag as given.
        Expand(in blocks, ref k);
        ref Vector128<byte> text = ref Unsafe.Add(ref MemoryMarshal.GetReference(hashed), hashed.Length - 2);
        Vector128<byte> keyStream = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.InitialCounter(tag));
        Vector128<byte> plaintext = (text ^ keyStream) & mask;
        text = plaintext;

        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(blocks.LowHalves01.AsUInt64());
        Vector128<ulong> hash = hashed.Length == 3 ? factor.Multiply(Unsafe.Subtract(ref text, 1).AsUInt64()) : Vector128<ulong>.Zero;
        hash = factor.Multiply(hash ^ plaintext.AsUInt64());
        hash = factor.Multiply(hash ^ Unsafe.Add(ref text, 1).AsUInt64());
        return Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock));
    }

    /// <summary>
    /// The tag, and the text ⊕ the key stream. Four blocks at a time: the processor runs the next ones beside them, and a kernel for eight
    /// takes longer to compile.
    /// </summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> EncryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> textAndHash, Span<byte> destination)
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte block = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(textAndHash));
        Vector128<byte> tag = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.TagInput(textAndHash[^1], nonceBlock));
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(tag);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        const int Batch = 4 * Blocks<TRounds, Four>.Size;
        for (int offset = 0; offset < destination.Length; offset += Batch)
        {
            Blocks<TRounds, Four> keyStream = Blocks<TRounds, Four>.Count<GcmSivCounter>(counter);
            keyStream.BeginEncryption(ref k);
            keyStream.MiddleRounds(ref k, rounds);
            counter = GcmSivCounter.Advance(counter, 4);
            if (destination.Length - offset >= Batch)
            {
                keyStream.LastRoundXor(ref k, rounds, ref block, ref to, (nuint)offset);
            }
            else
            {
                keyStream.LastRoundXor(ref k, rounds, ref block, ref block, (nuint)offset);
                Partial.CopyBlocks(textAndHash[(offset / Blocks<TRounds, Four>.Size)..], destination[offset..]);
            }
        }

        return tag;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand<TWidth>(in Blocks<TRounds, TWidth> blocks, ref Vector128<byte> roundKeys)
        where TWidth : struct, IWidth
    {
        if (Unsafe.SizeOf<TWidth>() == 4)
        {
            AesKeySchedule<TRounds>.Expand128(blocks.LowHalves23, ref roundKeys);
        }
        else
        {
            AesKeySchedule<TRounds>.Expand256(blocks.LowHalves23, blocks.LowHalves45, ref roundKeys);
        }
    }
}
