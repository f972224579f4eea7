using System.Diagnostics;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>BLAKE2b (RFC 7693) without a key, which derives AEZ's keys from a caller's key. Each row of the 4 × 4 state words is a vector.</summary>
internal static class Blake2b
{
    private const int BlockSize = 128;
    private const int Rounds = 12;

    // RFC 7693 §2.6.
    private static ReadOnlySpan<ulong> InitialVector =>
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ];

    // RFC 7693 §2.7, ten permutations. Rounds 10 and 11 use the first two again.
    private static ReadOnlySpan<byte> Sigma =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
        11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
        7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
        9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
        2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
        12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
        13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
        6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
        10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
    ];

    /// <summary>Computes the digest of a message. The digest has 1 to 64 bytes.</summary>
    public static void Hash(ReadOnlySpan<byte> message, Span<byte> digest)
    {
        Debug.Assert(digest.Length is > 0 and <= 64);
        Span<byte> block = stackalloc byte[BlockSize];
        Span<ulong> state = stackalloc ulong[8];
        InitialVector.CopyTo(state);
        state[0] ^= 0x0101_0000 ^ (uint)digest.Length;

        // The last block gets the flag for the last block even if it is whole. An empty message is one block of zeros.
        ulong count = 0;
        for (; message.Length > BlockSize; message = message[BlockSize..])
        {
            count += BlockSize;
            Compress(state, message[..BlockSize], count, last: false);
        }

        block.Clear();
        message.CopyTo(block);
        Compress(state, block, count + (uint)message.Length, last: true);
        MemoryMarshal.AsBytes(state)[..digest.Length].CopyTo(digest);
        CryptographicOperations.ZeroMemory(block);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(state));
    }

    /// <summary>The compression function F (RFC 7693 §3.2). <paramref name="count"/> is the number of message bytes so far. 64 bits are enough for a span.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Compress(Span<ulong> state, ReadOnlySpan<byte> block, ulong count, bool last)
    {
        ReadOnlySpan<ulong> m = MemoryMarshal.Cast<byte, ulong>(block);
        Vector256<ulong> low = Vector256.Create<ulong>(state);
        Vector256<ulong> high = Vector256.Create<ulong>(state[4..]);
        Vector256<ulong> a = low;
        Vector256<ulong> b = high;
        Vector256<ulong> c = Vector256.Create(InitialVector);
        Vector256<ulong> d = Vector256.Create(InitialVector[4..]) ^ Vector256.Create(count, 0, last ? ulong.MaxValue : 0, 0);
        for (int round = 0; round < Rounds; round++)
        {
            // The indices are public: they depend only on the round.
            ReadOnlySpan<byte> s = Sigma.Slice(round % 10 * 16, 16);
            Mix(
                ref a, ref b, ref c, ref d, Vector256.Create(m[s[0]], m[s[2]], m[s[4]], m[s[6]]), Vector256.Create(m[s[1]], m[s[3]], m[s[5]], m[s[7]]));

            // Rotations turn diagonals into columns. The rotations after the second Mix undo that.
            b = Vector256.Shuffle(b, Vector256.Create(1UL, 2, 3, 0));
            c = Vector256.Shuffle(c, Vector256.Create(2UL, 3, 0, 1));
            d = Vector256.Shuffle(d, Vector256.Create(3UL, 0, 1, 2));
            Mix(
                ref a, ref b, ref c, ref d, Vector256.Create(m[s[8]], m[s[10]], m[s[12]], m[s[14]]), Vector256.Create(m[s[9]], m[s[11]], m[s[13]], m[s[15]]));
            b = Vector256.Shuffle(b, Vector256.Create(3UL, 0, 1, 2));
            c = Vector256.Shuffle(c, Vector256.Create(2UL, 3, 0, 1));
            d = Vector256.Shuffle(d, Vector256.Create(1UL, 2, 3, 0));
        }

        (low ^ a ^ c).CopyTo(state);
        (high ^ b ^ d).CopyTo(state[4..]);
    }

    /// <summary>The mixing function G (RFC 7693 §3.1) on four columns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix(
        ref Vector256<ulong> a, ref Vector256<ulong> b, ref Vector256<ulong> c, ref Vector256<ulong> d, Vector256<ulong> x, Vector256<ulong> y)
    {
        a += b + x;
        d = RotateRight(d ^ a, 32);
        c += d;
        b = RotateRight(b ^ c, 24);
        a += b + y;
        d = RotateRight(d ^ a, 16);
        c += d;
        b = RotateRight(b ^ c, 63);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> RotateRight(Vector256<ulong> words, int count) => (words >>> count) | (words << (64 - count));
}
