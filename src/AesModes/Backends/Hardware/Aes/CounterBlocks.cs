using System.Diagnostics;
using System.Security.Cryptography;

namespace AesModes.Backends.Hardware;

/// <summary>Counter mode (SP 800-38A and RFC 8452) on AES instructions. A <see cref="FaceTable"/> saves two rounds: eight of ten remain, or twelve of fourteen.</summary>
/// <remarks>Needs AES instructions. Source and destination have the same length, and are the same memory or disjoint.</remarks>
internal static class CounterBlocks<TAes, TCounter>
    where TAes : struct, IAesInstructions
    where TCounter : struct, ICounter
{
    private const int FourSize = 4 * BlockSize;

    /// <summary>XORs the key stream into data of any length; the last block may be partial.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Xor(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
    {
        Debug.Assert(destination.Length == source.Length);
        if (table.IsEmpty && source.Length <= TCounter.CountBlocks(counter) * BlockSize)
        {
            Xor(roundKeys, counter, source, destination);
        }
        else
        {
            XorRuns(roundKeys, TCounter.FromBlock(counter), ref table, source, destination);
        }
    }

    /// <summary>Processes one run at a time. A run is within the vector counter's range, or within the table's.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void XorRuns(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 number,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
    {
        while (!source.IsEmpty)
        {
            Vector128<byte> counter = TCounter.ToBlock(number);
            long blocks = table.IsEmpty ? TCounter.CountBlocks(counter) : TCounter.CountTableBlocks(number);
            int length = (int)Math.Min(source.Length, blocks * BlockSize);
            if (table.IsEmpty)
            {
                Xor(roundKeys, counter, source[..length], destination[..length]);
            }
            else
            {
                TabledStates<TAes, TCounter>.Fill(roundKeys, number, ref table);
                XorFromTable(
                    roundKeys, new TabledStates<TAes, TCounter>(roundKeys, number, table.Memory), source[..length], destination[..length]);
            }

            number = TCounter.Advance(number, (length + BlockSize - 1) / BlockSize);
            source = source[length..];
            destination = destination[length..];
        }
    }

    /// <summary>Without a table, within the vector counter's range.</summary>
    private static void Xor(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        // After whole batches of eight, the rest uses the narrowest kernel that covers it: where a core issues one AES round per cycle, eight blocks cost twice as much as four.
        // One block costs as much as four. A short message never compiles the wide kernel.
        int tail = source.Length % (8 * BlockSize);
        int front = tail > 4 * BlockSize ? source.Length : source.Length - tail;
        if (front > 0)
        {
            XorCounted<Eight>(roundKeys, counter, source[..front], destination[..front]);
            if (front == source.Length)
            {
                return;
            }

            counter = TCounter.Advance(counter, (uint)(front / BlockSize));
            source = source[front..];
            destination = destination[front..];
        }

        if (source.Length > BlockSize)
        {
            XorCounted<Four>(roundKeys, counter, source, destination);
        }
        else if (source.Length > 0)
        {
            XorCounted<One>(roundKeys, counter, source, destination);
        }
    }

    /// <summary>Without a table: whole batches and the rest of one.</summary>
    [MethodImpl(Kernel.Options)]
    private static void XorCounted<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWidth : struct, IWidth
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        nuint batch = (nuint)Unsafe.SizeOf<TWidth>() * BlockSize;
        nuint length = (nuint)source.Length;
        nuint offset = 0;
        Vector128<byte> ctr = counter;
        while (true)
        {
            Blocks<TAes, TWidth> blocks = Blocks<TAes, TWidth>.Count<TCounter>(ctr);
            blocks.BeginEncryption(ref k);
            blocks.MiddleRounds(ref k, rounds);
            if (length - offset < batch)
            {
                blocks.LastRound(ref k, rounds);

                // A copy: a variable whose address is taken lives in memory.
                Blocks<TAes, TWidth> tail = blocks;
                XorRest(MemoryMarshal.AsBytes(new Span<Blocks<TAes, TWidth>>(ref tail)), source[(int)offset..], ref Unsafe.Add(ref to, offset));
                return;
            }

            blocks.LastRoundXor(ref k, rounds, ref from, ref to, offset);
            offset += batch;
            if (offset == length)
            {
                return;
            }

            ctr = TCounter.Advance(ctr, (uint)Unsafe.SizeOf<TWidth>());
        }
    }

    /// <summary>With a table: twelve blocks at a time, any length.</summary>
    [MethodImpl(Kernel.Options)]
    private static void XorFromTable(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        scoped TabledStates<TAes, TCounter> initialStates,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        nuint length = (nuint)source.Length;
        nuint offset = 0;

        // A copy: the fields of a parameter stay in memory.
        TabledStates<TAes, TCounter> states = initialStates;
        for (; length - offset >= TwelveBlocks<TAes>.Size; offset += TwelveBlocks<TAes>.Size)
        {
            Prefetch.Lines(ref from, offset, TwelveBlocks<TAes>.Size);
            Prefetch.Lines(ref to, offset, TwelveBlocks<TAes>.Size);
            states.Enter();
            TwelveBlocks<TAes> blocks = TwelveBlocks<TAes>.Take(ref states);
            blocks.MiddleRounds(ref k, rounds);
            blocks.LastRoundXor(ref k, rounds, ref from, ref to, offset);
        }

        states.Enter();
        for (; offset < length; offset += FourSize)
        {
            Blocks<TAes, Four> blocks = states.Take<Four>();
            blocks.MiddleRounds(ref k, rounds);
            if (length - offset < FourSize)
            {
                Span<byte> rest = stackalloc byte[FourSize];
                blocks.LastRound(ref k, rounds);
                blocks.Store(ref rest[0], 0);
                XorRest(rest, source[(int)offset..], ref Unsafe.Add(ref to, offset));
                return;
            }

            blocks.LastRoundXor(ref k, rounds, ref from, ref to, offset);
        }
    }

    /// <summary>XORs the last bytes with key stream that is longer than they are, and clears the key stream.</summary>
    private static void XorRest(Span<byte> keyStream, ReadOnlySpan<byte> source, ref byte destination)
    {
        PartialBlock.Xor(source, keyStream, ref destination);
        CryptographicOperations.ZeroMemory(keyStream);
    }
}
