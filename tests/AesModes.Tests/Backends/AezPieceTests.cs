using AesModes.Backends.Software;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>
/// Tests the AEZ methods of each <see cref="IBackend"/> and of each software core alone: every number of blocks up to several chunks, in place and with separate buffers, at
/// any alignment, under any key. They must not write past the end.
/// </summary>
public class AezPieceTests
{
    private const string Permute = "software (vector-permute AES alone)";

    /// <summary>Numbers of blocks around whole groups, the change from one core to the other, and chunks.</summary>
    private static readonly int[] _counts = [.. Enumerable.Range(0, 42), 47, 48, 49, 63, 64, 65, 70, 71, 72, 127, 128, 129, 136, 200];

    public static TheoryData<string> Names => [.. TestBackends.Names.Select(r => r.Data), Permute];

    [Theory]
    [MemberData(nameof(Names))]
    public void Aes4AndAes10_RandomBlocks_EqualReference(string name)
    {
        AezPieces pieces = Get(name);
        Random random = Sweep.Start();
        foreach ((string kind, PlainAez key) in Keys(random, 40))
        {
            byte[] block = Bytes.Random(random, 16);
            byte[] whitening = Bytes.Random(random, 16);
            byte[] addend = Bytes.Random(random, 16);
            Vector128<byte> b = Vector128.Create<byte>(block);
            Vector128<byte> w = Vector128.Create<byte>(whitening);
            Vector128<byte> a = Vector128.Create<byte>(addend);
            Bytes.AssertEqual(
                Bytes.Xor(PlainAez.Rounds(key.Aes4, Bytes.Xor(block, whitening)), addend), Stored(pieces.Aes4(key.Vectors, b, w, a)), Describe(name, $"AES4, {kind}"));
            Bytes.AssertEqual(
                Bytes.Xor(PlainAez.Rounds(key.Aes10, Bytes.Xor(block, whitening)), addend), Stored(pieces.Aes10(key.Vectors, b, w, a)), Describe(name, $"AES10, {kind}"));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void AezHash_UpTo200Blocks_EqualsReference(string name)
    {
        AezPieces pieces = Get(name);
        Random random = Sweep.Start();
        foreach ((string kind, PlainAez key) in Keys(random, 1))
        {
            byte[] data = Bytes.Random(random, 16 * _counts[^1]);
            int j = random.Next(3, 100);
            byte[] expected = new byte[16];
            for (int count = 0; count <= _counts[^1]; count++)
            {
                if (count > 0)
                {
                    expected = Bytes.Xor(expected, key.E(j, count, data.AsSpan(16 * (count - 1), 16)));
                }

                if (_counts.Contains(count))
                {
                    // The data ends at the array's end, so that a read past the end fails or gets unrelated bytes.
                    byte[] exact = data[..(16 * count)];
                    byte[] actual = Stored(pieces.AezHash(key.Vectors, Vector128.Create<byte>(ReferenceAez.Times(j, key.J)), exact));
                    Bytes.AssertEqual(expected, actual, Describe(name, $"j = {j}, {count} blocks, {kind}"));
                }
            }
        }
    }

    /// <summary>Does not start at the message's first pair: a call may begin at any group.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void AezPass1AndAezPass2_UpTo200Pairs_EqualReference(string name)
    {
        AezPieces pieces = Get(name);
        Random random = Sweep.Start();
        foreach ((string kind, PlainAez key) in Keys(random, 1))
        {
            Expected expected = new(key, random, _counts[^1], first: 1 + (8 * random.Next(5)));
            foreach (int count in _counts)
            {
                string what = Describe(name, $"{count} pairs from {expected.First}, {kind}");
                Span<byte> source = expected.Source.AsSpan(0, 32 * count);
                Span<byte> middle = expected.Middle.AsSpan(0, 32 * count);
                InPlaceAndApart(source, middle, $"W and X, {what}", (from, to) =>
                {
                    Vector128<byte> multiple = Vector128.Create<byte>(key.MultipleOfI(expected.First));
                    Bytes.AssertEqual(expected.SumsX[count], Stored(pieces.AezPass1(key.Vectors, in multiple, from, to)), $"sum of X, {what}");
                });
                InPlaceAndApart(middle, expected.Result.AsSpan(0, 32 * count), $"C, {what}", (from, to) =>
                {
                    from.CopyTo(to);
                    Vector128<byte> multiple = Vector128.Create<byte>(key.MultipleOfI(expected.First));
                    Bytes.AssertEqual(
                        expected.SumsY[count], Stored(pieces.AezPass2(key.Vectors, in multiple, Vector128.Create<byte>(expected.S), to)), $"sum of Y, {what}");
                });
            }
        }
    }

    /// <summary>Splits a message into several calls. All but the last have whole groups, and each uses its first pair's multiple of I.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void AezPass1AndAezPass2_SplitIntoSeveralCalls_MatchSingleCall(string name)
    {
        AezPieces pieces = Get(name);
        Random random = Sweep.Start();
        PlainAez key = new(Bytes.Random(random, 48));
        for (int run = 0; run < 60; run++)
        {
            int total = random.Next(1, 100);
            Expected expected = new(key, random, total, first: 1);
            byte[] text = [.. expected.Source];
            byte[] second = [.. expected.Middle];
            byte[] x = new byte[16];
            byte[] y = new byte[16];
            List<int> counts = [];
            for (int pair = 0, count; pair < total; pair += count)
            {
                count = Math.Min(8 * random.Next(5), total - pair);
                counts.Add(count);
                Vector128<byte> multiple = Vector128.Create<byte>(key.MultipleOfI(1 + pair));
                Span<byte> part = text.AsSpan(32 * pair, 32 * count);
                x = Bytes.Xor(x, Stored(pieces.AezPass1(key.Vectors, in multiple, part, part)));
                y = Bytes.Xor(y, Stored(pieces.AezPass2(key.Vectors, in multiple, Vector128.Create<byte>(expected.S), second.AsSpan(32 * pair, 32 * count))));
            }

            string what = Describe(name, $"{total} pairs as {string.Join(" and ", counts)}");
            Bytes.AssertEqual(expected.Middle, text, $"W and X, {what}");
            Bytes.AssertEqual(expected.SumsX[total], x, $"sum of X, {what}");
            Bytes.AssertEqual(expected.Result, second, $"C, {what}");
            Bytes.AssertEqual(expected.SumsY[total], y, $"sum of Y, {what}");
        }
    }

    private static AezPieces Get(string name)
    {
        if (name != Permute)
        {
            return TestBackends.GetPieces(name).Aez;
        }

        Assert.SkipUnless(AesPermute.IsSupported, $"{name}: this process does not have the instructions.");
        return AezPieces.OfCore<PermuteRounds<Lane128, Vector128<byte>>>();
    }

    /// <summary>The given number of random keys, and keys whose parts are equal, all zeros or all ones.</summary>
    private static IEnumerable<(string Kind, PlainAez Key)> Keys(Random random, int count)
    {
        for (int i = 0; i < count; i++)
        {
            yield return ($"random key {i}", new PlainAez(Bytes.Random(random, 48)));
        }

        byte[] part = Bytes.Random(random, 16);
        yield return ("I = J = L", new PlainAez([.. part, .. part, .. part]));
        yield return ("a key of zeros", new PlainAez(new byte[48]));
        yield return ("a key of ones", new PlainAez([.. Enumerable.Repeat((byte)0xFF, 48)]));
    }

    /// <summary>The expected results for the given number of pairs, starting at the first tweak.</summary>
    private sealed class Expected
    {
        public Expected(PlainAez key, Random random, int pairs, int first)
        {
            First = first;
            Source = Bytes.Random(random, 32 * pairs);
            S = Bytes.Random(random, 16);
            Middle = new byte[Source.Length];
            Result = new byte[Source.Length];
            SumsX = [new byte[16], .. new byte[pairs][]];
            SumsY = [new byte[16], .. new byte[pairs][]];
            for (int pair = 0; pair < pairs; pair++)
            {
                int i = first + pair;
                ReadOnlySpan<byte> m = Source.AsSpan(32 * pair, 16);
                ReadOnlySpan<byte> m2 = Source.AsSpan((32 * pair) + 16, 16);
                byte[] w = Bytes.Xor(m, key.E(1, i, m2));
                byte[] x = Bytes.Xor(m2, key.E(0, 0, w));
                Bytes.Xor(w, key.I).CopyTo(Middle, 32 * pair);
                x.CopyTo(Middle, (32 * pair) + 16);
                SumsX[pair + 1] = Bytes.Xor(SumsX[pair], x);

                byte[] s2 = key.E(2, i, S);
                byte[] y = Bytes.Xor(w, s2);
                byte[] z = Bytes.Xor(x, s2);
                byte[] c2 = Bytes.Xor(y, key.E(0, 0, z));
                Bytes.Xor(z, key.E(1, i, c2)).CopyTo(Result, 32 * pair);
                c2.CopyTo(Result, (32 * pair) + 16);
                SumsY[pair + 1] = Bytes.Xor(SumsY[pair], y);
            }
        }

        public int First { get; }

        public byte[] Source { get; }

        public byte[] S { get; }

        /// <summary>The pairs after the first pass.</summary>
        public byte[] Middle { get; }

        /// <summary>The pairs after the second pass.</summary>
        public byte[] Result { get; }

        /// <summary>The sums of X, indexed by the number of pairs.</summary>
        public byte[][] SumsX { get; }

        public byte[][] SumsY { get; }
    }
}
