using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>The tables with which <see cref="PolyvalSliced{TLane,TVector}"/> multiplies by a constant. Each has sixteen bytes, one for every value of a nibble.</summary>
/// <remarks>
/// Byte j of a factor is b·x⁸ʲ. A table has byte i of dot(b·x⁸ʲ, c) = b·x⁸ʲ⁻¹²⁸·c for b, in two parts: one for b's low nibble and one for its high nibble. The step
/// from byte j to byte j - 1 divides a product by x⁸: byte i + 1 becomes byte i, and byte 0, called v, is shifted out. Adding v·(x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1),
/// which is zero in the field, clears v. After the division by x⁸, it leaves v·(1 + x⁻¹ + x⁻² + x⁻⁷)·x¹²⁰: most of it at byte 15, and the bits shifted out there at
/// byte 14. So nearly all tables of a byte are those of the byte before it. A nibble has only these tables:
///   w₀ … w₃₀: for byte j of the factor and byte i &lt; 15 of the product, w at 16 - j + i,
///   u₀ … u₁₆: for byte j of the factor and byte 15 of the product, u at 16 - j.
/// </remarks>
internal static class PolyvalTables
{
    private const int TableSize = 16;
    private const int Entries = 16;

    /// <summary>
    /// The offset of the table for byte 0 of the factor and byte 0 of the product. For byte j of the factor and byte i below 15 of the product, subtract 16·j and
    /// add 16·i.
    /// </summary>
    public const int Inner = 16 * TableSize;

    /// <summary>The offset of the table for byte 0 of the factor and byte 15 of the product. For byte j of the factor, subtract 16·j.</summary>
    public const int Top = TopFirst + (16 * TableSize);

    /// <summary>The high nibble's table is this many bytes after the low one's.</summary>
    public const int HighNibble = TopFirst + (17 * TableSize);

    public const int Size = 2 * HighNibble;

    private const int TopFirst = 31 * TableSize;

    /// <summary>Fills the tables of dot with a constant.</summary>
    [MethodImpl(Kernel.Options)]
    public static void Fill(Vector128<byte> constant, ref byte tables)
    {
        Span<Vector128<byte>> multiples = stackalloc Vector128<byte>[Entries];
        constant = FillNibble(constant, multiples, ref tables);
        _ = FillNibble(constant, multiples, ref Unsafe.Add(ref tables, HighNibble));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(multiples));
    }

    /// <summary>Fills the tables of a nibble. Returns the constant multiplied by x⁴.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> FillNibble(Vector128<byte> constant, Span<Vector128<byte>> multiples, ref byte tables)
    {
        multiples[0] = Vector128<byte>.Zero;
        for (int bit = 1; bit < Entries; bit *= 2)
        {
            for (int rest = 0; rest < bit; rest++)
            {
                multiples[bit + rest] = multiples[rest] ^ constant;
            }

            constant = Double(constant);
        }

        // Byte 15 of the undivided products is u₀. It is at the place of w₁₅, which the first division writes.
        PolyvalSliced<Lane128, Vector128<byte>>.Transpose(
            ref MemoryMarshal.AsBytes(multiples)[0], ref Unsafe.Add(ref tables, TopFirst), ref tables);
        Vector128<byte> top = Vector128.LoadUnsafe(ref tables, 15 * TableSize);
        top.StoreUnsafe(ref tables, TopFirst);
        for (nuint t = 0; t < 16; t++)
        {
            Vector128<byte> v = Vector128.LoadUnsafe(ref tables, t * TableSize);
            top ^= (v << 7) ^ (v << 6) ^ (v << 1);
            top.StoreUnsafe(ref tables, (t + 15) * TableSize);
            top = v ^ (v >>> 1) ^ (v >>> 2) ^ (v >>> 7);
            top.StoreUnsafe(ref tables, TopFirst + ((t + 1) * TableSize));
        }

        return constant;
    }

    /// <summary>Multiplies by x.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Double(Vector128<byte> element)
    {
        ulong low = element.AsUInt64().GetElement(0);
        ulong high = element.AsUInt64().GetElement(1);
        ulong carry = high >> 63;
        return Vector128.Create((low << 1) ^ carry, (high << 1) ^ (low >> 63) ^ ((0 - carry) & 0xC200_0000_0000_0000)).AsByte();
    }
}
