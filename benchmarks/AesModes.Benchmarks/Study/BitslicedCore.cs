using System.Runtime.InteropServices;
using AesModes.Backends.Software;
using Bitsliced = AesModes.Backends.Software.AesBitsliced<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Benchmarks.Study;

/// <summary>
/// The library's bitsliced core, eight blocks in 128-bit vectors like the paper's: plain without a table, R2 with one that set-up has filled.
/// There is no R1, as in the paper: column 0 is no vector of its own on bit planes.
/// </summary>
internal sealed class BitslicedCore<TLevel>() : StudyCore("bitsliced", TLevel.Level)
    where TLevel : struct, ILevel
{
    private readonly PlacedBuffer _keyMemory = new(Fips197.MaxRoundKeys * BlockSize, 0);
    private readonly PlacedBuffer _entryMemory = new(FaceTable.Size * BlockSize, 0);
    private readonly PlacedBuffer _scratch = new(Bitsliced.ScratchSize, 0);
    private int _roundKeys;

    /// <summary>The table's state between calls.</summary>
    private UInt128 _origin;
    private int _filled;

    private Span<Vector128<byte>> RoundKeys => MemoryMarshal.Cast<byte, Vector128<byte>>(_keyMemory.Span)[.._roundKeys];

    /// <summary>Empty at the plain level: then the library's code uses none.</summary>
    private Span<Vector128<byte>> Entries => TLevel.Level == Level.Plain ? [] : MemoryMarshal.Cast<byte, Vector128<byte>>(_entryMemory.Span);

    public override void SetUp(ReadOnlySpan<byte> key, UInt128 counter)
    {
        _roundKeys = CountRounds(key.Length) + 1;
        SoftwareAes<Lane128, Vector128<byte>>.ExpandKey(key, RoundKeys);
        if (TLevel.Level == Level.Plain)
        {
            return;
        }

        FaceTable table = new() { Memory = Entries };
        Bitsliced.SpreadKeys(RoundKeys[..(Bitsliced.RoundsInTable + 1)], 0, ref MemoryMarshal.GetReference(_scratch.Span));
        UInt128 segment = UInt128.MaxValue;
        for (int low = 0; low < FaceTable.Vectors; low += Bitsliced.GroupBlocks)
        {
            Bitsliced.LoadOrFill<BlockCounter>(
                RoundKeys[0], counter - (byte)counter + (uint)low, Bitsliced.GroupBlocks / Bitsliced.BatchBlocks, ref segment, ref table, _scratch.Span);
        }

        Remember(table);
    }

    public override void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        FaceTable table = new() { Memory = Entries, Origin = _origin, Filled = _filled };
        Bitsliced.XorCounterBlocks<BlockCounter>(RoundKeys, counter, ref table, source, destination[..source.Length]);
        Remember(table);
    }

    private void Remember(scoped in FaceTable table)
    {
        _origin = table.Origin;
        _filled = table.Filled;
    }
}
