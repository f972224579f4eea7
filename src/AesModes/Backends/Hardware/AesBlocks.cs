using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace AesModes.Backends.Hardware;

/// <summary>
/// AES (FIPS 197) on AES instructions: blocks by themselves, and counter mode.
/// </summary>
/// <remarks>
/// Needs AES instructions. Source and destination: same length, same memory or disjoint. Byte 0 of a vector is the first byte of the
/// block. The key schedule is beside it in <see cref="AesKeySchedule{TRounds}"/>, the software twin in Software/.
/// </remarks>
internal static class AesBlocks<TRounds>
    where TRounds : struct, IRounds
{
    private const int BlockSize = 16;

    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Encrypt(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        Blocks<TRounds, One>.EncryptOne(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length - 1, block);

    /// <summary>Any number of whole blocks.</summary>
    public static void Encrypt(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(source.Length % BlockSize == 0 && destination.Length == source.Length);
        while (source.Length > 0)
        {
            int count = Math.Min(source.Length / BlockSize, 8);
            switch (count)
            {
                case 8:
                    Encrypt<Eight>(roundKeys, source, destination);
                    break;
                case >= 4:
                    Encrypt<Four>(roundKeys, source, destination);
                    count = 4;
                    break;
                default:
                    Encrypt<One>(roundKeys, source, destination);
                    count = 1;
                    break;
            }

            source = source[(count * BlockSize)..];
            destination = destination[(count * BlockSize)..];
        }
    }

    /// <summary>Any length.</summary>
    public static void XorKeyStream<TCounter>(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
        where TCounter : struct, ICounter
    {
        Debug.Assert(destination.Length == source.Length);

        // What is left behind whole batches of eight takes the narrowest kernel that covers it: eight blocks cost twice what four do
        // where AES issues once a cycle, and one block costs what four do. A short message never compiles the wide kernel.
        int tail = source.Length % (8 * BlockSize);
        int front = tail > 4 * BlockSize ? source.Length : source.Length - tail;
        if (front > 0)
        {
            XorKeyStream<TCounter, Eight>(roundKeys, counter, source[..front], destination[..front]);
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
            XorKeyStream<TCounter, Four>(roundKeys, counter, source, destination);
        }
        else if (source.Length > 0)
        {
            XorKeyStream<TCounter, One>(roundKeys, counter, source, destination);
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void Encrypt<TWidth>(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWidth : struct, IWidth
    {
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Load(ref MemoryMarshal.GetReference(source), 0);
        blocks.Encrypt(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length - 1);
        blocks.Store(ref MemoryMarshal.GetReference(destination), 0);
    }

    [MethodImpl(Kernel.Options)]
    private static void XorKeyStream<TCounter, TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
        where TCounter : struct, ICounter
        where TWidth : struct, IWidth
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        Vector128<byte> ctr = counter;
        nuint batch = (nuint)TWidth.Blocks * BlockSize;
        nuint length = (nuint)source.Length;
        nuint offset = 0;
        while (true)
        {
            Blocks<TRounds, TWidth> keyStream = Blocks<TRounds, TWidth>.Count<TCounter>(ctr);
            keyStream.Encrypt(ref k, rounds);
            if (length - offset >= batch)
            {
                keyStream.StoreXor(ref from, ref to, offset);
                offset += batch;
                ctr = TCounter.Advance(ctr, (uint)TWidth.Blocks);
                if (offset == length)
                {
                    return;
                }
            }
            else
            {
                // A copy, as a value whose address is taken lives in memory.
                Blocks<TRounds, TWidth> tail = keyStream;
                Span<byte> stream = MemoryMarshal.AsBytes(new Span<Blocks<TRounds, TWidth>>(ref tail));
                Partial.Xor(source[(int)offset..], stream, ref Unsafe.Add(ref to, offset));
                CryptographicOperations.ZeroMemory(stream);
                return;
            }
        }
    }
}
