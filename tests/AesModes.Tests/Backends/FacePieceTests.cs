using System.Runtime.InteropServices;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>
/// Compares each backend's 128-bit counter mode with SP 800-38A, with and without <see cref="FaceTable"/>: from every low byte, over every carry, over calls of any size that
/// share a table, in place and with separate buffers, at any alignment. It must not write past the message or the table.
/// </summary>
public class FacePieceTests
{
    private const int MaxBlocks = 600;

    private static readonly int[] _blocks = [1, 8, 15, 16, 17, 31, 32, 33, 40, 255, 256, 257, 300, 512, MaxBlocks];
    private static readonly int[] _carries = [8, 16, 24, 32, 40, 64, 128];

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorCounterBlocks_EveryLowByte_EqualsAesEcb(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            var witness = new Witness(random, pieces, keySize);
            UInt128 upper = RandomCounter(random) & ~(UInt128)byte.MaxValue;
            byte[] stream = witness.KeyStream(upper, 256 + MaxBlocks);
            byte[] source = Bytes.Random(random, 16 * MaxBlocks);
            for (int low = keySize / 8 % 3; low < 256; low += 3)
            {
                foreach (int blocks in Sweep.Thin(random, TestBackends.IsEmulated(backend) ? 2 : 5, _blocks))
                {
                    int length = (16 * blocks) - (random.Next(2) * random.Next(16));
                    byte[] expected = Bytes.Xor(source.AsSpan(0, length), stream[(16 * low)..]);
                    string what = Describe(backend, $"AES-{8 * keySize}, counter {upper + (uint)low:x32}, {length} bytes");
                    InPlaceAndApart(source.AsSpan(0, length), expected, $"{what}, no table", (from, to) =>
                    {
                        FaceTable none = default;
                        pieces.XorCounterBlocks(witness.RoundKeys, BlockCounter.ToBlock(upper + (uint)low), ref none, from, to);
                    });
                    InPlaceAndApart(source.AsSpan(0, length), expected, $"{what}, table", (from, to) =>
                    {
                        var kept = new Kept(pieces, witness.RoundKeys);
                        kept.Xor(upper + (uint)low, from, to);
                        kept.AssertNothingBeyond(what);
                    });
                }
            }
        }
    }

    /// <summary>Carries into every byte of the counter: before the table is full, when it is full, and after it was used.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorCounterBlocks_OverEveryCarry_EqualsAesEcb(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            var witness = new Witness(random, pieces, keySize);
            byte[] source = Bytes.Random(random, (16 * 1100) + 5);
            foreach (int carry in _carries)
            {
                foreach (int before in (ReadOnlySpan<int>)[1, 5, 8, 13, 100, 256, 300, 512, 777])
                {
                    // The bits above the carry are random.
                    UInt128 counter = (carry == 128 ? 0 : RandomCounter(random) << carry) - (uint)before;
                    byte[] expected = Bytes.Xor(source, witness.KeyStream(counter, 1101));
                    string what = Describe(backend, $"AES-{8 * keySize}, counter {counter:x32}, 2^{carry} after {before} blocks");
                    FaceTable none = default;
                    byte[] actual = new byte[source.Length];
                    pieces.XorCounterBlocks(witness.RoundKeys, BlockCounter.ToBlock(counter), ref none, source, actual);
                    Bytes.AssertEqual(expected, actual, $"{what}, no table");

                    var kept = new Kept(pieces, witness.RoundKeys);
                    kept.Xor(counter, source, actual);
                    Bytes.AssertEqual(expected, actual, $"{what}, table");
                    kept.AssertNothingBeyond(what);
                }
            }
        }
    }

    /// <summary>
    /// Many calls share one table. Each call continues after the previous one, or uses another counter with the same or other upper eleven bytes, or returns to the start. Some
    /// are so short that they may not use the table.
    /// </summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorCounterBlocks_TableKeptOverCallsOfAnySize_EqualsAesEcb(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        int[] sizes = [0, 1, 2, 3, 5, 7, 8, 9, 13, 16, 21, 32, 33, 45, 61, 64, 100, 129, 200, 256, 257, 300, 512, MaxBlocks];
        for (int chain = 0; chain < (TestBackends.IsEmulated(backend) ? 6 : 36); chain++)
        {
            int keySize = 16 + (8 * (chain % 3));
            var witness = new Witness(random, pieces, keySize);
            var kept = new Kept(pieces, witness.RoundKeys);

            // Every other chain is contiguous and has whole blocks, as when a file is read.
            bool isStraight = chain % 2 == 0;
            UInt128 home = RandomCounter(random);
            UInt128 counter = home;
            for (int call = 0; call < 40; call++)
            {
                int blocks = sizes[random.Next(sizes.Length)];
                int length = isStraight || blocks == 0 ? 16 * blocks : (16 * blocks) - random.Next(16);
                byte[] source = Bytes.Random(random, length);
                byte[] expected = Bytes.Xor(source, witness.KeyStream(counter, blocks));
                string what = Describe(backend, $"AES-{8 * keySize}, chain {chain}, call {call}, counter {counter:x32}, {length} bytes");
                byte[] actual = Sample.Filled(length + 32);
                kept.Xor(counter, source, actual.AsSpan(16, length));
                Bytes.AssertEqual(expected, actual.AsSpan(16, length), what);
                Bytes.AssertAll(Sample.Filler, actual.AsSpan(0, 16), $"memory before, {what}");
                Bytes.AssertAll(Sample.Filler, actual.AsSpan(16 + length), $"memory behind, {what}");
                kept.AssertNothingBeyond(what);
                counter += (uint)blocks;
                if (!isStraight)
                {
                    counter = random.Next(8) switch
                    {
                        0 => home,
                        1 => (home >> 40 << 40) + (ulong)random.NextInt64(1L << 40),
                        2 => home + ((UInt128)1 << random.Next(8, 40)),
                        3 => home + ((UInt128)1 << random.Next(40, 128)),
                        4 => RandomCounter(random),
                        _ => counter,
                    };
                }
            }
        }
    }

    /// <summary>Changes the table's entries and expects changed output in this segment and the next. Without this test, a table that is never used would pass.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.WithTable), MemberType = typeof(TestBackends))]
    public void XorCounterBlocks_EntriesChanged_ChangesTheirBlocks(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        var witness = new Witness(random, pieces, 16);
        var kept = new Kept(pieces, witness.RoundKeys);
        UInt128 counter = (RandomCounter(random) & ~(UInt128)byte.MaxValue) + (uint)random.Next(Kept.Unchanged);
        byte[] zeros = new byte[16 * 768];
        byte[] expected = witness.KeyStream(counter, 768);
        byte[] actual = new byte[zeros.Length];
        kept.Xor(counter, zeros, actual);
        Bytes.AssertEqual(expected, actual, Describe(backend, $"counter {counter:x32}"));

        // The last blocks may not use the table.
        kept.Change();
        kept.Xor(counter, zeros, actual);
        AssertChanged(counter, expected, actual, 0, 768 - 24, Describe(backend, $"counter {counter:x32}"));
    }

    /// <summary>
    /// Several calls fill the table, each ending with a partial block. A call with another counter and the same upper eleven bytes must then use it. A table that is discarded
    /// too often would also give correct results.
    /// </summary>
    [Theory]
    [MemberData(nameof(TestBackends.WithTable), MemberType = typeof(TestBackends))]
    public void XorCounterBlocks_EntriesChangedAfterSeveralCalls_ChangesBlocksElsewhere(string backend)
    {
        const int Piece = 128;
        const int Blocks = 512;
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        var witness = new Witness(random, pieces, 16);
        UInt128 home = RandomCounter(random) & ~(UInt128)byte.MaxValue;
        foreach (UInt128 counter in (UInt128[])[home, home + 777, home ^ ((UInt128)1 << 8), home ^ ((UInt128)1 << 39), home ^ ((UInt128)1 << 33) ^ 100])
        {
            var kept = new Kept(pieces, witness.RoundKeys);
            for (int first = 0; first < FaceTable.Vectors; first += Piece)
            {
                byte[] text = new byte[(16 * Piece) - 3];
                kept.Xor(home + (uint)first, text, text);
            }

            kept.Change();
            byte[] expected = witness.KeyStream(counter, Blocks);
            byte[] actual = new byte[16 * Blocks];
            kept.Xor(counter, actual, actual);

            // The first and last blocks, up to a batch of 512-bit vectors, may not use the table.
            AssertChanged(counter, expected, actual, 32, Blocks - 64, Describe(backend, $"filled from {home:x32}, used from {counter:x32}"));
        }
    }

    /// <summary>Only blocks from unchanged entries must be as expected. The others must come from changed entries.</summary>
    private static void AssertChanged(UInt128 counter, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, int first, int end, string what)
    {
        for (int i = first; i < end; i++)
        {
            bool isSame = expected.Slice(16 * i, 16).SequenceEqual(actual.Slice(16 * i, 16));
            bool isUnchanged = (byte)(counter + (uint)i) < Kept.Unchanged;
            Assert.True(isSame == isUnchanged, $"{what}, block {i} is {(isSame ? "not " : string.Empty)}from the table");
        }
    }

    /// <summary>A random key, and its key streams from the platform's AES.</summary>
    private sealed class Witness(Random random, BackendPieces pieces, int keySize)
    {
        private readonly byte[] _key = Bytes.Random(random, keySize);

        public Vector128<byte>[] RoundKeys => field ??= pieces.CreateRoundKeys(_key);

        public byte[] KeyStream(UInt128 counter, int blocks) => ReferenceCtr.KeyStream(_key, ReferenceCtr.CounterBlock(counter), 0, 16 * blocks);
    }

    /// <summary>A table like a transform's, in memory that contained other data.</summary>
    private sealed class Kept
    {
        /// <summary>The number of entries that <c>Change</c> leaves intact: backends take the difference from one of the first entries.</summary>
        public const int Unchanged = 32;

        private const int Margin = 2;

        private readonly BackendPieces _pieces;
        private readonly Vector128<byte>[] _roundKeys;
        private readonly Vector128<byte>[] _memory = new Vector128<byte>[FaceTable.Size + (2 * Margin)];
        private UInt128 _origin;
        private int _filled;

        public Kept(BackendPieces pieces, Vector128<byte>[] roundKeys)
        {
            (_pieces, _roundKeys) = (pieces, roundKeys);
            _memory.AsSpan().Fill(Vector128.Create(Sample.Filler));
        }

        private Span<Vector128<byte>> Entries => _memory.AsSpan(Margin, FaceTable.Size);

        public void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            FaceTable table = new() { Memory = Entries, Origin = _origin, Filled = _filled };
            _pieces.XorCounterBlocks(_roundKeys, BlockCounter.ToBlock(counter), ref table, source, destination);
            (_origin, _filled) = (table.Origin, table.Filled);
        }

        public void Change()
        {
            foreach (ref Vector128<byte> entry in Entries[Unchanged..FaceTable.Vectors])
            {
                entry = ~entry;
            }
        }

        public void AssertNothingBeyond(string what)
        {
            Bytes.AssertAll(Sample.Filler, MemoryMarshal.AsBytes(_memory.AsSpan(0, Margin)), $"memory before the table, {what}");
            Bytes.AssertAll(Sample.Filler, MemoryMarshal.AsBytes(_memory.AsSpan(^Margin..)), $"memory behind the table, {what}");
        }
    }

    private static UInt128 RandomCounter(Random random) => MemoryMarshal.Read<UInt128>(Bytes.Random(random, 16));
}
