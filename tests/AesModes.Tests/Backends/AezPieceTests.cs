using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Software;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Backends;

/// <summary>
/// Do the software's pieces of AEZ what <see cref="IBackend"/> says, on each of its cores: every number of blocks up to some chunks, in place
/// and apart, at any alignment, and not a byte beyond?
/// </summary>
public class AezPieceTests
{
    private const byte Untouched = 0xA5;

    private static readonly Dictionary<string, Pieces> _cores = new()
    {
        ["software"] = new Pieces<SoftwareBackend>(),
        ["bitsliced"] = new Pieces<BitslicedBackend>(),
        ["vector-permute"] = new Pieces<PermuteRounds>(),
    };

    /// <summary>Around whole groups, around where one core takes over from the other, and around the chunks.</summary>
    private static readonly int[] _counts = [.. Enumerable.Range(0, 42), 47, 48, 49, 63, 64, 65, 70, 71, 72, 127, 128, 129, 136, 200];

    public static TheoryData<string> Cores => [.. _cores.Keys];

    [Theory]
    [MemberData(nameof(Cores))]
    public void RoundBlocks_UpTo200Blocks_EqualReference(string core)
    {
        Pieces pieces = Get(core);
        Random random = Sweep.Start();
        foreach (int rounds in (ReadOnlySpan<int>)[4, 10])
        {
            byte[] keys = Bytes.Random(random, 16 * rounds);
            byte[] source = Bytes.Random(random, 16 * _counts[^1]);
            byte[] expected = [.. source.Chunk(16).SelectMany(b => Rounds(keys, b))];
            Vector128<byte>[] roundKeys = Vectors(keys);
            for (int i = 0; i < 20; i++)
            {
                byte[] actual = Stored(pieces.RoundBlock(roundKeys, Vector128.Create<byte>(source.AsSpan(16 * i, 16))));
                Bytes.AssertEqual(expected.AsSpan(16 * i, 16), actual, Describe(core, $"{rounds} rounds, block {i} by itself"));
            }

            foreach (int count in _counts)
            {
                string what = Describe(core, $"{rounds} rounds, {count} blocks");
                InPlaceAndApart(source.AsSpan(0, 16 * count), expected.AsSpan(0, 16 * count), what, (from, to) => pieces.RoundBlocks(roundKeys, from, to));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Cores))]
    public void Aes4AndAes10_RandomBlocks_EqualReference(string core)
    {
        Pieces pieces = Get(core);
        Random random = Sweep.Start();
        for (int i = 0; i < 40; i++)
        {
            var key = new Key(random);
            byte[] block = Bytes.Random(random, 16);
            byte[] whitening = Bytes.Random(random, 16);
            byte[] addend = Bytes.Random(random, 16);
            Vector128<byte> b = Vector128.Create<byte>(block);
            Vector128<byte> w = Vector128.Create<byte>(whitening);
            Vector128<byte> a = Vector128.Create<byte>(addend);
            Bytes.AssertEqual(
                Xor(Rounds(key.Aes4, Xor(block, whitening)), addend), Stored(pieces.Aes4(key.Vectors, b, w, a)), Describe(core, $"AES4, {i}"));
            Bytes.AssertEqual(
                Xor(Rounds(key.Aes10, Xor(block, whitening)), addend), Stored(pieces.Aes10(key.Vectors, b, w, a)), Describe(core, $"AES10, {i}"));
        }
    }

    [Theory]
    [MemberData(nameof(Cores))]
    public void AezHash_UpTo200Blocks_EqualsReference(string core)
    {
        Pieces pieces = Get(core);
        Random random = Sweep.Start();
        var key = new Key(random);
        byte[] data = Bytes.Random(random, 16 * _counts[^1]);
        int j = random.Next(3, 100);
        byte[] expected = new byte[16];
        for (int count = 0; count <= _counts[^1]; count++)
        {
            if (count > 0)
            {
                expected = Xor(expected, key.E(j, count, data.AsSpan(16 * (count - 1), 16)));
            }

            if (_counts.Contains(count))
            {
                // Up to the array's end, so that what is read beyond is not something at hand.
                byte[] exact = data[..(16 * count)];
                byte[] actual = Stored(pieces.AezHash(key.Vectors, Vector128.Create<byte>(Multiply(j, key.J)), exact));
                Bytes.AssertEqual(expected, actual, Describe(core, $"j = {j}, {count} blocks"));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Cores))]
    public void AezPass1AndAezPass2_UpTo200Pairs_EqualReference(string core)
    {
        Pieces pieces = Get(core);
        Random random = Sweep.Start();
        var key = new Key(random);
        int most = _counts[^1];
        byte[] source = Bytes.Random(random, 32 * most);
        byte[] s = Bytes.Random(random, 16);

        // Not from the message's first pair: a call may begin at any group.
        int first = 1 + (8 * random.Next(4));
        byte[] middle = new byte[source.Length];
        byte[] final = new byte[source.Length];
        byte[][] sumsX = [new byte[16], .. new byte[most][]];
        byte[][] sumsY = [new byte[16], .. new byte[most][]];
        for (int pair = 0; pair < most; pair++)
        {
            int i = first + pair;
            ReadOnlySpan<byte> m = source.AsSpan(32 * pair, 16);
            ReadOnlySpan<byte> m2 = source.AsSpan((32 * pair) + 16, 16);
            byte[] w = Xor(m, key.E(1, i, m2));
            byte[] x = Xor(m2, key.E(0, 0, w));
            Xor(w, key.I).CopyTo(middle, 32 * pair);
            x.CopyTo(middle, (32 * pair) + 16);
            sumsX[pair + 1] = Xor(sumsX[pair], x);

            byte[] s2 = key.E(2, i, s);
            byte[] y = Xor(w, s2);
            byte[] z = Xor(x, s2);
            byte[] c2 = Xor(y, key.E(0, 0, z));
            Xor(z, key.E(1, i, c2)).CopyTo(final, 32 * pair);
            c2.CopyTo(final, (32 * pair) + 16);
            sumsY[pair + 1] = Xor(sumsY[pair], y);
        }

        foreach (int count in _counts)
        {
            string what = Describe(core, $"{count} pairs from {first}");
            InPlaceAndApart(source.AsSpan(0, 32 * count), middle.AsSpan(0, 32 * count), $"W and X, {what}", (from, to) =>
            {
                Vector128<byte> multiple = Vector128.Create<byte>(key.MultipleOfI(first));
                Bytes.AssertEqual(sumsX[count], Stored(pieces.AezPass1(key.Vectors, ref multiple, from, to)), $"sum of X, {what}");
                CheckMultiple(multiple);
            });
            InPlaceAndApart(middle.AsSpan(0, 32 * count), final.AsSpan(0, 32 * count), $"C, {what}", (from, to) =>
            {
                from.CopyTo(to);
                Vector128<byte> multiple = Vector128.Create<byte>(key.MultipleOfI(first));
                Bytes.AssertEqual(sumsY[count], Stored(pieces.AezPass2(key.Vectors, ref multiple, Vector128.Create<byte>(s), to)), $"sum of Y, {what}");
                CheckMultiple(multiple);
            });

            void CheckMultiple(Vector128<byte> multiple)
            {
                if (count % 8 == 0)
                {
                    Bytes.AssertEqual(key.MultipleOfI(first + count), Stored(multiple), $"multiple of I, {what}");
                }
            }
        }
    }

    private static Pieces Get(string core)
    {
        Assert.SkipUnless(core != "vector-permute" || AesPermute.IsSupported, $"{core}: this process does not have the instructions.");
        return _cores[core];
    }

    /// <summary>AEZ v5's keys and tweakable cipher, a byte at a time.</summary>
    private sealed class Key
    {
        public Key(Random random)
        {
            I = Bytes.Random(random, 16);
            J = Bytes.Random(random, 16);
            L = Bytes.Random(random, 16);

            // What the pieces have no business with is not zero.
            Vectors = AezPieceTests.Vectors(Bytes.Random(random, 16 * AezKey.Count));
            AezPieceTests.Vectors(Aes4).CopyTo(Vectors, AezKey.Aes4);
            AezPieceTests.Vectors(Aes10).CopyTo(Vectors, AezKey.Aes10);
            for (int k = 0; k < 8; k++)
            {
                Vectors[AezKey.Multiples + k] = Vector128.Create<byte>(Multiply(k, L));
            }

            Vectors[AezKey.DoubledI] = Vector128.Create<byte>(Multiply(2, I));
        }

        public byte[] I { get; }

        public byte[] J { get; }

        public byte[] L { get; }

        public Vector128<byte>[] Vectors { get; }

        public byte[] Aes4 => [.. J, .. I, .. L, .. new byte[16]];

        public byte[] Aes10 => [.. I, .. J, .. L, .. I, .. J, .. L, .. I, .. J, .. L, .. I];

        /// <summary>2^⌈i/8⌉·I.</summary>
        public byte[] MultipleOfI(int i)
        {
            byte[] multiple = I;
            for (int n = (i + 7) / 8; n > 0; n--)
            {
                multiple = Multiply(2, multiple);
            }

            return multiple;
        }

        /// <summary>E^{j,i} for j ≥ 0.</summary>
        public byte[] E(int j, int i, ReadOnlySpan<byte> block) =>
            Rounds(Aes4, Xor(Xor(Xor(block, Multiply(j, J)), MultipleOfI(i)), Multiply(i % 8, L)));
    }

    /// <summary>Whole rounds, as many as there are keys.</summary>
    private static byte[] Rounds(ReadOnlySpan<byte> keys, ReadOnlySpan<byte> block)
    {
        byte[] state = block.ToArray();
        for (; !keys.IsEmpty; keys = keys[16..])
        {
            ReferenceAes.SubBytes(state);
            ReferenceAes.ShiftRows(state);
            ReferenceAes.MixColumns(state);
            state = Xor(state, keys[..16]);
        }

        return state;
    }

    /// <summary>nX.</summary>
    private static byte[] Multiply(int n, byte[] block)
    {
        byte[] product = new byte[16];
        for (int bit = 30; bit >= 0; bit--)
        {
            bool overflow = product[0] >= 0x80;
            for (int i = 0; i < 16; i++)
            {
                product[i] = (byte)((product[i] << 1) | (i < 15 ? product[i + 1] >> 7 : 0));
            }

            product[15] ^= overflow ? (byte)0x87 : (byte)0;
            product = ((n >> bit) & 1) != 0 ? Xor(product, block) : product;
        }

        return product;
    }

    private static byte[] Xor(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        byte[] sum = left.ToArray();
        for (int i = 0; i < sum.Length; i++)
        {
            sum[i] ^= right[i];
        }

        return sum;
    }

    private delegate void Transform(ReadOnlySpan<byte> source, Span<byte> destination);

    private static void InPlaceAndApart(ReadOnlySpan<byte> source, ReadOnlySpan<byte> expected, string what, Transform transform)
    {
        // Any alignment.
        int at = 16 + (source.Length / 16 % 16);
        byte[] memory = new byte[source.Length + 48];
        memory.AsSpan().Fill(Untouched);
        Span<byte> place = memory.AsSpan(at, source.Length);
        transform(source, place);
        Check(expected, memory, at, $"{what}, apart");

        source.CopyTo(place);
        transform(place, place);
        Check(expected, memory, at, $"{what}, in place");

        static void Check(ReadOnlySpan<byte> expected, byte[] memory, int at, string what)
        {
            Bytes.AssertEqual(expected, memory.AsSpan(at, expected.Length), what);
            Bytes.AssertAll(Untouched, memory.AsSpan(0, at), $"memory before, {what}");
            Bytes.AssertAll(Untouched, memory.AsSpan(at + expected.Length), $"memory behind, {what}");
        }
    }

    private static Vector128<byte>[] Vectors(byte[] bytes) => MemoryMarshal.Cast<byte, Vector128<byte>>(bytes).ToArray();

    private static byte[] Stored(Vector128<byte> vector)
    {
        byte[] bytes = new byte[16];
        vector.CopyTo(bytes);
        return bytes;
    }

    private static string Describe(string core, FormattableString what) =>
        $"{core}: {what.ToString(CultureInfo.InvariantCulture)} ({Sweep.HowToRepeat})";

    /// <summary>The vector-permute core alone, also for long runs.</summary>
    private readonly struct PermuteRounds : IWholeRounds
    {
        public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
            AesPermute.RoundBlock(roundKeys, block);

        public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
            AesPermute.RoundBlocks(roundKeys, source, destination);
    }

    /// <summary>Static methods as an object's.</summary>
    private abstract class Pieces
    {
        public abstract Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

        public abstract void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);

        public abstract Vector128<byte> Aes4(
            ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

        public abstract Vector128<byte> Aes10(
            ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

        public abstract Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks);

        public abstract Vector128<byte> AezPass1(
            ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination);

        public abstract Vector128<byte> AezPass2(
            ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text);
    }

    private sealed class Pieces<TRounds> : Pieces
        where TRounds : struct, IWholeRounds
    {
        public override Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
            TRounds.RoundBlock(roundKeys, block);

        public override void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
            TRounds.RoundBlocks(roundKeys, source, destination);

        public override Vector128<byte> Aes4(
            ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
            AezPasses<TRounds>.Aes4(keys, block, whitening, addend);

        public override Vector128<byte> Aes10(
            ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
            AezPasses<TRounds>.Aes10(keys, block, whitening, addend);

        public override Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
            AezPasses<TRounds>.Hash(keys, multipleOfJ, blocks);

        public override Vector128<byte> AezPass1(
            ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
            AezPasses<TRounds>.Pass1(keys, ref multipleOfI, source, destination);

        public override Vector128<byte> AezPass2(
            ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text) =>
            AezPasses<TRounds>.Pass2(keys, ref multipleOfI, s, text);
    }
}
