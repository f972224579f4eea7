using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// Chooses between the two software cores: <see cref="AesPermute"/> for few blocks and for keys, <see cref="AesBitsliced"/> for long
/// runs, and for everything where the machine has no byte shuffle.
/// </summary>
internal static class SoftwareAes
{
    private const int BlockSize = 16;

    /// <summary>Blocks that the vector-permute core is given at once in counter mode.</summary>
    private const int ShortBatchBlocks = 4;

    // Measured on AMD Zen 5, AES-128 in counter mode, cycles with AVX-512 (without):
    //   blocks           1     4     8    12    13    16    17    24    64
    //   vector-permute 270   410   770  1120  1340  1520  1720  2220  5860   (265 550 1090 1570 1820 2150 2370 3220  8450)
    //   bitsliced     1050   980   970  1330  1360  1350  2140  2110  4840  (1220 1160 1180 1750 1770 1770 2760 2770  6350)
    // On machines where logic takes one cycle both are quicker; the bitsliced one's fixed cost, the planes of the keys, weighs alike.
    private const int LongRunBlocks = 13;

    // Behind whole groups, one batch costs 790 cycles (990); six blocks 670 (830).
    private const int ShortTailBlocks = 6;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        if (AesPermute.IsSupported)
        {
            AesPermute.ExpandKey(key, roundKeys);
        }
        else
        {
            AesBitsliced.ExpandKey(key, roundKeys);
        }
    }

    /// <summary>ECB of whole blocks; source and destination are the same memory or disjoint.</summary>
    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int front = LongFront(source.Length);
        if (front > 0)
        {
            AesBitsliced.EncryptBlocks(roundKeys, source[..front], destination);
        }

        if (front < source.Length)
        {
            AesPermute.EncryptBlocks(roundKeys, source[front..], destination[front..]);
        }
    }

    /// <summary>RFC 8452 §4's counter mode; any length; source and destination are the same memory or disjoint.</summary>
    public static void XorCounterBlocks(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int front = LongFront(source.Length);
        if (front > 0)
        {
            AesBitsliced.XorCounterBlocks(roundKeys, counter, source[..front], destination);
        }

        if (front < source.Length)
        {
            uint number = counter.AsUInt32().GetElement(0) + (uint)(front / BlockSize);
            XorFewCounterBlocks(roundKeys, counter.AsUInt32().WithElement(0, number), source[front..], destination[front..]);
        }
    }

    /// <summary>How many bytes at the front the bitsliced core takes: whole groups, unless it takes all.</summary>
    private static int LongFront(int length)
    {
        if (!AesPermute.IsSupported)
        {
            return length;
        }

        if (length <= (LongRunBlocks - 1) * BlockSize)
        {
            return 0;
        }

        int tail = length % (AesBitsliced.GroupBlocks * BlockSize);
        return tail <= ShortTailBlocks * BlockSize ? length - tail : length;
    }

    [MethodImpl(Kernel.Options)]
    private static void XorFewCounterBlocks(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<uint> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<byte> keyStream = stackalloc byte[ShortBatchBlocks * BlockSize];
        ref byte stream = ref MemoryMarshal.GetReference(keyStream);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        int length = source.Length;
        while (length > 0)
        {
            int blocks = Math.Min((length + BlockSize - 1) / BlockSize, ShortBatchBlocks);
            // Three blocks take as long as four.
            int encrypted = blocks == 3 ? 4 : blocks;
            for (int i = 0; i < encrypted; i++)
            {
                counter.AsByte().StoreUnsafe(ref stream, (nuint)(i * BlockSize));
                counter += Vector128.CreateScalar(1u);
            }

            Span<byte> batch = keyStream[..(encrypted * BlockSize)];
            AesPermute.EncryptBlocks(roundKeys, batch, batch);
            for (int i = 0; i < blocks; i++)
            {
                Vector128<byte> block = Vector128.LoadUnsafe(ref stream, (nuint)(i * BlockSize));
                if (length >= BlockSize)
                {
                    (block ^ Vector128.LoadUnsafe(ref from)).StoreUnsafe(ref to);
                }
                else
                {
                    Partial.Store(block ^ Partial.Load(ref from, length), ref to, length);
                }

                from = ref Unsafe.Add(ref from, BlockSize);
                to = ref Unsafe.Add(ref to, BlockSize);
                length -= BlockSize;
            }
        }

        CryptographicOperations.ZeroMemory(keyStream);
    }
}
