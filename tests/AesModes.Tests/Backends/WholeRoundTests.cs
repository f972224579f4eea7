using AesModes.Backends.Hardware;
using AesModes.Backends.Software;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>
/// Compares the rounds of <see cref="IAesInstructions"/> and <see cref="IWholeRounds"/> with FIPS 197 for any number of keys, on each instruction set, real and emulated, and
/// on each software core.
/// </summary>
public class WholeRoundTests
{
    private delegate Vector128<byte> Chain(Vector128<byte> block, Vector128<byte>[] keys);

    private static readonly Dictionary<string, (Chain Whole, Chain Last, bool IsSupported)> _sets = new()
    {
        ["x86"] = (Whole<X86>, Last<X86>, X86.IsSupported),
        ["arm"] = (Whole<Arm>, Last<Arm>, Arm.IsSupported),
        ["x86 emulated"] = (Whole<EmulatedX86>, Last<EmulatedX86>, true),
        ["arm emulated"] = (Whole<EmulatedArm>, Last<EmulatedArm>, true),
    };

    private static readonly Dictionary<string, (Core Core, bool IsSupported)> _cores = new()
    {
        ["software, 128 bits"] = Create<SoftwareBackend<Lane128, Vector128<byte>>>(Lane128.IsSupported),
        ["software, 256 bits"] = Create<SoftwareBackend<Lane256, Vector256<byte>>>(Lane256.IsSupported),
        ["software, 512 bits"] = Create<SoftwareBackend<Lane512, Vector512<byte>>>(Lane512.IsSupported),
        ["bitsliced, 128 bits"] = Create<BitslicedBackend<Lane128, Vector128<byte>>>(Lane128.IsSupported),
        ["bitsliced, 256 bits"] = Create<BitslicedBackend<Lane256, Vector256<byte>>>(Lane256.IsSupported),
        ["bitsliced, 512 bits"] = Create<BitslicedBackend<Lane512, Vector512<byte>>>(Lane512.IsSupported),
        ["vector-permute, 128 bits"] = Create<PermuteRounds<Lane128, Vector128<byte>>>(Lane128.HasLookup),
        ["vector-permute, 256 bits"] = Create<PermuteRounds<Lane256, Vector256<byte>>>(Lane256.HasLookup),
        ["vector-permute, 512 bits"] = Create<PermuteRounds<Lane512, Vector512<byte>>>(Lane512.HasLookup),
        ["vector-permute, 256 bits emulated"] = Create<PermuteRounds<EmulatedLane<Vector256<byte>>, Vector256<byte>>>(Lane128.HasLookup),
        ["vector-permute, 512 bits emulated"] = Create<PermuteRounds<EmulatedLane<Vector512<byte>>, Vector512<byte>>>(Lane128.HasLookup),
        ["bitsliced, 128 bits emulated"] = Create<BitslicedBackend<EmulatedLane<Vector128<byte>>, Vector128<byte>>>(true),
        ["bitsliced, 256 bits emulated"] = Create<BitslicedBackend<EmulatedLane<Vector256<byte>>, Vector256<byte>>>(true),
        ["bitsliced, 512 bits emulated"] = Create<BitslicedBackend<EmulatedLane<Vector512<byte>>, Vector512<byte>>>(true),
    };

    /// <summary>Numbers of blocks around the change from one core to the other, and around chunks.</summary>
    private static readonly int[] _counts = [.. Enumerable.Range(0, 42), 47, 48, 49, 63, 64, 65, 70, 71, 72, 127, 128, 129, 136, 200];

    public static TheoryData<string> Sets => [.. _sets.Keys];

    public static TheoryData<string> Cores => [.. _cores.Keys];

    [Theory]
    [MemberData(nameof(Sets))]
    public void Rounds_UpTo14_MatchFips197(string set)
    {
        (Chain whole, Chain last, bool isSupported) = _sets[set];
        Assert.SkipUnless(isSupported, $"{set}: this process does not have the instructions.");
        Random random = Sweep.Start();
        for (int i = 0; i < 200; i++)
        {
            // The first key is added before the first round.
            int rounds = 1 + (i % 14);
            byte[] keys = Bytes.Random(random, 16 * (rounds + 1));
            byte[] block = Bytes.Random(random, 16);
            byte[] whitened = Bytes.Xor(block, keys[..16]);
            string what = Describe(set, $"{rounds} rounds");
            Vector128<byte>[] vectors = PlainAez.ToVectors(keys);
            Bytes.AssertEqual(PlainAez.Rounds(keys.AsSpan(16), whitened), Stored(whole(Vector128.Create<byte>(block), vectors)), $"whole, {what}");

            byte[] state = PlainAez.Rounds(keys.AsSpan(16, 16 * (rounds - 1)), whitened);
            ReferenceAes.SubBytes(state);
            ReferenceAes.ShiftRows(state);
            Bytes.AssertEqual(Bytes.Xor(state, keys[(16 * rounds)..]), Stored(last(Vector128.Create<byte>(block), vectors)), $"last, {what}");
        }
    }

    [Theory]
    [MemberData(nameof(Cores))]
    public void RoundBlocks_UpTo200Blocks_EqualReference(string name)
    {
        (Core core, bool isSupported) = _cores[name];
        Assert.SkipUnless(isSupported, $"{name}: this process does not have the instructions.");
        Random random = Sweep.Start();
        foreach (int rounds in (ReadOnlySpan<int>)[4, 10])
        {
            byte[] keys = Bytes.Random(random, 16 * rounds);
            byte[] source = Bytes.Random(random, 16 * _counts[^1]);
            byte[] expected = [.. source.Chunk(16).SelectMany(b => PlainAez.Rounds(keys, b))];
            Vector128<byte>[] roundKeys = PlainAez.ToVectors(keys);
            for (int i = 0; i < 20; i++)
            {
                byte[] actual = Stored(core.RoundBlock(roundKeys, Vector128.Create<byte>(source.AsSpan(16 * i, 16))));
                Bytes.AssertEqual(expected.AsSpan(16 * i, 16), actual, Describe(name, $"{rounds} rounds, block {i} by itself"));
            }

            foreach (int count in _counts)
            {
                string what = Describe(name, $"{rounds} rounds, {count} blocks");
                InPlaceAndApart(source.AsSpan(0, 16 * count), expected.AsSpan(0, 16 * count), what, (from, to) => core.RoundBlocks(roundKeys, from, to));
            }
        }
    }

    private static (Core Core, bool IsSupported) Create<TAes>(bool isSupported)
        where TAes : struct, IWholeRounds =>
        (new Core<TAes>(), isSupported);

    private static Vector128<byte> Whole<TAes>(Vector128<byte> block, Vector128<byte>[] keys)
        where TAes : struct, IAesInstructions =>
        TAes.WholeRound(AllButOne<TAes>(block, keys), keys[^2], keys[^1]);

    private static Vector128<byte> Last<TAes>(Vector128<byte> block, Vector128<byte>[] keys)
        where TAes : struct, IAesInstructions =>
        TAes.LastRound(AllButOne<TAes>(block, keys), keys[^2], keys[^1]);

    private static Vector128<byte> AllButOne<TAes>(Vector128<byte> block, Vector128<byte>[] keys)
        where TAes : struct, IAesInstructions
    {
        block = TAes.Whiten(block, keys[0]);
        for (int round = 1; round < keys.Length - 1; round++)
        {
            block = TAes.Round(block, keys[round - 1], keys[round]);
        }

        return block;
    }

    /// <summary>Makes static methods accessible as an object's methods.</summary>
    private abstract class Core
    {
        public abstract Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

        public abstract void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);
    }

    private sealed class Core<TAes> : Core
        where TAes : struct, IWholeRounds
    {
        public override Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
            TAes.RoundBlock(roundKeys, block);

        public override void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
            TAes.RoundBlocks(roundKeys, source, destination);
    }
}
