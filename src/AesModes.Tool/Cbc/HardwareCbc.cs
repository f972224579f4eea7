using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;

namespace AesModes.Tool.Cbc;

/// <summary>CBC on AES instructions. Encryption is one chain from block to block; decryption has eight blocks in flight.</summary>
internal sealed class HardwareCbc<TAes, TInverse> : CbcCipher
    where TAes : struct, IAesInstructions
    where TInverse : struct, IInverseRounds
{
    private readonly int _roundKeys;

    /// <summary>The round keys for encryption, then those for decryption.</summary>
    private readonly ExpandedKey _key;

    public HardwareCbc(ReadOnlySpan<byte> key)
    {
        _roundKeys = Fips197.CountRoundKeys(key.Length);
        _key = new ExpandedKey(2 * _roundKeys, typeof(CbcCipher));
        AesKeySchedule<TAes>.Expand(key, EncryptionKeys);
        InvertKeys(EncryptionKeys, DecryptionKeys);
    }

    /// <summary>On ARM, the last round has no AESMC, so it does not count.</summary>
    public override int AesRounds => X86.IsSupported ? _roundKeys - 1 : _roundKeys - 2;

    private Span<Vector128<byte>> EncryptionKeys => _key.Vectors[.._roundKeys];

    private Span<Vector128<byte>> DecryptionKeys => _key.Vectors[_roundKeys..];

    /// <summary>
    /// The chain from block to block contains only AES rounds: the last round's key includes the next plaintext block, whitened. The method removes that from the
    /// output, outside the chain.
    /// </summary>
    [MethodImpl(Kernel.Options)]
    public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.IsEmpty)
        {
            return;
        }

        ref Vector128<byte> k = ref MemoryMarshal.GetReference(EncryptionKeys);
        int rounds = _roundKeys - 1;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        Vector128<byte> lastKey = Unsafe.Add(ref k, rounds);
        Vector128<byte> next = TAes.Whiten(Vector128.LoadUnsafe(ref from), k);
        Vector128<byte> state = Vector128.Create(iv) ^ next;
        nuint last = (nuint)source.Length - BlockSize;
        nuint offset = 0;
        while (true)
        {
            for (int n = 1; n < rounds; n++)
            {
                state = TAes.Round(state, Unsafe.Add(ref k, n - 1), Unsafe.Add(ref k, n));
            }

            if (offset == last)
            {
                TAes.LastRound(state, Unsafe.Add(ref k, rounds - 1), lastKey).StoreUnsafe(ref to, offset);
                return;
            }

            next = TAes.Whiten(Vector128.LoadUnsafe(ref from, offset + BlockSize), k);
            state = TAes.LastRound(state, Unsafe.Add(ref k, rounds - 1), lastKey ^ next);
            (state ^ next).StoreUnsafe(ref to, offset);
            offset += BlockSize;
        }
    }

    /// <summary>The last round's key includes the previous ciphertext block.</summary>
    [MethodImpl(Kernel.Options)]
    public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(DecryptionKeys);
        int rounds = _roundKeys - 1;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        Vector128<byte> before = Vector128.Create(iv);
        int blocks = source.Length / BlockSize;
        for (; blocks >= 8; blocks -= 8)
        {
            Vector128<byte> b0 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 0 * BlockSize), k);
            Vector128<byte> b1 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 1 * BlockSize), k);
            Vector128<byte> b2 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 2 * BlockSize), k);
            Vector128<byte> b3 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 3 * BlockSize), k);
            Vector128<byte> b4 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 4 * BlockSize), k);
            Vector128<byte> b5 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 5 * BlockSize), k);
            Vector128<byte> b6 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 6 * BlockSize), k);
            Vector128<byte> b7 = TInverse.Whiten(Vector128.LoadUnsafe(ref from, 7 * BlockSize), k);
            // Not a loop, which is a sixth slower.
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 1);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 2);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 3);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 4);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 5);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 6);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 7);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 8);
            InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 9);
            if (rounds > 10)
            {
                InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 10);
                InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 11);
                if (rounds > 12)
                {
                    InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 12);
                    InverseRound(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7, ref k, 13);
                }
            }

            // Reads everything before it writes: source and destination may be the same memory.
            Vector128<byte> previousKey = Unsafe.Add(ref k, rounds - 1);
            Vector128<byte> lastKey = Unsafe.Add(ref k, rounds);
            b0 = TInverse.LastRound(b0, previousKey, lastKey ^ before);
            b1 = TInverse.LastRound(b1, previousKey, lastKey ^ Vector128.LoadUnsafe(ref from, 0 * BlockSize));
            b2 = TInverse.LastRound(b2, previousKey, lastKey ^ Vector128.LoadUnsafe(ref from, 1 * BlockSize));
            b3 = TInverse.LastRound(b3, previousKey, lastKey ^ Vector128.LoadUnsafe(ref from, 2 * BlockSize));
            b4 = TInverse.LastRound(b4, previousKey, lastKey ^ Vector128.LoadUnsafe(ref from, 3 * BlockSize));
            b5 = TInverse.LastRound(b5, previousKey, lastKey ^ Vector128.LoadUnsafe(ref from, 4 * BlockSize));
            b6 = TInverse.LastRound(b6, previousKey, lastKey ^ Vector128.LoadUnsafe(ref from, 5 * BlockSize));
            b7 = TInverse.LastRound(b7, previousKey, lastKey ^ Vector128.LoadUnsafe(ref from, 6 * BlockSize));
            before = Vector128.LoadUnsafe(ref from, 7 * BlockSize);
            b0.StoreUnsafe(ref to, 0 * BlockSize);
            b1.StoreUnsafe(ref to, 1 * BlockSize);
            b2.StoreUnsafe(ref to, 2 * BlockSize);
            b3.StoreUnsafe(ref to, 3 * BlockSize);
            b4.StoreUnsafe(ref to, 4 * BlockSize);
            b5.StoreUnsafe(ref to, 5 * BlockSize);
            b6.StoreUnsafe(ref to, 6 * BlockSize);
            b7.StoreUnsafe(ref to, 7 * BlockSize);
            from = ref Unsafe.Add(ref from, 8 * BlockSize);
            to = ref Unsafe.Add(ref to, 8 * BlockSize);
        }

        // At most seven blocks, which do not wait for each other either.
        for (; blocks > 0; blocks--)
        {
            Vector128<byte> block = Vector128.LoadUnsafe(ref from);
            Vector128<byte> state = TInverse.Whiten(block, k);
            for (int n = 1; n < rounds; n++)
            {
                state = TInverse.Round(state, Unsafe.Add(ref k, n - 1), Unsafe.Add(ref k, n));
            }

            TInverse.LastRound(state, Unsafe.Add(ref k, rounds - 1), Unsafe.Add(ref k, rounds) ^ before).StoreUnsafe(ref to);
            before = block;
            from = ref Unsafe.Add(ref from, BlockSize);
            to = ref Unsafe.Add(ref to, BlockSize);
        }
    }

    public override void Dispose() => _key.Dispose();

    /// <summary>The round keys of the equivalent inverse cipher (FIPS 197 §5.3.5).</summary>
    private static void InvertKeys(ReadOnlySpan<Vector128<byte>> roundKeys, Span<Vector128<byte>> inverseKeys)
    {
        inverseKeys[0] = roundKeys[^1];
        for (int i = 1; i < roundKeys.Length - 1; i++)
        {
            inverseKeys[i] = TInverse.InverseMixColumns(roundKeys[^(i + 1)]);
        }

        inverseKeys[^1] = roundKeys[0];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void InverseRound(
        ref Vector128<byte> b0,
        ref Vector128<byte> b1,
        ref Vector128<byte> b2,
        ref Vector128<byte> b3,
        ref Vector128<byte> b4,
        ref Vector128<byte> b5,
        ref Vector128<byte> b6,
        ref Vector128<byte> b7,
        ref Vector128<byte> keys,
        int n)
    {
        Vector128<byte> previous = Unsafe.Add(ref keys, n - 1);
        Vector128<byte> k = Unsafe.Add(ref keys, n);
        b0 = TInverse.Round(b0, previous, k);
        b1 = TInverse.Round(b1, previous, k);
        b2 = TInverse.Round(b2, previous, k);
        b3 = TInverse.Round(b3, previous, k);
        b4 = TInverse.Round(b4, previous, k);
        b5 = TInverse.Round(b5, previous, k);
        b6 = TInverse.Round(b6, previous, k);
        b7 = TInverse.Round(b7, previous, k);
    }
}
