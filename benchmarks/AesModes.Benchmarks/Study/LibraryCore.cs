using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AesModes.Benchmarks.Study;

/// <summary>
/// The library's own core, whose table fills in passing: R2 is <see cref="FaceCtr"/> as a user calls it, an instance a key; plain is the
/// backend's counter mode without a table.
/// </summary>
internal sealed class LibraryCore<TBackend, TLevel>() : StudyCore($"FaceCtr ({TBackend.Name})", TLevel.Level), IDisposable
    where TBackend : struct, IBackend
    where TLevel : struct, ILevel
{
    private static readonly Backend _backend = Backend.All.OfType<Backend<TBackend>>().Single();

    private readonly PlacedBuffer _keyMemory = new(Fips197.MaxRoundKeys * BlockSize, 0);
    private int _roundKeys;
    private FaceCtr? _ctr;

    public override void SetUp(ReadOnlySpan<byte> key, UInt128 counter)
    {
        if (TLevel.Level == Level.Plain)
        {
            _roundKeys = CountRounds(key.Length) + 1;
            TBackend.ExpandKey(key, MemoryMarshal.Cast<byte, Vector128<byte>>(_keyMemory.Span)[.._roundKeys]);
        }
        else
        {
            _ctr?.Dispose();
            _ctr = new FaceCtr(key, _backend);
        }
    }

    public override void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (TLevel.Level == Level.Plain)
        {
            FaceTable none = default;
            TBackend.XorKeyStream<BlockCounter>(
                MemoryMarshal.Cast<byte, Vector128<byte>>(_keyMemory.Span)[.._roundKeys], BlockCounter.ToBlock(counter), ref none, source, destination[..source.Length]);
        }
        else
        {
            Span<byte> block = stackalloc byte[BlockSize];
            BinaryPrimitives.WriteUInt128BigEndian(block, counter);
            _ctr!.Encrypt(block, source, destination[..source.Length]);
        }
    }

    public override Work? CreateWork(int bytes, int keySize)
    {
        double blocks = (double)bytes / BlockSize;
        int rounds = CountRounds(keySize);
        return TBackend.IsHardwareAccelerated ? new Work(TLevel.Level == Level.Plain ? blocks * rounds : FaceRounds.Least(blocks, rounds)) : null;
    }

    public void Dispose() => _ctr?.Dispose();
}
