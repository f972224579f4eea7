using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Backends.Hardware;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// What calls are made of, each part by itself: AEZ's passes over a message of 4 KiB, FACE's table, and the sizes at which a table begins to pay. It
/// explains other figures (benchmarks/results/performance.md) and has no targets.
/// </summary>
internal sealed class Pieces() : FurtherExperiment("pieces")
{
    private const int MessageSize = 4096;
    private const int Pairs = ((MessageSize + AezPeer.TagSize) / 32) - 1;

    private static readonly int[] _textSizes = [4096, 8192, 12288, 16384];

    private static bool HasInstructions => X86.IsSupported || Arm.IsSupported;

    public override Findings Measure(int rounds)
    {
        Console.Error.WriteLine($"{Name} …");
        List<string?> faults = [];
        List<Row> all = [.. CreateMessageRows(faults), .. HasInstructions ? CreateKernelRows(1) : [], .. CreateTextRows(faults)];
        Comparison comparison = Comparison.Measure(all, rounds);
        faults.AddRange(comparison.Rows.Select(row => row.FindFault(row.Row.Name)));

        Column<RowResult>[] columns =
        [
            new("piece", "Name", row => row.Row.Name),
            new("AES rounds", "AesRounds", row => row.Row.Work?.AesRounds, "F0"),
            new("these take, cycles", null, row => row.Limit * comparison.Speed.Gigahertz, "F0"),
            new(null, "BestNanoseconds", row => row.Best),
            new("cycles", "Cycles", row => row.Cycles, "F0"),
            new("share", "ShareOfLimit", row => row.ShareOfLimit, "0.0 %"),
        ];
        Table table = Tables.Create(comparison.Rows, columns);
        if (!HasInstructions)
        {
            table.Add("AEZ's passes and FACE's table: not measured, as there are no AES instructions", "–", "–", "–", "–");
        }

        return Tell(comparison.Speed, $"{rounds} rounds", table, Tables.ToJson(comparison.Rows, columns), [], faults.OfType<string>());
    }

    /// <summary>Passes that leave out half of the pairs.</summary>
    public override bool TestTheChecks()
    {
        if (!HasInstructions)
        {
            Console.WriteLine($"{Name}: no AES instructions, so no bound that a row could beat");
            return true;
        }

        Row[] half = [.. CreateKernelRows(2).Where(row => row.Name.StartsWith("AEZ", StringComparison.Ordinal)).Select(row => row with { Name = $"half of {row.Name}" })];
        Comparison comparison = Comparison.Measure(half);
        return SelfTest.Tell(this, half.Select(row => row.Name), name => comparison[name].BeatsItsBound);
    }

    /// <param name="part">1; 2 to leave out half of the pairs that a row says it has.</param>
    private static IEnumerable<Row> CreateKernelRows(int part) =>
        X86.IsSupported ? CreateKernelRows<X86>(part) : CreateKernelRows<Arm>(part);

    private static IEnumerable<Row> CreateKernelRows<TAes>(int part)
        where TAes : struct, IAesInstructions =>
        [.. CreatePasses<TAes>(4 * Pairs, part).Take(2), .. CreatePasses<TAes>(Pairs, part), .. CreateTable<TAes>()];

    /// <summary>AEZ's passes, from one buffer to another and in place as in a message, then with what stands between and beside them.</summary>
    private static IEnumerable<Row> CreatePasses<TAes>(int pairs, int part)
        where TAes : struct, IAesInstructions
    {
        // Any vectors: they decide what a pass gives, not how long it takes.
        Vector128<byte>[] keys = CreateVectors(AezKey.Count);
        PlacedBuffer source = new Message(0, 32 * (pairs / part)).Plaintext;
        byte[] text = source.ToArray();
        Vector128<byte>[] last = [default];
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        Vector128<byte> First() => AezPasses<TAes>.Pass1(keys, in keys[AezKey.DoubledI], source, text).Block;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        Vector128<byte> Second(Vector128<byte> sy, in Vector128<byte> sx) =>
            AezPasses<TAes>.Pass2(keys, in keys[AezKey.DoubledI], in sx, new RegisterBlock(sy), text).Block;

        const int FirstRounds = 8;
        const int SecondRounds = 12;
        const int BothRounds = FirstRounds + SecondRounds;
        string title = string.Create(CultureInfo.InvariantCulture, $"AEZ, {pairs} pairs:");
        yield return CreateRow($"{title} first pass", pairs * FirstRounds, () => _ = First());
        yield return CreateRow($"{title} second pass", pairs * SecondRounds, () => _ = Second(keys[0], in keys[2]));
        yield return CreateRow($"{title} both, neither waits", pairs * BothRounds, () =>
        {
            _ = First();
            _ = Second(keys[0], in keys[2]);
        });
        yield return CreateRow($"{title} the second waits for the first", pairs * BothRounds, () => _ = Second(First(), in keys[2]));
        yield return CreateRow($"{title} it waits for AES10 of what the first gives", (pairs * BothRounds) + 10, () =>
            _ = Second(AezPasses<TAes>.Aes10(keys, First(), keys[0], keys[1]), in keys[2]));

        // As in AezCipher.Core.cs, from registers and without lengths to look at: the nonce, the last two blocks (x, y) and a fragment of 16 bytes (u).
        int ends = AezRounds.Count(MessageSize, AezPeer.TagSize, nonce: 16, associatedData: 0) - (Pairs * BothRounds);
        yield return CreateRow($"{title} and all that a message encrypts besides", (pairs * BothRounds) + ends, () =>
        {
            Vector128<byte> mu = keys[2];
            Vector128<byte> mx = keys[3];
            Vector128<byte> my = keys[4];
            Vector128<byte> x = First();
            Vector128<byte> nonce = AezPasses<TAes>.Aes4(keys, keys[5], keys[6], keys[14]);
            Vector128<byte> sx = AezPasses<TAes>.Aes4(keys, my, keys[7], mx) ^ nonce ^ AezPasses<TAes>.Aes4(keys, mu, keys[8], keys[15]);
            Vector128<byte> sy = AezPasses<TAes>.Aes10(keys, x, sx ^ keys[9], my);
            sx ^= x;
            Vector128<byte> cy = AezPasses<TAes>.Aes10(keys, sy, keys[10], sx);
            Vector128<byte> cu = AezPasses<TAes>.Aes10(keys, sx ^ sy, keys[11], mu);
            Vector128<byte> cx = AezPasses<TAes>.Aes4(keys, cy, keys[12], sy) ^ AezPasses<TAes>.Aes4(keys, cu, keys[13], nonce);
            last[0] = cx ^ Second(sy, in sx);
        });
    }

    private static IEnumerable<Row> CreateTable<TAes>()
        where TAes : struct, IAesInstructions
    {
        Vector128<byte>[] roundKeys = CreateVectors(15);
        Vector128<byte>[] memory = new Vector128<byte>[FaceTable.Size];
        yield return CreateRow("FACE: filling the table", 2 * FaceTable.Vectors, () =>
        {
            FaceTable table = new() { Memory = memory };
            TabledStates<TAes, BlockCounter>.Fill(roundKeys, 0, ref table);
        });
        yield return CreateRow("FACE: overwriting the table", 0, () => Secrets.Erase(memory));
        yield return CreateRow("FACE: the same by CryptographicOperations.ZeroMemory", 0, () => CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(memory.AsSpan())));
    }

    private static Vector128<byte>[] CreateVectors(int count) => [.. MemoryMarshal.Cast<byte, Vector128<byte>>(new Message(0, 16 * count).Plaintext.ToArray().AsSpan())];

    /// <summary>The whole of what the passes are parts of.</summary>
    private static IEnumerable<Row> CreateMessageRows(List<string?> faults)
    {
        Peer peer = InstanceKind.Aez.CreatePeer(InstanceKind.Aez.CreateMessage(MessageSize));
        faults.Add(PeerCheck.FindFault(peer));

        // As two arrays that were allocated one after the other: see PlacedBuffer.
        Aez aez = new(peer.Message.Key.AsSpan(), AezPeer.TagSize);
        PlacedBuffer destination = new(peer.Ciphertext.Length, peer.Message.Plaintext.Place + 24);
        Row behind = new(
            $"AEZ: {Operation.Encrypt.Verb()} {MessageSize} bytes into the next array",
            MessageSize,
            Row.Calls(() => aez.Encrypt(peer.Message.Nonce, peer.Message.Plaintext, destination)),
            peer.WorkOf(Operation.Encrypt));
        return [.. OperationNames.All.Select(operation => peer.CreateRow(operation, $"AEZ: {operation.Verb()} {MessageSize} bytes")), behind];
    }

    /// <summary>Counter mode with and without a table that the call has to fill.</summary>
    private static IEnumerable<Row> CreateTextRows(List<string?> faults)
    {
        foreach (Backend backend in new[] { Backend.Default!, Contestants.SoftwareBackend }.Distinct())
        {
            foreach (int bytes in _textSizes)
            {
                Message message = new(32, bytes, nonceSize: 16);
                Peer plain = PlainCtr.Create(message, backend);
                Peer tabled = PlainCtr.Create(message, backend, isTabled: true);
                faults.Add(PeerCheck.FindFault(tabled, plain));
                string title = $"AES-256-CTR, {backend.Name}, {bytes} bytes";
                yield return plain.CreateRow(Operation.Encrypt, $"{title}, without a table");
                yield return tabled.CreateRow(Operation.Encrypt, $"{title}, with one");
            }
        }
    }

    private static Row CreateRow(string name, int aesRounds, Action call) => new(name, 0, Row.Calls(call), aesRounds == 0 ? null : new Work(aesRounds));
}
