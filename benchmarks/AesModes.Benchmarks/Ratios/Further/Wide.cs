using System.Globalization;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>The native code of AesModes.Wide beside managed code, by size.</summary>
internal sealed class Wide() : FurtherExperiment("wide")
{
    private const int TargetSize = 65536;
    private const double LeastSpeed = 0.98;

    private static readonly int[] _sizes = [16, 512, 1024, 2048, 4096, 8192, 16384, TargetSize, 1 << 20];

    private static readonly (string Name, double Target)[] _calls =
    [
        ("AES-128-CTR", 2.7),
        ("AES-256-CTR", 2.9),
        ("AES-GCM-SIV-256 encryption", 1.8),
        ("AES-GCM-SIV-256 decryption", 2.2),
        ("AEZ encryption", 2),
        ("AEZ decryption", 2),
    ];

    private static Backend? Native => Contestants.WideBackend;

    public override Findings Measure(int rounds)
    {
        Console.Error.WriteLine($"{Name} …");
        if (Native is null)
        {
            Table none = new(["not measured: AesModes.Wide was not built, or this CPU has no AES on 256 bits"]);
            return Tell(new MachineSpeed(), "no rounds", none, Array.Empty<object>(), []) with { Doubts = [] };
        }

        (string Name, int Bytes, Row Managed, Row Native)[] pairs = [.. _sizes.SelectMany(CreatePairs)];
        Comparison comparison = Comparison.Measure([.. pairs.SelectMany(pair => new[] { pair.Managed, pair.Native })], rounds);
        (string Name, int Bytes, double Managed, double Native)[] results =
            [.. pairs.Select(pair => (pair.Name, pair.Bytes, comparison[pair.Managed.Name].Best, comparison[pair.Native.Name].Best))];
        Table table = new(["times as fast, by bytes", .. _sizes.Select(bytes => Format.Number(bytes, "N0")), "managed, 64 KiB, GB/s", "native"]);
        foreach (IGrouping<string, (string Name, int Bytes, double Managed, double Native)> call in results.GroupBy(result => result.Name))
        {
            (string _, int bytes, double managed, double native) = call.Single(result => result.Bytes == TargetSize);
            table.Add([call.Key, .. call.Select(result => Format.Number(result.Managed / result.Native, "0.00")), Format.Number(bytes / managed, "0.0"), Format.Number(bytes / native, "0.0")]);
        }

        table.Add([$"{WideAes.Width}-bit AES against 128-bit, blocks", .. _sizes.Select(_ => Format.Number(WideAes.Factor, "0.00")), "–", "–"]);
        string? notHere = WideAes.Width == 512 ? null : "AES has less than 512 bits here";
        Target[] targets =
        [
            .. _calls.Select(call => new Target($"{call.Name}, 64 KiB, times managed code", call.Target, true, SpeedOf(call.Name)) { NotHere = notHere }),
            new("any call and size, times managed code", LeastSpeed, true, results.Min(result => result.Managed / result.Native)),
        ];
        IEnumerable<object> figures = results.Select(result => new { result.Name, result.Bytes, ManagedNanoseconds = result.Managed, NativeNanoseconds = result.Native });
        return Tell(comparison.Speed, $"{rounds} rounds", table, figures, targets, _sizes.SelectMany(bytes => FindFaults(bytes, change: 0)));

        double SpeedOf(string name) => results.Where(result => result.Name == name && result.Bytes == TargetSize).Select(result => result.Managed / result.Native).Single();
    }

    /// <summary>One wrong bit in each output.</summary>
    public override bool TestTheChecks()
    {
        if (Native is null)
        {
            Console.WriteLine($"{Name}: no native code, so nothing to compare");
            return true;
        }

        string[] faults = [.. FindFaults(TargetSize, change: 1)];
        return SelfTest.Tell(this, _calls.Select(call => call.Name), name => faults.Any(fault => fault.StartsWith(name, StringComparison.Ordinal)));
    }

    private static IEnumerable<(string Name, int Bytes, Row Managed, Row Native)> CreatePairs(int bytes)
    {
        Action[] managed = CreateCalls(bytes, Backend.Choose(disableHardware: false)!, out _);
        Action[] native = CreateCalls(bytes, Native!, out _);
        return _calls.Select((call, i) => (call.Name, bytes, CreateRow("managed", call.Name, managed[i]), CreateRow("native", call.Name, native[i])));

        Row CreateRow(string code, string name, Action call) => new(string.Create(CultureInfo.InvariantCulture, $"{name}, {bytes} bytes, {code}"), bytes, Row.Calls(call));
    }

    /// <summary>Where both give different outputs.</summary>
    private static IEnumerable<string> FindFaults(int bytes, byte change)
    {
        Array.ForEach(CreateCalls(bytes, Backend.Choose(disableHardware: false)!, out byte[][] expected), call => call());
        Array.ForEach(CreateCalls(bytes, Native!, out byte[][] actual), call => call());
        Array.ForEach(actual, output => output[^1] ^= change);
        return _calls.Index().Where(call => !expected[call.Index].AsSpan().SequenceEqual(actual[call.Index])).Select(call => $"{call.Item.Name}, {bytes} bytes: native code gives another output.");
    }

    /// <summary>In the order of <see cref="_calls"/>. The objects are used until the process ends.</summary>
    private static Action[] CreateCalls(int bytes, Backend backend, out byte[][] outputs)
    {
        byte[] key = new Message(0, 48).Plaintext.ToArray(), text = new Message(0, bytes).Plaintext.ToArray(), nonce = key[..12], counter = key[..16];
        FaceCtr ctr128 = new(key.AsSpan(0, 16), backend), ctr256 = new(key.AsSpan(0, 32), backend);
        AesGcmSiv siv = new(key.AsSpan(0, 32), backend);
        Aez aez = new(key.AsSpan(), AezPeer.TagSize, backend);
        byte[] ciphertext = new byte[bytes], tag = new byte[16], enciphered = new byte[bytes + AezPeer.TagSize];
        siv.Encrypt(nonce, text, ciphertext, tag);
        aez.Encrypt(counter, text, enciphered);
        byte[][] results = [new byte[bytes], new byte[bytes], new byte[bytes], new byte[bytes], new byte[bytes + AezPeer.TagSize], new byte[bytes]];
        byte[] otherTag = new byte[16];
        outputs = results;
        return
        [
            () => ctr128.Encrypt(counter.AsSpan(), text, results[0].AsSpan()),
            () => ctr256.Encrypt(counter.AsSpan(), text, results[1].AsSpan()),
            () => siv.Encrypt(nonce.AsSpan(), text, results[2], otherTag),
            () => siv.Decrypt(nonce.AsSpan(), ciphertext, tag, results[3]),
            () => aez.Encrypt(counter.AsSpan(), text, results[4]),
            () => aez.Decrypt(counter.AsSpan(), enciphered, results[5]),
        ];
    }
}
