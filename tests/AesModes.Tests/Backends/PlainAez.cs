using System.Runtime.InteropServices;

namespace AesModes.Tests.Backends;

/// <summary>The expected values for tests of AEZ's backend methods: AEZ v5's key in the backends' layout, its tweakable cipher and its AES rounds.</summary>
internal sealed class PlainAez
{
    private readonly ReferenceAez _reference;

    /// <param name="extracted">I ‖ J ‖ L.</param>
    public PlainAez(ReadOnlySpan<byte> extracted)
    {
        _reference = new(extracted.ToArray(), 0);
        I = extracted[..16].ToArray();
        J = extracted[16..32].ToArray();
        L = extracted[32..48].ToArray();

        // Fill entries that the methods must not read with random bytes.
        Vectors = ToVectors(Bytes.Random(new Random(5), 16 * AezKey.Count));
        ToVectors(Aes4).CopyTo(Vectors, AezKey.Aes4);
        ToVectors(Aes10).CopyTo(Vectors, AezKey.Aes10);
        for (int k = 0; k <= 15; k++)
        {
            Vectors[AezKey.Multiples + k] = Vector128.Create<byte>(ReferenceAez.Times(k % 8, L));
        }

        Vectors[AezKey.TripledJ] = Vector128.Create<byte>(ReferenceAez.Times(3, J));
        Vectors[AezKey.DoubledI] = Vector128.Create<byte>(ReferenceAez.Times(2, I));
    }

    public byte[] I { get; }

    public byte[] J { get; }

    public byte[] L { get; }

    /// <summary>The key in the layout of <see cref="AezKey"/>.</summary>
    public Vector128<byte>[] Vectors { get; }

    public byte[] Aes4 => [.. J, .. I, .. L, .. new byte[16]];

    public byte[] Aes10 => [.. I, .. J, .. L, .. I, .. J, .. L, .. I, .. J, .. L, .. I];

    /// <summary>2^⌈i/8⌉·I.</summary>
    public byte[] MultipleOfI(int i) => _reference.DoubleOfI((i + 7) / 8);

    /// <summary>E^{j,i} for j ≥ 0.</summary>
    public byte[] E(int j, int i, ReadOnlySpan<byte> block) => _reference.E(j, i, block.ToArray());

    /// <summary>Runs one AES round for each key.</summary>
    public static byte[] Rounds(ReadOnlySpan<byte> keys, ReadOnlySpan<byte> block)
    {
        byte[] state = block.ToArray();
        for (; !keys.IsEmpty; keys = keys[16..])
        {
            ReferenceAes.Round(state, keys[..16]);
        }

        return state;
    }

    public static Vector128<byte>[] ToVectors(byte[] bytes) => MemoryMarshal.Cast<byte, Vector128<byte>>(bytes).ToArray();
}
