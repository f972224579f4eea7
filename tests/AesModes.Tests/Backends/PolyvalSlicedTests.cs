using AesModes.Backends.Software;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>Compares byte-sliced POLYVAL at each width with the reference and with the multiplications with holes.</summary>
public class PolyvalSlicedTests
{
    private static readonly Dictionary<string, (bool IsSupported, int BatchSize, Fold Fold)> _widths = new()
    {
        ["128-bit"] = Entry<Lane128, Vector128<byte>>(),
        ["256-bit"] = Entry<Lane256, Vector256<byte>>(),
        ["512-bit"] = Entry<Lane512, Vector512<byte>>(),
        ["128-bit emulated"] = Entry<EmulatedLane<Vector128<byte>>, Vector128<byte>>(),
        ["256-bit emulated"] = Entry<EmulatedLane<Vector256<byte>>, Vector256<byte>>(),
        ["512-bit emulated"] = Entry<EmulatedLane<Vector512<byte>>, Vector512<byte>>(),
    };

    private delegate void Fold(Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Span<byte> blocks);

    public static TheoryData<string> Widths => [.. _widths.Keys];

    /// <summary>Up to one block more than three batches: a first batch of every size, and multiplications of nonzero sums.</summary>
    [Theory]
    [MemberData(nameof(Widths))]
    public void Fold_EveryNumberOfBlocks_PreservesPolyval(string width)
    {
        (bool isSupported, int batchSize, Fold fold) = _widths[width];
        Assert.SkipUnless(isSupported, $"{width} slices: this process has no byte shuffle of this width.");
        Random random = Sweep.Start();
        byte[] sums = new byte[batchSize];
        byte[] data = Bytes.Random(random, (3 * batchSize) + 16);
        int[] counts = [.. Enumerable.Range(1, data.Length / 16)];
        foreach (int count in Sweep.Thin(random, 70, counts).Concat([1, batchSize / 16, (batchSize / 16) + 1, counts[^1]]))
        {
            byte[] h = Bytes.Random(random, 16);
            byte[] start = Bytes.Random(random, 16);
            byte[] exact = data[..(16 * count)];
            fold(Vector128.Create<byte>(h), Vector128.Create<byte>(start), exact, sums);
            UInt128 expected = ReferenceField.Polyval(ReferenceField.Read(h), ReferenceField.Read(start), exact);
            string what = Describe(width, $"{count} blocks");
            Bytes.AssertEqual(ReferenceField.Write(expected), ReferenceField.Write(ReferenceField.Polyval(ReferenceField.Read(h), 0, sums)), what);
            Bytes.AssertEqual(data.AsSpan(0, exact.Length), exact, $"what was read, {what}");
        }
    }

    /// <summary>Tests the choice of implementation, around each threshold and around whole batches of longer messages.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public void Absorb_AroundThresholdsAndBatches_EqualsMultiplicationsWithHoles(int mostLanes)
    {
        Random random = Sweep.Start();
        IEnumerable<int> lengths = Enumerable.Range(SoftwarePolyval.LongSize - 20, 300)
            .Concat(Enumerable.Range(SoftwarePolyval.LongSizeOfWide - 40, 80))
            .Concat(Enumerable.Range(0, 70).SelectMany(batch => new[] { -17, -16, -1, 0, 1, 15, 16 }, (batch, more) => 4096 + (64 * batch) + more))
            .Append(70_001);
        byte[] data = Bytes.Random(random, 70_001);
        foreach (int length in lengths)
        {
            Vector128<byte> h = Vector128.Create<byte>(Bytes.Random(random, 16));
            Vector128<byte> start = Vector128.Create<byte>(Bytes.Random(random, 16));
            ReadOnlySpan<byte> text = data.AsSpan(random.Next(data.Length - length + 1), length);
            Vector128<byte> expected = Polyval.Absorb(h, start, text);
            Bytes.AssertEqual(Stored(expected), Stored(SoftwarePolyval.Absorb(h, start, text, mostLanes)), Describe("software", $"{length} bytes, {mostLanes} lanes"));
        }
    }

    /// <summary>Keys that set or clear one nibble or byte, or everything: random keys would reveal an error in their sums only by luck.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public void Absorb_OneBitSetOrClear_EqualsMultiplicationsWithHoles(int mostLanes)
    {
        byte[] data = new byte[2 * SoftwarePolyval.LongSizeOfWide];
        for (int bit = 0; bit < 128; bit++)
        {
            Vector128<byte> one = Vector128.Create<byte>(ReferenceField.Write(UInt128.One << bit));
            one.CopyTo(data, 16 * bit);
            (~one).CopyTo(data, 16 * (data.Length / 16 - 1 - bit));
            Bytes.AssertEqual(
                Stored(Polyval.Absorb(one, ~one, data)), Stored(SoftwarePolyval.Absorb(one, ~one, data, mostLanes)), Describe("software", $"bit {bit}, {mostLanes} lanes"));
            Bytes.AssertEqual(
                Stored(Polyval.Absorb(~one, one, data)), Stored(SoftwarePolyval.Absorb(~one, one, data, mostLanes)), Describe("software", $"all but bit {bit}, {mostLanes} lanes"));
        }
    }

    [Fact]
    public void Square_RandomElements_MatchesReferenceDot()
    {
        Random random = Sweep.Start();
        for (int i = 0; i < 300; i++)
        {
            UInt128 element = i < 128 ? UInt128.One << i : ReferenceField.Read(Bytes.Random(random, 16));
            byte[] actual = Stored(Polyval.Square(Vector128.Create<byte>(ReferenceField.Write(element))));
            Bytes.AssertEqual(ReferenceField.Write(ReferenceField.Dot(element, element)), actual, Describe("software", $"{element:x32} squared"));
        }
    }

    /// <summary>Each table is at the offset that <see cref="PolyvalTables"/> defines and contains the bytes of dot.</summary>
    [Fact]
    public void Fill_EachEntry_IsAByteOfDot()
    {
        UInt128 constant = ReferenceField.Read(Bytes.Random(Sweep.Start(), 16));
        byte[] tables = new byte[PolyvalTables.Size];
        PolyvalTables.Fill(Vector128.Create<byte>(ReferenceField.Write(constant)), ref tables[0]);
        for (int j = 0; j < 16; j++)
        {
            for (int value = 0; value < 256; value++)
            {
                byte[] dot = ReferenceField.Write(ReferenceField.Dot((UInt128)value << (8 * j), constant));
                byte[] actual = [.. Enumerable.Range(0, 16).Select(i =>
                {
                    int table = i < 15 ? PolyvalTables.Inner + (16 * (i - j)) : PolyvalTables.Top - (16 * j);
                    return (byte)(tables[table + (value & 15)] ^ tables[table + PolyvalTables.HighNibble + (value >> 4)]);
                })];
                Bytes.AssertEqual(dot, actual, Describe("software", $"dot of {value:x2} at byte {j}"));
            }
        }
    }

    private static (bool IsSupported, int BatchSize, Fold Fold) Entry<TLane, TVector>()
        where TLane : struct, ILane<TVector>
        where TVector : unmanaged =>
        (TLane.HasLookup, PolyvalSliced<TLane, TVector>.BatchSize, PolyvalSliced<TLane, TVector>.Fold);
}
