using System.Text;

namespace AesModes.Tests.Interop;

/// <summary>Checks tests/interop/chunked.mjs, an implementation independent of the library, with Wycheproof's vectors, and compares our vectors with its results.</summary>
public class ChunkedReaderTests
{
    [Fact]
    public void Vectors_OfChunkedEncryption_AreOpenedAndRefused()
    {
        Assert.SkipWhen(Effort.SwitchedOff is not null, "nothing of the library runs here");
        ForeignCommand.Require("node", "--version");
        string[] files = ["vectors/wycheproof-c2sp-chunked-aes-128-gcm.json", "vectors/chunked-aes-gcm-siv.json"];
        ForeignCommand run = ForeignCommand.Run("node", [], [Repository.PathOf("tests/interop/chunked-vectors.mjs"), .. files.Select(Repository.PathOf)]);
        string output = Encoding.UTF8.GetString(run.Output);
        Assert.True(run.ExitCode == 0, output + run.Error);
        Assert.Equal("10 valid, 25 refused: 0 failures\n84 valid, 66 refused: 0 failures\n", output);
    }
}
