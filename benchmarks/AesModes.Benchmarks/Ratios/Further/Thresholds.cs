using System.Globalization;
using AesModes.Backends.Software;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// What the backend <c>software</c> chooses between, beside each other by size: its two AES cores (the numbers of <see cref="SoftwareAes{TLane,TVector}"/>) and its
/// ways to multiply (those of <see cref="SoftwarePolyval"/>). It explains those numbers and has no targets.
/// </summary>
internal sealed class Thresholds() : FurtherExperiment("thresholds")
{
    private static readonly int[] _sizes = [16, 64, 128, 256, 512, 1024, 2048, 4096];
    private static readonly Vector128<byte>[] _keys = SoftwareKernels.ExpandKey(16);
    private static readonly Vector128<byte> _h = _keys[0];

    public override Findings Measure(int rounds)
    {
        Console.Error.WriteLine($"{Name} …");
        (string Title, Row?[] Rows)[] lines = [.. CreateLines()];
        Comparison comparison = Comparison.Measure([.. lines.SelectMany(line => line.Rows).OfType<Row>()], rounds);
        Table table = new(["cycles, by bytes", .. _sizes.Select(bytes => Format.Number(bytes, "F0"))]);
        foreach ((string title, Row?[] rows) in lines)
        {
            table.Add([title, .. rows.Select(row => Format.Number(row is null ? null : comparison[row.Name].Cycles, "F0"))]);
        }

        IEnumerable<object> figures = comparison.Rows.Select(row => new { row.Row.Name, row.Row.Bytes, BestNanoseconds = row.Best, row.Cycles });
        return Tell(comparison.Speed, $"{rounds} rounds", table, figures, [], FindFaults(_sizes[^1], isWholeOfOther: static isWhole => isWhole));
    }

    /// <summary>Four rounds held against all ten, and a product that leaves out a block.</summary>
    public override bool TestTheChecks()
    {
        if (SoftwareWidth.Cores.Count == 1)
        {
            Console.WriteLine($"{Name}: no byte shuffle, so nothing to choose between");
            return true;
        }

        string[] faults = [.. FindFaults(_sizes[^1] - 16, isWholeOfOther: static isWhole => !isWhole)];
        return SelfTest.Tell(this, ["another number of rounds, and of blocks"], _ => faults.Length == 3 * SoftwareWidth.Supported.Count);
    }

    private static IEnumerable<(string Title, Row?[] Rows)> CreateLines()
    {
        foreach ((bool isWhole, string work) in new[] { (false, "AES-128"), (true, "four whole rounds") })
        {
            foreach (SoftwareWidth width in SoftwareWidth.Supported)
            {
                foreach ((bool isBitsliced, string core) in SoftwareWidth.Cores)
                {
                    yield return CreateLine($"{work}, {width.Bits} bits, {core}", (source, destination) => () => width.Encrypt(isBitsliced, isWhole, _keys, source, destination));
                }
            }
        }

        yield return CreateLine("POLYVAL with holes", (source, _) => () => SoftwarePolyval.AbsorbShort(_h, _h, source));
        foreach (SoftwareWidth width in SoftwareWidth.Supported.Where(_ => Lane128.HasLookup))
        {
            int least = width.Bits == 128 ? SoftwarePolyval.LongSize : SoftwarePolyval.LongSizeOfWide;
            yield return CreateLine($"POLYVAL, slices of {width.Bits} bits", (source, _) => () => SoftwarePolyval.Absorb(_h, _h, source, width.Bits / 128), least);
        }
    }

    /// <param name="title">The row's.</param>
    /// <param name="createCall">From a text and as much room.</param>
    /// <param name="least">Shorter texts it does not take.</param>
    private static (string Title, Row?[] Rows) CreateLine(string title, Func<byte[], byte[], Action> createCall, int least = 0) => (title, [.. _sizes.Select(bytes =>
        bytes < least ? null : new Row(
            string.Create(CultureInfo.InvariantCulture, $"{title}, {bytes} bytes"), bytes, Row.Calls(createCall(CreateText(bytes), new byte[bytes]))))]);

    private static byte[] CreateText(int bytes) => new Message(0, bytes).Plaintext.ToArray();

    /// <summary>Where what is chosen between does not give the same.</summary>
    /// <param name="bytes">That one way to multiply takes, of the longest text.</param>
    /// <param name="isWholeOfOther">What the second core does for what the first does.</param>
    private static IEnumerable<string> FindFaults(int bytes, Func<bool, bool> isWholeOfOther)
    {
        byte[] source = CreateText(_sizes[^1]);
        byte[] Encrypt(SoftwareWidth width, bool isBitsliced, bool isWhole)
        {
            byte[] result = new byte[source.Length];
            width.Encrypt(isBitsliced, isWhole, _keys, source, result);
            return result;
        }

        IEnumerable<string> cores =
            from width in SoftwareWidth.Supported
            where SoftwareWidth.Cores.Count > 1
            from isWhole in new[] { false, true }
            where !Encrypt(width, false, isWhole).AsSpan().SequenceEqual(Encrypt(width, true, isWholeOfOther(isWhole)))
            select $"The AES cores on {width.Bits} bits give different outputs.";
        IEnumerable<string> products =
            from width in SoftwareWidth.Supported
            where SoftwarePolyval.AbsorbShort(_h, _h, source.AsSpan(0, bytes)) != SoftwarePolyval.Absorb(_h, _h, source, width.Bits / 128)
            select $"POLYVAL in slices of {width.Bits} bits gives another output than with holes.";
        return [.. cores, .. products];
    }
}
