using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using AesModes.Tests.Reference;
using Software = AesModes.Backends.Software.SoftwareBackend<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Benchmarks.Ratios;

/// <summary>
/// The software backend's kinds of work by themselves: 64 KiB of each on every width of vector that the machine has, and one AES-128 block,
/// by itself and in a chain.
/// </summary>
internal sealed class SoftwareKernels
{
    private const int Size = 65536;
    private const int BlockSize = 16;
    private const string BlockName = "AES-128, one block";
    private const string ChainName = "AES-128, one block after the other";

    /// <summary>What AES-256, with 14 rounds for 10, may take of AES-128's time.</summary>
    private const double LongKey = 1.37;

    private static readonly Kind[] _kinds =
    [
        new("AES-128 counter mode", new(6.2, 3.3, 1.65), width => CounterMode(width, 16)),
        new("AES-256 counter mode", new(6.2 * LongKey, 3.3 * LongKey, 1.65 * LongKey), width => CounterMode(width, 32)),
        new("AES-128 counter mode with FACE", new(5.2, 2.8, 1.45), width => CounterModeWithFace(width, 16)),
        new("AES-256 counter mode with FACE", new(5.2 * LongKey, 2.8 * LongKey, 1.45 * LongKey), width => CounterModeWithFace(width, 32)),
        new("AEZ", new(8, 4.3, 2.5), Aez),
        new("POLYVAL", new(3.5, 1.8, 1.0), Polyval),
    ];

    private static readonly Column<RowResult>[] _columns =
    [
        new("kernel", "Name", row => row.Row.Name),
        new("bytes", "Bytes", row => row.Row.Bytes, "F0"),
        new("ns", "BestNanoseconds", row => row.Best),
        new("median", "MedianNanoseconds", row => row.Median),
        new(null, "MegabytesPerSecond", row => row.MegabytesPerSecond),
        new("cycles", "Cycles", row => row.Cycles, "F0"),
        new("cycles/byte", "CyclesPerByte", row => row.CyclesPerByte, "F2"),
        new("allocated", "AllocatedBytes", row => row.AllocatedBytes, "0.##"),
    ];

    private readonly Comparison? _comparison;

    private SoftwareKernels(Comparison? comparison, string? fault)
    {
        _comparison = comparison;
        Fault = fault;
    }

    /// <summary>None when an output was wrong.</summary>
    public IReadOnlyList<RowResult> Rows => _comparison?.Rows ?? [];

    public string? Fault { get; }

    public IEnumerable<Target> Targets =>
    [
        .. SoftwareWidth.Supported.SelectMany(_ => _kinds, (width, kind) =>
            Target.InCycles($"software: {kind.Title(width)}, 64 KiB, cycles/byte", kind.Bounds.Of(width), Find(kind.Title(width)), static row => row.CyclesPerByte)),
        Target.InCycles($"software: {BlockName}, cycles", 220, Find(BlockName), static row => row.Cycles),
    ];

    public static SoftwareKernels Measure(int rounds)
    {
        List<Row> rows = [];
        foreach (Kind kind in _kinds)
        {
            byte[]? first = null;
            foreach (SoftwareWidth width in SoftwareWidth.Supported)
            {
                (Action call, Func<byte[]> result, byte[]? expected) = kind.Prepare(width);
                call();
                first ??= expected ?? result();
                if (!result().AsSpan().SequenceEqual(first))
                {
                    return new SoftwareKernels(null, $"{kind.Title(width)} (software) is wrong. The software kernels' rows are left out.");
                }

                rows.Add(new Row(kind.Title(width), Size, Row.Calls(call)));
            }
        }

        // On any width one block is one vector of 128 bits.
        Vector128<byte>[] roundKeys = ExpandKey(16);
        byte[] block = new byte[BlockSize];
        byte[] encrypted = new byte[BlockSize];
        Software.EncryptBlocks(roundKeys, block, encrypted);
        if (!encrypted.AsSpan().SequenceEqual(new ReferenceAes(Key(16)).Encrypt(block)))
        {
            return new SoftwareKernels(null, $"{BlockName} (software) is wrong. The software kernels' rows are left out.");
        }

        rows.Add(new Row(BlockName, BlockSize, Row.Calls(() => Software.EncryptBlocks(roundKeys, block, encrypted))));

        // Each block is the one before encrypted: the time from block to block.
        rows.Add(new Row(ChainName, BlockSize, Row.Calls(() => Software.EncryptBlocks(roundKeys, block, block))));
        return new SoftwareKernels(Comparison.Measure(rows, rounds), null);
    }

    public Table ToTable() => Tables.Create(Rows, _columns);

    public object ToJson() => Tables.ToJson(Rows, _columns);

    private static Prepared CounterMode(SoftwareWidth width, int keySize)
    {
        Vector128<byte>[] roundKeys = ExpandKey(keySize);
        Vector128<byte> counter = Vector128.Create(0xFFFF_FFF0, 1u, 2u, 3u).AsByte();
        byte[] source = new byte[Size];
        byte[] destination = new byte[Size];
        return new(() => width.XorKeyStream(roundKeys, counter, source, destination), () => destination, KeyStream(Key(keySize), counter));
    }

    private static Prepared CounterModeWithFace(SoftwareWidth width, int keySize)
    {
        FaceCtr ctr = new(Key(keySize), width.Backend);
        byte[] counter = new byte[BlockSize];
        byte[] source = new byte[Size];
        byte[] destination = new byte[Size];
        return new(() => ctr.Encrypt(counter, source, destination), () => destination, null);
    }

    private static Prepared Aez(SoftwareWidth width)
    {
        Aez aez = new(Key(32), 16, width.Backend);
        byte[] nonce = new byte[12];
        byte[] source = new byte[Size];
        byte[] destination = new byte[Size + 16];
        return new(() => aez.Encrypt(nonce, source, destination), () => destination, null);
    }

    private static Prepared Polyval(SoftwareWidth width)
    {
        Vector128<byte> h = Vector128.Create<byte>(Key(16));
        byte[] data = KeyStream(Key(16), h);
        Vector128<byte>[] result = [default];
        return new(() => result[0] = width.Absorb(h, data), () => ToArray(result[0]), null);
    }

    private static byte[] ToArray(Vector128<byte> vector)
    {
        byte[] bytes = new byte[BlockSize];
        vector.CopyTo(bytes);
        return bytes;
    }

    private static byte[] Key(int size) => [.. Enumerable.Range(1, size).Select(i => (byte)i)];

    public static Vector128<byte>[] ExpandKey(int size)
    {
        Vector128<byte>[] roundKeys = new Vector128<byte>[(size / 4) + 7];
        Software.ExpandKey(Key(size), roundKeys);
        return roundKeys;
    }

    private RowResult? Find(string name) => Rows.FirstOrDefault(row => row.Row.Name == name);

    /// <summary>RFC 8452's counter mode by the framework's AES: the first 32 bits count, little-endian.</summary>
    private static byte[] KeyStream(byte[] key, Vector128<byte> counter)
    {
        byte[] blocks = new byte[Size];
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

    /// <summary>Cycles/byte at most, with 128, 256 and 512 bits.</summary>
    private sealed record Bounds(double Narrow, double Middle, double Wide)
    {
        public double Of(SoftwareWidth width) => width.Bits switch
        {
            128 => Narrow,
            256 => Middle,
            _ => Wide,
        };
    }

    /// <param name="Call">Does 64 KiB.</param>
    /// <param name="Result">What that gave.</param>
    /// <param name="Expected">What it must give; null where it must be what the narrowest width gives.</param>
    private sealed record Prepared(Action Call, Func<byte[]> Result, byte[]? Expected);

    private sealed record Kind(string Name, Bounds Bounds, Func<SoftwareWidth, Prepared> Prepare)
    {
        public string Title(SoftwareWidth width) => string.Create(CultureInfo.InvariantCulture, $"{Name}, {width.Bits} bits");
    }
}
