using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>AES-GCM-SIV (RFC 8452) of a block of text, in registers: such a message is one chain of keys, hash, tag and key stream.</summary>
/// <remarks>Needs AES and carry-less multiply instructions.</remarks>
internal static class GcmSivShort<TRounds>
    where TRounds : struct, IRounds
{
    /// <summary>See <see cref="IBackend.EncryptShort"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Encrypt(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        roundKeys.Length == 11
            ? Encrypt<Two>(roundKeys, nonceBlock, hashed, recordRoundKeys)
            : Encrypt<Four>(roundKeys, nonceBlock, hashed, recordRoundKeys);

    /// <summary>See <see cref="IBackend.DecryptShort"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Decrypt(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        roundKeys.Length == 11
            ? Decrypt<Two>(roundKeys, nonceBlock, tag, mask, hashed, recordRoundKeys)
            : Decrypt<Four>(roundKeys, nonceBlock, tag, mask, hashed, recordRoundKeys);

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> Encrypt<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        Debug.Assert(roundKeys.Length == rounds + 1 && recordRoundKeys.Length == rounds + 1);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        Blocks<TRounds, TWidth> words = GcmSivKeys<TRounds>.DeriveHashKeyFirst<TWidth>(ref generating, nonceBlock, out Vector128<ulong> h);

        // The hash is done before the key schedule is, and the tag's block goes beside that.
        // The first block is known long before H is, and after it the products before are what is known last.
        ref Vector128<byte> block = ref MemoryMarshal.GetReference(hashed);
        Factor<Multiply128<TRounds>, Vector128<ulong>> first = new(block.AsUInt64());
        Vector128<ulong> hash = first.Multiply(h);
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h);
        for (int i = 1; i < hashed.Length; i++)
        {
            hash = factor.Multiply(hash ^ Unsafe.Add(ref block, i).AsUInt64());
        }

        Vector128<byte> tag = ExpandAndEncrypt(in words, ref k, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock));
        Unsafe.Add(ref block, hashed.Length - 1) = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.InitialCounter(tag));
        return tag;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> Decrypt<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        Debug.Assert(roundKeys.Length == rounds + 1 && recordRoundKeys.Length == rounds + 1 && hashed.Length is 2 or 3);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        Blocks<TRounds, TWidth> words = GcmSivKeys<TRounds>.DeriveHashKeyLast<TWidth>(ref generating, nonceBlock, out Vector128<ulong> h);

        // Here the key stream comes first: the counter is the tag as given.
        Vector128<byte> keyStream = ExpandAndEncrypt(in words, ref k, GcmSivBlocks.InitialCounter(tag));
        ref Vector128<byte> text = ref Unsafe.Add(ref MemoryMarshal.GetReference(hashed), hashed.Length - 2);
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

    /// <summary>The message-encryption key's round keys, and a block that goes through each round as soon as there is its key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ExpandAndEncrypt<TWidth>(in Blocks<TRounds, TWidth> words, ref Vector128<byte> k, Vector128<byte> block)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        AesKeySchedule<TRounds>.Store(in words, ref k, out Vector128<byte> even, out Vector128<byte> odd);
        Vector128<byte> previous = even;
        block = TRounds.Whiten(block, even);
        if (rounds == 14)
        {
            block = TRounds.Round(block, even, odd);
            previous = odd;
            block = Round<TWidth>(block, 2, ref previous, ref even, ref odd, ref k);
            block = Round<TWidth>(block, 3, ref previous, ref even, ref odd, ref k);
            block = Round<TWidth>(block, 4, ref previous, ref even, ref odd, ref k);
        }

        block = Round<TWidth>(block, rounds - 9, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 8, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 7, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 6, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 5, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 4, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 3, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 2, ref previous, ref even, ref odd, ref k);
        block = Round<TWidth>(block, rounds - 1, ref previous, ref even, ref odd, ref k);
        return TRounds.LastRound(block, previous, AesKeySchedule<TRounds>.Next<TWidth>(ref even, ref odd, ref k, rounds));
    }

    /// <summary>Round key n, and round n of the block with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Round<TWidth>(
        Vector128<byte> block, int n, ref Vector128<byte> previous, ref Vector128<byte> even, ref Vector128<byte> odd, ref Vector128<byte> k)
        where TWidth : struct, IWidth
    {
        Vector128<byte> key = AesKeySchedule<TRounds>.Next<TWidth>(ref even, ref odd, ref k, n);
        block = TRounds.Round(block, previous, key);
        previous = key;
        return block;
    }
}
