using System.Buffers.Binary;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using AesModes.Measuring;
using SoftwareBackend = AesModes.Backends.Software.SoftwareBackend<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Benchmarks.Ratios;

/// <summary>Kernels of the software backend by themselves: AES-128 counter mode of 64 KiB, and one AES-128 block, by itself and in a chain.</summary>
internal sealed class SoftwareKernels
{
    public const int CounterModeSize = 65536;

    private const string CounterModeName = "AES-128 counter mode (software)";
    private const string BlockName = "AES-128, one block (software)";
    private const string ChainName = "AES-128, one block after the other (software)";
    private const int BlockSize = 16;

    private SoftwareKernels(Comparison? comparison, string? fault)
    {
        Fault = fault;
        CounterMode = comparison?[CounterModeName];
        Block = comparison?[BlockName];
        Chain = comparison?[ChainName];
    }

    /// <summary>Null when the output was wrong.</summary>
    public RowResult? CounterMode { get; }

    /// <summary>Calls one after the other, like every other row. Null when the output was wrong.</summary>
    public RowResult? Block { get; }

    /// <summary>The same where each call waits for the result of the one before. Null when the output was wrong.</summary>
    public RowResult? Chain { get; }

    /// <summary>All rows that could be measured.</summary>
    public IEnumerable<RowResult> Rows => new[] { CounterMode, Block, Chain }.OfType<RowResult>();

    public string? Fault { get; }

    public static SoftwareKernels Measure(int rounds)
    {
        byte[] key = [.. Enumerable.Range(1, BlockSize).Select(i => (byte)i)];
        Vector128<byte>[] roundKeys = new Vector128<byte>[11];
        SoftwareBackend.ExpandKey(key, roundKeys);
        Vector128<byte> counter = Vector128.Create(0xFFFF_FFF0, 1u, 2u, 3u).AsByte();
        byte[] source = new byte[CounterModeSize];
        byte[] destination = new byte[CounterModeSize];
        byte[] block = new byte[BlockSize];
        byte[] encrypted = new byte[BlockSize];

        SoftwareBackend.XorKeyStream(roundKeys, counter, source, destination);
        counter.CopyTo(block);
        SoftwareBackend.EncryptBlocks(roundKeys, block, block);
        byte[] expected = KeyStream(key, counter);
        if (!destination.AsSpan().SequenceEqual(expected) || !block.AsSpan().SequenceEqual(expected.AsSpan(0, BlockSize)))
        {
            return new SoftwareKernels(null, "The software AES differs from System.Security.Cryptography.Aes. Its kernel rows are left out.");
        }

        Row[] rows =
        [
            new(CounterModeName, CounterModeSize, calls =>
            {
                for (; calls > 0; calls--)
                {
                    SoftwareBackend.XorKeyStream(roundKeys, counter, source, destination);
                }
            }),

            new(BlockName, BlockSize, calls =>
            {
                for (; calls > 0; calls--)
                {
                    SoftwareBackend.EncryptBlocks(roundKeys, block, encrypted);
                }
            }),

            // Each block is the one before encrypted: the time from block to block.
            new(ChainName, BlockSize, calls =>
            {
                for (; calls > 0; calls--)
                {
                    SoftwareBackend.EncryptBlocks(roundKeys, block, block);
                }
            }),
        ];
        return new SoftwareKernels(Comparison.Measure(rows, rounds), null);
    }

    public Table ToTable()
    {
        Table table = new("kernel", "bytes", "ns", "median", "cycles", "cycles/byte", "allocated");
        foreach (RowResult row in Rows)
        {
            table.Add(
                row.Row.Name,
                Format.Number(row.Row.Bytes, "F0"),
                Format.Nanoseconds(row.Best),
                Format.Nanoseconds(row.Median),
                Format.Number(row.Cycles, "F0"),
                Format.Number(row.CyclesPerByte, "F2"),
                Format.Number(row.AllocatedBytes, "0.##"));
        }

        return table;
    }

    /// <summary>RFC 8452's counter mode by the framework's AES: the first 32 bits count, little-endian.</summary>
    private static byte[] KeyStream(byte[] key, Vector128<byte> counter)
    {
        byte[] blocks = new byte[CounterModeSize];
        for (int i = 0; i < blocks.Length; i += BlockSize)
        {
            counter.CopyTo(blocks, i);
            uint first = BinaryPrimitives.ReadUInt32LittleEndian(blocks.AsSpan(i));
            BinaryPrimitives.WriteUInt32LittleEndian(blocks.AsSpan(i), unchecked(first + (uint)(i / BlockSize)));
        }

        using Aes aes = Aes.Create();
        aes.Key = key;
        return aes.EncryptEcb(blocks, PaddingMode.None);
    }
}
