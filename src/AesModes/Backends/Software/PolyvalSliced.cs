using System.Diagnostics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// POLYVAL (RFC 8452 §3) for long data, with sixteen blocks side by side for each 128-bit lane. Vector j has byte j of all blocks. So a multiplication by a constant
/// is a set of lookups by nibble in register tables (<see cref="PolyvalTables"/>), without shifts. The same code serves every vector width.
/// </summary>
/// <remarks>
/// With n blocks side by side, sum i adds the blocks i, i + n, i + 2n, …, and is multiplied by Hⁿ between them (powers in the sense of dot). The POLYVAL of all data
/// is then that of the n sums, which are a few blocks.
/// A byte shuffle instruction is required: without one, a shuffle by a variable is a loop of loads at secret addresses.
/// </remarks>
internal static class PolyvalSliced<TLane, TVector>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    private const int CacheLine = 64;

    /// <summary>The number of blocks side by side.</summary>
    public static int BatchBlocks => 16 * TLane.Count;

    public static int BatchSize => BatchBlocks * BlockSize;

    private static nuint VectorSize => (nuint)(16 * TLane.Count);

    // The stack memory of a call, with each part on a cache line: the tables, the sums' bytes and their nibbles, and a batch of blocks. All of it derives from the
    // key or the data, and is cleared.
    private static int SumsOffset => PolyvalTables.Size;

    private static int NibblesOffset => SumsOffset + BatchSize;

    private static int BatchOffset => NibblesOffset + (2 * BatchSize);

    private static int ScratchSize => BatchOffset + BatchSize;

    /// <summary>Writes a batch of blocks. Its POLYVAL, started from zero, is that of the data, started from the accumulator. The data must be whole blocks, at least one.</summary>
    [MethodImpl(Kernel.Options)]
    public static unsafe void Fold(Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Span<byte> blocks)
    {
        Debug.Assert(TLane.IsSupported && TLane.HasLookup && !data.IsEmpty && data.Length % BlockSize == 0 && blocks.Length == BatchSize);
        byte* memory = stackalloc byte[ScratchSize + CacheLine];
        Span<byte> scratch = new((byte*)(((nuint)memory + (CacheLine - 1)) & ~(nuint)(CacheLine - 1)), ScratchSize);
        ref byte tables = ref scratch[0];
        ref byte sums = ref scratch[SumsOffset];
        ref byte nibbles = ref scratch[NibblesOffset];
        Span<byte> batch = scratch.Slice(BatchOffset, BatchSize);

        Vector128<byte> power = h;
        for (int n = 1; n < BatchBlocks; n *= 2)
        {
            power = Polyval.Square(power);
        }

        PolyvalTables.Fill(power, ref tables);

        // The first batch may be short: leading zeros do not change POLYVAL.
        int length = ((data.Length - 1) % BatchSize) + 1;
        Span<byte> front = batch[^length..];
        batch[..^length].Clear();
        data[..length].CopyTo(front);
        (Vector128.LoadUnsafe(ref front[0]) ^ accumulator).StoreUnsafe(ref front[0]);
        Transpose(ref batch[0], ref nibbles, ref sums);
        for (data = data[length..]; !data.IsEmpty; data = data[BatchSize..])
        {
            Split(ref sums, ref nibbles);
            Transpose(ref MemoryMarshal.GetReference(data), ref batch[0], ref sums);
            ref byte inner = ref Unsafe.Add(ref tables, PolyvalTables.Inner);
            AddProducts(ref nibbles, ref inner, ref Unsafe.Add(ref inner, 7 * 16), ref sums);
            AddProducts(
                ref nibbles, ref Unsafe.Add(ref inner, 8 * 16), ref Unsafe.Add(ref tables, PolyvalTables.Top), ref Unsafe.Add(ref sums, 8 * VectorSize));
        }

        Transpose(ref sums, ref nibbles, ref blocks[0]);
        CryptographicOperations.ZeroMemory(scratch);
    }

    /// <summary>Moves byte m of vector n to byte n of vector m, in each lane. Both numbers together have eight bits, and each of the two steps rotates these by two.</summary>
    [MethodImpl(Kernel.Options)]
    public static void Transpose(ref byte source, ref byte between, ref byte destination)
    {
        Rotate(ref source, ref between);
        Rotate(ref between, ref destination);
    }

    /// <summary>Rotates by two. Each interleaving of the vectors n and n + 8 rotates by one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Rotate(ref byte source, ref byte destination)
    {
        for (int i = 0; i < 4; i++)
        {
            TVector v0 = TLane.Load(ref source, 0);
            TVector v4 = TLane.Load(ref source, 4 * VectorSize);
            TVector v8 = TLane.Load(ref source, 8 * VectorSize);
            TVector v12 = TLane.Load(ref source, 12 * VectorSize);
            TVector evenLow = TLane.InterleaveLow(v0, v8);
            TVector evenHigh = TLane.InterleaveHigh(v0, v8);
            TVector oddLow = TLane.InterleaveLow(v4, v12);
            TVector oddHigh = TLane.InterleaveHigh(v4, v12);
            TLane.Store(TLane.InterleaveLow(evenLow, oddLow), ref destination, 0);
            TLane.Store(TLane.InterleaveHigh(evenLow, oddLow), ref destination, VectorSize);
            TLane.Store(TLane.InterleaveLow(evenHigh, oddHigh), ref destination, 2 * VectorSize);
            TLane.Store(TLane.InterleaveHigh(evenHigh, oddHigh), ref destination, 3 * VectorSize);
            source = ref Unsafe.Add(ref source, VectorSize);
            destination = ref Unsafe.Add(ref destination, 4 * VectorSize);
        }
    }

    /// <summary>Splits each vector into nibbles: first the low ones, then the high ones.</summary>
    [MethodImpl(Kernel.Options)]
    private static void Split(ref byte sums, ref byte nibbles)
    {
        for (int j = 0; j < 16; j++)
        {
            TVector bytes = TLane.Load(ref sums, 0);
            AesPermute<TLane, TVector>.Split(bytes, out TVector low, out TVector high);
            TLane.Store(low, ref nibbles, 0);
            TLane.Store(high, ref nibbles, VectorSize);
            sums = ref Unsafe.Add(ref sums, VectorSize);
            nibbles = ref Unsafe.Add(ref nibbles, 2 * VectorSize);
        }
    }

    /// <summary>Adds the products' bytes to eight vectors of the sums. The given tables are those for byte 0 of the factor. The first seven are adjacent.</summary>
    [MethodImpl(Kernel.Options)]
    private static void AddProducts(ref byte nibbles, ref byte tables, ref byte eighthTable, ref byte sums)
    {
        TVector z0 = TLane.Load(ref sums, 0);
        TVector z1 = TLane.Load(ref sums, VectorSize);
        TVector z2 = TLane.Load(ref sums, 2 * VectorSize);
        TVector z3 = TLane.Load(ref sums, 3 * VectorSize);
        TVector z4 = TLane.Load(ref sums, 4 * VectorSize);
        TVector z5 = TLane.Load(ref sums, 5 * VectorSize);
        TVector z6 = TLane.Load(ref sums, 6 * VectorSize);
        TVector z7 = TLane.Load(ref sums, 7 * VectorSize);
        for (int j = 0; j < 16; j++)
        {
            TVector low = TLane.Load(ref nibbles, 0);
            TVector high = TLane.Load(ref nibbles, VectorSize);
            z0 = AddEntries(z0, ref tables, low, high);
            z1 = AddEntries(z1, ref Unsafe.Add(ref tables, 16), low, high);
            z2 = AddEntries(z2, ref Unsafe.Add(ref tables, 2 * 16), low, high);
            z3 = AddEntries(z3, ref Unsafe.Add(ref tables, 3 * 16), low, high);
            z4 = AddEntries(z4, ref Unsafe.Add(ref tables, 4 * 16), low, high);
            z5 = AddEntries(z5, ref Unsafe.Add(ref tables, 5 * 16), low, high);
            z6 = AddEntries(z6, ref Unsafe.Add(ref tables, 6 * 16), low, high);
            z7 = AddEntries(z7, ref eighthTable, low, high);
            nibbles = ref Unsafe.Add(ref nibbles, 2 * VectorSize);
            tables = ref Unsafe.Subtract(ref tables, 16);
            eighthTable = ref Unsafe.Subtract(ref eighthTable, 16);
        }

        TLane.Store(z0, ref sums, 0);
        TLane.Store(z1, ref sums, VectorSize);
        TLane.Store(z2, ref sums, 2 * VectorSize);
        TLane.Store(z3, ref sums, 3 * VectorSize);
        TLane.Store(z4, ref sums, 4 * VectorSize);
        TLane.Store(z5, ref sums, 5 * VectorSize);
        TLane.Store(z6, ref sums, 6 * VectorSize);
        TLane.Store(z7, ref sums, 7 * VectorSize);
    }

    /// <summary>Adds to each byte of the sum the table entries for two nibbles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector AddEntries(TVector sum, ref byte table, TVector low, TVector high) => TLane.Xor3(
        sum, TLane.Lookup(TLane.LoadBroadcast(ref table, 0), low), TLane.Lookup(TLane.LoadBroadcast(ref table, PolyvalTables.HighNibble), high));
}
