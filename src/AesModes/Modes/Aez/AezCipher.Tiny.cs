using System.Runtime.Intrinsics.X86;

namespace AesModes.Modes;

/// <summary>AEZ-tiny: messages of 1 to 31 bytes, including the tag, in a Feistel network on bits.</summary>
internal sealed partial class AezCipher<TKernels>
{
    private static Vector128<byte> FirstByte => Vector128.CreateScalar((byte)0x80);

    /// <remarks>
    /// Each iteration does two rounds, so that the halves never swap. Each half begins at byte 0 of a vector. If the size is odd, it ends in the middle of a byte.
    /// All branches depend on the size.
    /// </remarks>
    [MethodImpl(Kernel.Options)]
    private RegisterBlock EncipherTiny(in AezMessage message, bool inverse, in Vector128<byte> hashed)
    {
        ReadOnlySpan<byte> source = message.Source;
        Span<byte> destination = message.Destination;
        int size = Math.Max(source.Length, destination.Length);
        int half = size / 2;
        bool odd = size % 2 != 0;
        ReadOnlySpan<Vector128<byte>> keys = Key.Vectors;
        Vector128<byte> delta = HashNonceEnd(keys, in message, hashed);
        Vector128<byte> low = ZeroExtended.Load(source, 0, Math.Min(size, BlockSize));
        Vector128<byte> high = ZeroExtended.Load(source, BlockSize, size - BlockSize);
        if (inverse && size < BlockSize)
        {
            low ^= TopBitFlip(keys, delta, low);
        }

        Vector128<byte> splitByte = Vector128.Equals(Vector128<byte>.Indices, Vector128.Create((byte)half));
        Vector128<byte> mask = PartialBlock.Mask(half);
        Vector128<byte> padding = splitByte & Vector128.Create((byte)0x80);
        Vector128<byte> left = low;
        Vector128<byte> right = FromByte(low, half) | FromByte(high, half - BlockSize);
        if (odd)
        {
            mask |= splitByte & Vector128.Create((byte)0xF0);
            padding = splitByte & Vector128.Create((byte)0x08);
            right = ShiftLeftByNibble(right);
        }

        left &= mask;
        right &= mask;

        int rounds = size switch { 1 => 24, 2 => 16, < BlockSize => 10, _ => 8 };
        Vector128<byte> whitening = delta ^ padding ^ keys[AezKey.DoubledI] ^ keys[AezKey.Multiples + (size < BlockSize ? 7 : 6)];

        // The round number is in the last byte.
        Vector128<byte> number = Vector128.Create(0, (inverse ? (ulong)rounds - 1 : 0) << 56).AsByte();
        Vector128<byte> step = Vector128.Create(0, (inverse ? 0xFFul : 1) << 56).AsByte();
        for (int round = 0; round < rounds; round += 2)
        {
            left = TKernels.Aes4(keys, whitening ^ number, right, left) & mask;
            number += step;
            right = TKernels.Aes4(keys, whitening ^ number, left, right) & mask;
            number += step;
        }

        // The output is right ‖ left.
        if (odd)
        {
            left = ShiftRightByNibble(left);
        }

        low = right | FromByte(left, -half);
        high = FromByte(left, BlockSize - half);
        if (!inverse && size < BlockSize)
        {
            low ^= TopBitFlip(keys, delta, low);
        }

        EndRead();
        return new RegisterBlock(
            ZeroExtended.Store(low, destination, 0, Math.Min(size, BlockSize))
            | (size > BlockSize ? ZeroExtended.Store(high, destination, BlockSize, size - BlockSize) : Vector128<byte>.Zero));
    }

    /// <summary>Below 16 bytes, a Feistel network yields only even permutations. So AEZ adds a function of all other bits to the top bit.</summary>
    private static Vector128<byte> TopBitFlip(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> delta, Vector128<byte> text) =>
        TKernels.Aes4(keys, text | FirstByte, delta ^ keys[AezKey.DoubledI] ^ keys[AezKey.Multiples + 3], Vector128<byte>.Zero) & FirstByte;

    /// <summary>Shifts a block by bytes: byte n of the result is byte n + <paramref name="first"/>, or zero outside the block. The indices are public.</summary>
    /// <remarks>
    /// SSSE3 returns zero for indices from 128 on. The saturating addition moves all indices but 0 to 15 there. <see cref="AezBlocks"/> explains why the code names
    /// the instruction.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> FromByte(Vector128<byte> text, int first)
    {
        Vector128<byte> indices = Vector128<byte>.Indices + Vector128.Create((byte)first);
        return Ssse3.IsSupported ? Ssse3.Shuffle(text, Sse2.AddSaturate(indices, Vector128.Create((byte)0x70))) : Vector128.Shuffle(text, indices);
    }

    /// <summary>Shifts the block by four bits, as one big-endian number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ShiftLeftByNibble(Vector128<byte> text) =>
        ((text.AsUInt16() << 4).AsByte() & Vector128.Create((byte)0xF0))
        | ((FromByte(text, 1).AsUInt16() >>> 4).AsByte() & Vector128.Create((byte)0x0F));

    /// <inheritdoc cref="ShiftLeftByNibble"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ShiftRightByNibble(Vector128<byte> text) =>
        ((text.AsUInt16() >>> 4).AsByte() & Vector128.Create((byte)0x0F))
        | ((FromByte(text, -1).AsUInt16() << 4).AsByte() & Vector128.Create((byte)0xF0));
}
