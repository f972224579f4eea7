using System.Buffers.Binary;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// POLYVAL (RFC 8452 §3) with integer multiplications "with holes". Each operand keeps only every fourth bit, so the sum of the partial products at a bit carries
/// into the three empty bits above it. The lowest bit of that sum is the carry-less one.
/// </summary>
/// <remarks>
/// The technique is Thomas Pornin's (BearSSL's GHASH). The least significant bit of byte 0 is x⁰. Vectors are read as little-endian pairs of 64-bit integers. A
/// 64-bit multiplication yields the low half of a product. Sixteen partial products meet only at bits 60 to 63, and their carry leaves at bit 64. The high half
/// is the low half of the product of the bit-reversed operands, reversed and shifted by one: rev(a)·rev(b) = rev(a·b) &gt;&gt; 1.
/// It is constant-time if the 64-bit multiplication is, as on mainstream x86-64 and large ARM64 cores. Some small cores finish early. In a 32-bit process the
/// runtime multiplies in software, with a branch on the high halves.
/// It needs no SIMD. <see cref="PolyvalSliced{TLane,TVector}"/> hashes long data. The counterpart for hardware is Hardware/Polyval/Polyval.cs.
/// </remarks>
internal static class Polyval
{
    // Bits 0, 4, 8 …. The other three classes are this one, shifted.
    private const ulong EveryFourth = 0x1111_1111_1111_1111;

    /// <summary>acc ← dot(acc ⊕ block, h) for each block of the data, zero-padded to whole blocks.</summary>
    public static Vector128<byte> Absorb(in Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data)
    {
        if (data.IsEmpty)
        {
            return accumulator;
        }

        Key key = new(h.AsUInt64().GetElement(0), h.AsUInt64().GetElement(1));
        Vector128<byte> result = AbsorbBlocks(ref key, accumulator, ref MemoryMarshal.GetReference(data), (nuint)data.Length);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(new Span<Key>(ref key)));
        return result;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> AbsorbBlocks(ref Key h, Vector128<byte> accumulator, ref byte data, nuint length)
    {
        ulong low = accumulator.AsUInt64().GetElement(0);
        ulong high = accumulator.AsUInt64().GetElement(1);
        while (length > 0)
        {
            Vector128<ulong> block;
            if (length >= BlockSize)
            {
                block = Vector128.LoadUnsafe(ref data).AsUInt64();
                data = ref Unsafe.Add(ref data, BlockSize);
                length -= BlockSize;
            }
            else
            {
                block = PartialBlock.Load(ref data, (int)length).AsUInt64();
                length = 0;
            }

            low ^= block.GetElement(0);
            high ^= block.GetElement(1);

            // Karatsuba: three 64-bit products, each as its low half and its reversed high half.
            ulong lowReversed = Reverse(low);
            ulong highReversed = Reverse(high);
            ulong v0 = MultiplyLow(low, ref h.Low);
            ulong v2 = MultiplyLow(high, ref h.High);
            ulong v1 = MultiplyLow(low ^ high, ref h.Middle) ^ v0 ^ v2;
            ulong top0 = MultiplyLow(lowReversed, ref h.LowReversed);
            ulong top2 = MultiplyLow(highReversed, ref h.HighReversed);
            ulong top1 = MultiplyLow(lowReversed ^ highReversed, ref h.MiddleReversed) ^ top0 ^ top2;
            v1 ^= Reverse(top0) >> 1;
            v2 ^= Reverse(top1) >> 1;
            ulong v3 = Reverse(top2) >> 1;

            (low, high) = Reduce(v0, v1, v2, v3);
        }

        return Vector128.Create(low, high).AsByte();
    }

    /// <summary>Returns dot(element, element). The bits of a square are twice as far apart.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Square(Vector128<byte> element)
    {
        ulong low = element.AsUInt64().GetElement(0);
        ulong high = element.AsUInt64().GetElement(1);
        (low, high) = Reduce(Spread((uint)low), Spread((uint)(low >> 32)), Spread((uint)high), Spread((uint)(high >> 32)));
        return Vector128.Create(low, high).AsByte();
    }

    /// <summary>
    /// Reduces a product, with dot's factor x⁻¹²⁸: adds the multiple of x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1 that clears the low half, one quarter of the product after the
    /// other.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (ulong Low, ulong High) Reduce(ulong v0, ulong v1, ulong v2, ulong v3)
    {
        // Word w adds w·(1 + x⁻¹ + x⁻² + x⁻⁷) two words above it. Bits that are shifted out go to the word below that one.
        v1 ^= (v0 << 63) ^ (v0 << 62) ^ (v0 << 57);
        v2 ^= v0 ^ (v0 >> 1) ^ (v0 >> 2) ^ (v0 >> 7);
        v2 ^= (v1 << 63) ^ (v1 << 62) ^ (v1 << 57);
        v3 ^= v1 ^ (v1 >> 1) ^ (v1 >> 2) ^ (v1 >> 7);
        return (v2, v3);
    }

    /// <summary>Moves bit i to bit 2i.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Spread(uint bits)
    {
        ulong x = bits;
        x = (x | (x << 16)) & 0x0000_FFFF_0000_FFFF;
        x = (x | (x << 8)) & 0x00FF_00FF_00FF_00FF;
        x = (x | (x << 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        x = (x | (x << 2)) & 0x3333_3333_3333_3333;
        return (x | (x << 1)) & 0x5555_5555_5555_5555;
    }

    /// <summary>Returns the low 64 bits of the carry-less product. Class c of it comes from the pairs of classes that add up to c modulo 4.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MultiplyLow(ulong x, ref BitClasses y)
    {
        ulong x0 = x & EveryFourth;
        ulong x1 = x & (EveryFourth << 1);
        ulong x2 = x & (EveryFourth << 2);
        ulong x3 = x & (EveryFourth << 3);
        ulong z0 = (x0 * y.Class0) ^ (x1 * y.Class3) ^ (x2 * y.Class2) ^ (x3 * y.Class1);
        ulong z1 = (x0 * y.Class1) ^ (x1 * y.Class0) ^ (x2 * y.Class3) ^ (x3 * y.Class2);
        ulong z2 = (x0 * y.Class2) ^ (x1 * y.Class1) ^ (x2 * y.Class0) ^ (x3 * y.Class3);
        ulong z3 = (x0 * y.Class3) ^ (x1 * y.Class2) ^ (x2 * y.Class1) ^ (x3 * y.Class0);
        return (z0 & EveryFourth) | (z1 & (EveryFourth << 1)) | (z2 & (EveryFourth << 2)) | (z3 & (EveryFourth << 3));
    }

    /// <summary>Moves bit i to bit 63 - i.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Reverse(ulong x)
    {
        const ulong Nibbles = 0x0F0F_0F0F_0F0F_0F0F;
        const ulong Pairs = 0x3333_3333_3333_3333;
        const ulong Bits = 0x5555_5555_5555_5555;
        x = BinaryPrimitives.ReverseEndianness(x);
        x = ((x >> 4) & Nibbles) | ((x & Nibbles) << 4);
        x = ((x >> 2) & Pairs) | ((x & Pairs) << 2);
        return ((x >> 1) & Bits) | ((x & Bits) << 1);
    }

    /// <summary>An operand's bits in four classes, by bit number modulo 4.</summary>
    private readonly struct BitClasses(ulong x)
    {
        public readonly ulong Class0 = x & EveryFourth;
        public readonly ulong Class1 = x & (EveryFourth << 1);
        public readonly ulong Class2 = x & (EveryFourth << 2);
        public readonly ulong Class3 = x & (EveryFourth << 3);
    }

    /// <summary>H, split into classes once per call.</summary>
    private struct Key(ulong low, ulong high)
    {
        public BitClasses Low = new(low);
        public BitClasses High = new(high);
        public BitClasses Middle = new(low ^ high);
        public BitClasses LowReversed = new(Reverse(low));
        public BitClasses HighReversed = new(Reverse(high));
        public BitClasses MiddleReversed = new(Reverse(low ^ high));
    }
}
