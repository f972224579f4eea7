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
/// for keys of 32. What is waited for first comes first in the text, the two for H or the others: a processor that starts one AESENC a cycle is busy with all six
/// for longer than one of them takes, and prefers what is older.
/// </remarks>
internal static class GcmSivKeys<TRounds>
    where TRounds : struct, IRounds
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Derive(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h, bool hashFirst)
    {
        Unsafe.SkipInit(out h);
        if (hashFirst)
        {
            DeriveHashKey(roundKeys, nonceBlock, ref h);
        }

        if (roundKeys.Length == 11)
        {
            DeriveWords<Two>(roundKeys, nonceBlock, recordRoundKeys);
        }
        else
        {
            DeriveWords<Four>(roundKeys, nonceBlock, recordRoundKeys);
        }

        if (!hashFirst)
        {
            DeriveHashKey(roundKeys, nonceBlock, ref h);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> EncryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        roundKeys.Length == 11
            ? EncryptShort<Two>(roundKeys, nonceBlock, hashed, recordRoundKeys)
            : EncryptShort<Four>(roundKeys, nonceBlock, hashed, recordRoundKeys);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> DecryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        roundKeys.Length == 11
            ? DecryptShort<Two>(roundKeys, nonceBlock, tag, mask, hashed, recordRoundKeys)
            : DecryptShort<Four>(roundKeys, nonceBlock, tag, mask, hashed, recordRoundKeys);

    [MethodImpl(Kernel.Options)]
    private static void DeriveHashKey(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, ref Vector128<byte> h) =>
        h = DeriveHashKey(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length - 1, nonceBlock);

    [MethodImpl(Kernel.Options)]
    private static void DeriveWords<TWidth>(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        Debug.Assert(roundKeys.Length == recordRoundKeys.Length && roundKeys.Length == (2 * Unsafe.SizeOf<TWidth>()) + 7);
        Blocks<TRounds, TWidth> words = DeriveWords<TWidth>(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length - 1, nonceBlock);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        k = words.LowHalves01;
        if (Unsafe.SizeOf<TWidth>() == 4)
        {
            Unsafe.Add(ref k, 1) = words.LowHalves23;
        }
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> EncryptShort<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        Debug.Assert(roundKeys.Length == recordRoundKeys.Length && roundKeys.Length == (2 * Unsafe.SizeOf<TWidth>()) + 7);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        int rounds = roundKeys.Length - 1;
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        Vector128<ulong> h = DeriveHashKey(ref generating, rounds, nonceBlock).AsUInt64();
        Blocks<TRounds, TWidth> words = DeriveWords<TWidth>(ref generating, rounds, nonceBlock);

        // The hash stands before the key schedule: it is what the tag waits for, the schedule runs beside it.
        // The first block is known long before H is, and after it the products before are what is known last.
        ref Vector128<byte> block = ref MemoryMarshal.GetReference(hashed);
        Factor<Multiply128<TRounds>, Vector128<ulong>> first = new(block.AsUInt64());
        Vector128<ulong> hash = first.Multiply(h);
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h);
        for (int i = 1; i < hashed.Length; i++)
        {
            hash = factor.Multiply(hash ^ Unsafe.Add(ref block, i).AsUInt64());
        }

        Expand(in words, ref k);
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
        Debug.Assert(roundKeys.Length == recordRoundKeys.Length && roundKeys.Length == (2 * Unsafe.SizeOf<TWidth>()) + 7 && hashed.Length is 2 or 3);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        int rounds = roundKeys.Length - 1;
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        Blocks<TRounds, TWidth> words = DeriveWords<TWidth>(ref generating, rounds, nonceBlock);
        Vector128<ulong> h = DeriveHashKey(ref generating, rounds, nonceBlock).AsUInt64();

        // Here the key stream comes first: the counter is the tag as given.
        Expand(in words, ref k);
        ref Vector128<byte> text = ref Unsafe.Add(ref MemoryMarshal.GetReference(hashed), hashed.Length - 2);
        Vector128<byte> keyStream = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.InitialCounter(tag));
        Vector128<byte> plaintext = (text ^ keyStream) & mask;
        text = plaintext;

        // All but the text's product is known before the text is.
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h);
        Vector128<ulong> before = hashed.Length == 3 ? factor.Multiply(Unsafe.Subtract(ref text, 1).AsUInt64()) : Vector128<ulong>.Zero;
        Vector128<ulong> behind = factor.Multiply(Unsafe.Add(ref text, 1).AsUInt64());
        Factor<Multiply128<TRounds>, Vector128<ulong>> squared = new(Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h));
        Vector128<ulong> hash = squared.Multiply(before ^ plaintext.AsUInt64()) ^ behind;
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

    /// <summary>Blocks 0 and 1: the message-authentication key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> DeriveHashKey(ref Vector128<byte> roundKeys, int rounds, Vector128<byte> nonceBlock)
    {
        Blocks<TRounds, Two> blocks = Blocks<TRounds, Two>.Count<GcmSivCounter>(nonceBlock);
        blocks.Encrypt(ref roundKeys, rounds);
        return blocks.LowHalves01;
    }

    /// <summary>The blocks behind those: the message-encryption key is in their low halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Blocks<TRounds, TWidth> DeriveWords<TWidth>(ref Vector128<byte> roundKeys, int rounds, Vector128<byte> nonceBlock)
        where TWidth : struct, IWidth
    {
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Count<GcmSivCounter>(GcmSivCounter.Advance(nonceBlock, 2));
        blocks.Encrypt(ref roundKeys, rounds);
        return blocks;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand<TWidth>(in Blocks<TRounds, TWidth> words, ref Vector128<byte> roundKeys)
        where TWidth : struct, IWidth
    {
        if (Unsafe.SizeOf<TWidth>() == 2)
        {
            AesKeySchedule<TRounds>.Expand128(words.LowHalves01, ref roundKeys);
        }
        else
        {
            AesKeySchedule<TRounds>.Expand256(words.LowHalves01, words.LowHalves23, ref roundKeys);
        }
    }
}
