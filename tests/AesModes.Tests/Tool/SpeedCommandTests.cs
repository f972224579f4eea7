using System.CommandLine;
using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.RegularExpressions;
using AesModes.Measuring;
using AesModes.Tool.Common;
using AesModes.Tool.Speed;
using static AesModes.Tests.Tool.CommandLineTests;

namespace AesModes.Tests.Tool;

/// <summary>Tests the verb speed: its rows, and that their figures agree with each other. Nothing here depends on actual speed.</summary>
public partial class SpeedCommandTests
{
    private static readonly string[] _directions = ["encrypt", "decrypt"];

    [Fact]
    public void Json_OfEverything_HasEachRowOnceInOrderWithFiguresThatAgree()
    {
        JsonElement run = RunJson("--sizes", "100,16,16");
        JsonElement machine = run.GetProperty("machine");
        double? gigahertz = machine.GetProperty("gigahertz").Deserialize<double?>();
        Assert.True(gigahertz is null or > 0, $"{gigahertz}");
        SpeedRow[] rows = Rows(run);

        Assert.Equal(ExpectedKeys([16, 100], Contest.Algorithms, BackendNames), rows.Select(KeyOf));
        Assert.True(run.GetProperty("rounds").GetInt32() >= 3);
        Assert.Equal(JsonValueKind.Array, run.GetProperty("doubts").ValueKind);
        Assert.All((string[])["processor", "system", "runtime"], name => Assert.NotEmpty(machine.GetProperty(name).GetString()!));
        Assert.All(rows, row =>
        {
            Assert.True(row.BestNanoseconds > 0 && row.MedianNanoseconds >= row.BestNanoseconds, $"{row}");
            AssertClose(row.Bytes / row.BestNanoseconds * 1000, row.MegabytesPerSecond);
            AssertClose(row.BestNanoseconds * gigahertz / row.Bytes, row.CyclesPerByte);
            Assert.Equal(row.Algorithm == Contest.Aez ? 384 : 256, row.KeySize);

            SpeedRow? native = rows.SingleOrDefault(other => (other.Algorithm, other.Bytes, other.Direction) == (Contest.Native, row.Bytes, row.Direction));
            Assert.Equal(native is null, row.AgainstNative is null);
            AssertClose(native?.BestNanoseconds / row.BestNanoseconds, row.AgainstNative);

            // At these sizes, every correct share is far below 1.
            Assert.Equal(row.Backend is not ("x86" or "arm") || !ClockTrust.IsOptimized, row.ShareOfLimit is null);
            Assert.True(row.ShareOfLimit is null or (> 0 and < 1.05), $"{row}");
        });
    }

    /// <summary>AEZ needs 4 rounds for the nonce and 28 for the two blocks of the 16-byte message and the tag. AES-256-CTR with FACE needs 12 for each of seven blocks.</summary>
    [Fact]
    public void Json_ShareOfLimit_IsThatOfTheModesAesRounds()
    {
        Assert.SkipUnless(Backend.Default!.IsHardwareAccelerated, "There are no AES instructions here.");
        JsonElement run = RunJson("--sizes", "16,100", "--backend", "auto");
        Assert.SkipWhen(run.GetProperty("machine").GetProperty("gigahertz").ValueKind == JsonValueKind.Null, "The clock is not trusted here.");
        double roundsPerNanosecond = Positive(run.GetProperty("machine"), "aesRoundsPerCycle") * Positive(run.GetProperty("machine"), "gigahertz");
        void AssertRounds(double expected, string algorithm, int bytes) => Assert.All(
            Rows(run).Where(row => row.Algorithm == algorithm && row.Bytes == bytes),
            row => AssertClose(expected, row.ShareOfLimit * row.BestNanoseconds * roundsPerNanosecond));

        AssertRounds(32, Contest.Aez, 16);
        AssertRounds(84, Contest.Ctr, 100);
    }

    [Fact]
    public void Json_OfOneAlgorithmOnOneBackend_HasItsRowsAndTheNativeOnes()
    {
        SpeedRow[] rows = Rows(RunJson("--sizes", "16", "--algorithm", "ctr", "--backend", "software", "--key-size", "128"));

        Assert.Equal(ExpectedKeys([16], [Contest.Ctr], ["software"]), rows.Select(KeyOf));
        Assert.All(rows, row => Assert.Equal(128, row.KeySize));
    }

    [Fact]
    public void Json_WithoutSizes_HasTheSizesThatHelpNames()
    {
        string help = ToolProcess.Run("speed", "--help").AssertSucceeded().Output;
        int[] sizes = [.. Rows(RunJson("--algorithm", "ctr", "--backend", "auto")).Select(row => row.Bytes).Distinct()];

        Assert.Equal(5, sizes.Length);
        Assert.Contains($"{string.Join(',', sizes)} by default", WhiteSpace().Replace(help, " "), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", new[] { 7, 8 })]
    [InlineData("--sizes 6,5,5", new[] { 6, 5 })]
    public void ValueOr_WithOrWithoutTheOption_IsWhatWasGivenOrTheDefault(string arguments, int[] expected)
    {
        Option<int[]> option = Parameters.Numbers("--sizes", "Sizes", 1, 10, 7, 8);

        Assert.Equal(expected, new RootCommand { option }.Parse(arguments).ValueOr(option, [7, 8]));
    }

    [Fact]
    public void Text_InAPipe_HasEachRowOnceUnderItsSizeAndFitsTheScreen()
    {
        string[] lines = ToolProcess.Run("speed", "--seconds", "1", "--sizes", "16,1000").AssertSucceeded().Output.Split('\n');

        int bytes = 0;
        List<(int, string, string, string)> found = [];
        foreach (string line in lines)
        {
            if (SizeLine().Match(line) is { Success: true } size)
            {
                bytes = int.Parse(size.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
            }
            else if (RowLine().Match(line) is { Success: true } row)
            {
                found.Add((bytes, row.Groups[1].Value, row.Groups[3].Value, row.Groups[2].Value));
                Assert.True(line.Length <= 100, line);
            }
        }

        Assert.Equal(ExpectedKeys([16, 1000], Contest.Algorithms, BackendNames), found);
    }

    [Fact]
    public void Sizes_ThatNoMachineHasMemoryFor_AreRefused() =>
        ToolProcess.Run("speed", "--sizes", string.Join(',', Enumerable.Range(1 << 29, 2000))).AssertRefused(1, "MiB", "--sizes");

    [Theory]
    [InlineData(1, true, "████")]
    [InlineData(0.5, true, "██")]
    [InlineData(0.53, true, "██▏")]
    [InlineData(0.001, true, "▏")]
    [InlineData(0, true, "")]
    [InlineData(1, false, "####")]
    [InlineData(0.6, false, "##")]
    [InlineData(0.001, false, "#")]
    public void Bar_OfAShare_HasItsLength(double share, bool unicode, string expected) => Assert.Equal(expected, Bar.Draw(share, 4, unicode));

    [Fact]
    public void Cells_MissingFigures_AreDashes()
    {
        SpeedRow row = new("aez", "encrypt", "software", 384, 16, 1234.5, 1300, 12.96, CyclesPerByte: null, AgainstNative: null, ShareOfLimit: null);

        Assert.Equal(["aez", "encrypt", "software", "1,234", "13.0", "-", "-", "-"], SpeedReport.CreateCells(row, fastest: 20, barWidth: 0));
    }

    [Fact]
    public void Memory_OfTwoSizes_IsATextEachAndTwoMoreForEachEntrant()
    {
        // Three modes on two backends and the native one have 7 entrants, which need 1 + 2 · 7 texts.
        Assert.Equal(15 * (16L + (1 << 30)), Contest.Memory([16, 1 << 30], algorithms: 3, backends: 2));
    }

    private static JsonElement RunJson(params string[] arguments)
    {
        string output = ToolProcess.Run(["speed", "--seconds", "1", "--json", .. arguments]).AssertSucceeded().Output;
        return JsonDocument.Parse(output).RootElement;
    }

    private static SpeedRow[] Rows(JsonElement run) => run.GetProperty("rows").Deserialize<SpeedRow[]>(JsonSerializerOptions.Web)!;

    private static IEnumerable<(int Bytes, string Algorithm, string Backend, string Direction)> ExpectedKeys(
        int[] sizes, IEnumerable<string> algorithms, string[] backends) =>
        from size in sizes
        from entrant in algorithms.SelectMany(_ => backends, (algorithm, backend) => (Algorithm: algorithm, Backend: backend))
            .Concat(AesGcm.IsSupported ? [(Contest.Native, "native")] : [])
        from direction in _directions
        select (size, entrant.Algorithm, entrant.Backend, direction);

    private static (int, string, string, string) KeyOf(SpeedRow row) => (row.Bytes, row.Algorithm, row.Backend, row.Direction);

    private static double Positive(JsonElement element, string name)
    {
        double value = element.GetProperty(name).GetDouble();
        Assert.True(value > 0, $"{name} is {value}.");
        return value;
    }

    /// <summary>Compares with a tolerance for rounding. Null must match null.</summary>
    private static void AssertClose(double? expected, double? actual)
    {
        Assert.Equal(expected is null, actual is null);
        Assert.Equal(1, (actual / expected) ?? 1, 1e-9);
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex WhiteSpace();

    [GeneratedRegex(@"^([\d,]+) bytes$")]
    private static partial Regex SizeLine();

    [GeneratedRegex(@"^(gcm-siv|aez|ctr|aes-gcm) +(encrypt|decrypt) +(\w+)( +[\d.,]+){2}( +([\d.,]+|-)){2}( +(\d+ %|-))$")]
    private static partial Regex RowLine();
}
