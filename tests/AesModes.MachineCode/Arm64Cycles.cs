using System.Globalization;

namespace AesModes.MachineCode;

/// <summary>Computes, without a measurement, the fewest cycles per byte that a bulk loop can take on Neoverse V2.</summary>
/// <remarks>
/// Source: Arm Neoverse V2 Core Software Optimization Guide, issue 3.0 (r0p2, 16 December 2022), tables 3-18 to 3-21 and sections 4.1, 4.6 and 4.11.
/// Limits per cycle: 8 macro-operations; 3 loads and stores, of which 2 may be stores; 4 vector operations (AES, PMULL and logic alike; a fused AESE and AESMC
/// count as one), of which 2 may be shifts and 2 may be table lookups or stores. A pair of vectors counts as two loads or stores. The model ignores latency,
/// caches and branches.
/// </remarks>
internal static class Arm64Cycles
{
    private const int Block = 16;

    /// <summary>AES-256 has 4 more rounds than AES-128. A kernel contains both, and the shortest path around a loop is AES-128's.</summary>
    private const int LongKeyRounds = 4;

    private static readonly Row[] _rows =
    [
        new("AES-CTR, AES-128", "CounterBlocks<", ":XorCounted<Hardware.Eight>", "BlockCounter", 8),
        new("AES-CTR, AES-256", "CounterBlocks<", ":XorCounted<Hardware.Eight>", "BlockCounter", 8, IsLongKey: true),
        new("AES-CTR with FACE, AES-128", "CounterBlocks<", ":XorFromTable(", "BlockCounter", 12),
        new("AES-CTR with FACE, AES-256", "CounterBlocks<", ":XorFromTable(", "BlockCounter", 12, IsLongKey: true),
        new("AES-GCM-SIV: POLYVAL", "Polyval<", ":AbsorbSixteens(", "", 16),
        new("AES-GCM-SIV: key stream, AES-128", "CounterBlocks<", ":XorCounted<Hardware.Eight>", "GcmSivCounter", 8),
        new("AES-GCM-SIV: key stream, AES-256", "CounterBlocks<", ":XorCounted<Hardware.Eight>", "GcmSivCounter", 8, IsLongKey: true),
        new("AES-GCM-SIV: key stream with FACE, AES-128", "CounterBlocks<", ":XorFromTable(", "GcmSivCounter", 12),
        new("AES-GCM-SIV: key stream with FACE, AES-256", "CounterBlocks<", ":XorFromTable(", "GcmSivCounter", 12, IsLongKey: true),
        new("AES-GCM-SIV: decryption, AES-128", "GcmSivDecryption<", ":DecryptSixteens<", "CountedStates", 16),
        new("AES-GCM-SIV: decryption, AES-256", "GcmSivDecryption<", ":DecryptSixteens<", "CountedStates", 16, IsLongKey: true),
        new("AES-GCM-SIV: decryption with FACE, AES-128", "GcmSivDecryption<", ":DecryptSixteens<", "TabledStates", 16),
        new("AES-GCM-SIV: decryption with FACE, AES-256", "GcmSivDecryption<", ":DecryptSixteens<", "TabledStates", 16, IsLongKey: true),
        new("AEZ: first pass", "AezPasses<", ":Pass1(", "", 16),
        new("AEZ: second pass", "AezPasses<", ":Pass2(", "", 16),
        new("AEZ: hash of associated data", "AezPasses<", ":Hash(", "", 8),
    ];

    public static IEnumerable<string> Missing(IReadOnlyList<Method> listing) =>
        _rows.Where(r => Find(listing, r) is null).Select(r => $"there is no bulk loop of {r.Name}").Distinct();

    public static void Print(IReadOnlyList<Method> listing)
    {
        Console.WriteLine("| bulk loop | bytes | AES pairs | other AES | products | other vector | loads | stores | rest | bound by | cycles/byte |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|");
        foreach (var row in _rows)
        {
            if (Find(listing, row) is { } loop)
            {
                Console.WriteLine(Describe(row, loop));
            }
        }
    }

    /// <summary>Returns one iteration of the loop that has the most AES and multiply instructions in the method.</summary>
    private static Arm64Loop? Find(IReadOnlyList<Method> listing, Row row)
    {
        var method = listing.FirstOrDefault(m => m.IsOurs && m.IsArm64
            && m.ShortName.Contains(row.Type, StringComparison.Ordinal) && m.ShortName.Contains("Hardware.Arm", StringComparison.Ordinal)
            && m.ShortName.Contains(row.Method, StringComparison.Ordinal) && m.ShortName.Contains(row.With, StringComparison.Ordinal));
        var loop = method is null ? null : Arm64Kernel.FindLoops(method).MaxBy(l => l.Count(i => Arm64Kernel.Name(method.Lines[i]) is "aese" or "pmull" or "pmull2"));
        var turn = loop is null ? null : Arm64Kernel.FindTurn(method!, loop, null);
        if (turn is not null && row.IsLongKey)
        {
            turn = Arm64Kernel.FindTurn(method!, loop!, turn.Count(l => Arm64Kernel.Name(l) == "aesmc") + (LongKeyRounds * row.Blocks));
        }

        return turn is null ? null : new Arm64Loop(turn);
    }

    private static string Describe(Row row, Arm64Loop loop)
    {
        int unfused = loop.Unfused;
        int pairs = loop.AesRounds - unfused;
        int otherAes = loop.Aese - loop.AesRounds + (2 * unfused);
        int loads = Width(loop, Arm64Loop.IsVectorLoad);
        int stores = Width(loop, Arm64Loop.IsVectorStore);
        List<string> vector = [.. loop.Lines.Where(IsVectorOperation)];
        int other = vector.Count - loop.Products;
        int shifts = vector.Count(l => Arm64Kernel.Name(l) is "shl" or "ushr" or "sshr" or "sli" or "sri");
        int firstPipes = vector.Count(l => Arm64Kernel.Name(l) is "tbl" or "umov" or "smov");
        int rest = loop.Lines.Count(l => !IsVectorOperation(l) && !Arm64Loop.IsVectorLoad(l) && !Arm64Loop.IsVectorStore(l) && Arm64Kernel.Name(l) is not ("aese" or "aesmc" or "align"));
        int operations = pairs + otherAes + loop.Products + other;
        (string Name, double Cycles)[] bounds =
        [
            ("vector pipes", (operations + stores) / 4.0),
            ("pipes V0 and V1", (firstPipes + stores) / 2.0),
            ("pipes V1 and V3", shifts / 2.0),
            ("loads and stores", (loads + stores) / 3.0),
            ("stores", stores / 2.0),
            ("dispatch", (operations + loads + stores + rest) / 8.0),
        ];
        (string bound, double cycles) = bounds.MaxBy(b => b.Cycles);
        int bytes = row.Blocks * Block;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {row.Name} | {bytes} | {pairs} | {otherAes} | {loop.Products} | {other} | {loads} | {stores} | {rest} | {bound} | {cycles / bytes:F3} |");
    }

    /// <summary>Counts a load or store of a pair twice.</summary>
    private static int Width(Arm64Loop loop, Func<string, bool> isCounted) =>
        loop.Lines.Where(isCounted).Sum(l => Arm64Kernel.Name(l) is "ldp" or "stp" ? 2 : 1);

    private static bool IsVectorOperation(string line) =>
        Arm64Kernel.Name(line) is not ("aese" or "aesmc") && !Arm64Loop.IsVectorLoad(line) && !Arm64Loop.IsVectorStore(line)
        && Arm64Kernel.Operands(line) is [var first, ..] rest && (IsVector(first) || (Arm64Kernel.Name(line) is "umov" or "smov" or "fmov" && rest.Any(IsVector)));

    private static bool IsVector(string operand) => operand.Length > 1 && operand[0] is 'v' or 'd' or 'q' && char.IsAsciiDigit(operand[1]);

    /// <param name="Name">The name to print.</param>
    /// <param name="Type">Part of the class's name.</param>
    /// <param name="Method">Part of the method's name.</param>
    /// <param name="With">Part of a type argument.</param>
    /// <param name="Blocks">Blocks per iteration.</param>
    /// <param name="IsLongKey">Whether the key is AES-256's.</param>
    private sealed record Row(string Name, string Type, string Method, string With, int Blocks, bool IsLongKey = false);
}
