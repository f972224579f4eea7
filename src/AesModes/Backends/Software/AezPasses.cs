using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Software;

/// <summary>Placeholder: slow and plain.</summary>
internal static class AezPasses
{
    public static Vector128<byte> Aes4(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        Rounds(keys.Slice(AezKey.Aes4, 4), block ^ whitening) ^ addend;

    public static Vector128<byte> Aes10(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        Rounds(keys.Slice(AezKey.Aes10, 10), block ^ whitening) ^ addend;

    public static Vector128<byte> Hash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks)
    {
        Vector128<byte> multiple = keys[AezKey.DoubledI];
        Vector128<byte> sum = default;
        for (int i = 1; i <= blocks.Length / 16; i++)
        {
            sum = Aes4(keys, Vector128.Create(blocks.Slice(16 * (i - 1), 16)), multipleOfJ ^ multiple ^ keys[AezKey.Multiples + (i % 8)], sum);
            multiple = i % 8 == 0 ? AezBlocks.Double(multiple) : multiple;
        }

        return sum;
    }

    public static Vector128<byte> Pass1(ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Vector128<byte> sum = default;
        for (int i = 1; i <= source.Length / 32; i++)
        {
            Span<byte> to = destination[(32 * (i - 1))..];
            Vector128<byte> a = Vector128.Create(source.Slice(32 * (i - 1), 16));
            Vector128<byte> b = Vector128.Create(source.Slice(32 * (i - 1) + 16, 16));
            a = Aes4(keys, b, keys[AezKey.J] ^ multipleOfI ^ keys[AezKey.Multiples + (i % 8)], a ^ keys[AezKey.I]);
            b = Aes4(keys, a, default, b);
            a.CopyTo(to);
            b.CopyTo(to[16..]);
            sum ^= b;
            multipleOfI = i % 8 == 0 ? AezBlocks.Double(multipleOfI) : multipleOfI;
        }

        return sum;
    }

    public static Vector128<byte> Pass2(ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text)
    {
        Vector128<byte> sum = default;
        for (int i = 1; i <= text.Length / 32; i++)
        {
            Span<byte> to = text[(32 * (i - 1))..];
            Vector128<byte> tweak = multipleOfI ^ keys[AezKey.Multiples + (i % 8)];
            Vector128<byte> si = Aes4(keys, s, AezBlocks.Double(keys[AezKey.J]) ^ tweak, keys[AezKey.I]);
            Vector128<byte> y = Vector128.Create<byte>(to) ^ si;
            Vector128<byte> z = Vector128.Create<byte>(to[16..]) ^ si;
            sum ^= y;
            y = Aes4(keys, z, default, y);
            z = Aes4(keys, y, keys[AezKey.J] ^ tweak, z ^ keys[AezKey.I]);
            z.CopyTo(to);
            y.CopyTo(to[16..]);
            multipleOfI = i % 8 == 0 ? AezBlocks.Double(multipleOfI) : multipleOfI;
        }

        return sum;
    }

    private static Vector128<byte> Rounds(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block)
    {
        Span<Vector128<byte>> zero = stackalloc Vector128<byte>[2];
        zero.Clear();
        foreach (Vector128<byte> key in keys)
        {
            Span<Vector128<byte>> b = [block];
            SoftwareAes.EncryptBlocks(zero, MemoryMarshal.AsBytes(b), MemoryMarshal.AsBytes(b));
            block = Mix(b[0]) ^ key;
        }

        return block;
    }

    private static Vector128<byte> Mix(Vector128<byte> s)
    {
        Vector128<byte> r = Turn(s, 1);
        Vector128<byte> t = s ^ r;
        Vector128<byte> top = (t.AsUInt64() >>> 7).AsByte() & Vector128.Create((byte)1);
        Vector128<byte> doubled = (t + t) ^ ((Vector128<byte>.Zero - top) & Vector128.Create((byte)0x1B));
        return doubled ^ r ^ Turn(t, 2);
    }

    private static Vector128<byte> Turn(Vector128<byte> s, int n) => ((s.AsUInt32() >>> (8 * n)) | (s.AsUInt32() << (32 - (8 * n)))).AsByte();
}
