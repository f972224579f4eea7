using AesModes.Tests.Tool;

namespace AesModes.Tests.Interop;

/// <summary>Exchanges version 2 files between the command and tests/interop/file-2.mjs, which was written for Node.js from docs/file-format.md alone.</summary>
public class File2CommandTests
{
    public static MatrixTheoryData<string, string> Combinations => new(["gcm-siv", "aez", "ctr"], NodeFile2.Sources);

    [Theory]
    [MemberData(nameof(Combinations))]
    public void Decrypt_FilesOfTheOther_GivesThePlaintext(string algorithm, string source)
    {
        Assert.SkipWhen(Effort.SwitchedOff is not null, "the vectors test the modes with this switched off");
        ForeignCommand.Require("node", "--version");
        using TestFolder folder = new();
        string code = algorithm switch { "gcm-siv" => "GS", "aez" => "AZ", _ => "CT" };
        string secret = NodeFile2.AddSecret(folder, source);
        byte[] passphrase = source == "PW" ? File.ReadAllBytes(folder["secret"]) : [];
        string[] options = source == "PW" ? ["--passphrase-fd", "0"] : ["--key-file", folder["secret"]];
        foreach (int size in (int[])[0, 33, 16_384, 40_000])
        {
            byte[] plaintext = Bytes.Random(new Random(size), size);
            folder.Add("in", plaintext);
            ToolProcess run = ToolProcess.RunWithInput(passphrase, ["encrypt", "--force", "--algorithm", algorithm, .. options, folder["in"], folder["sealed"]]);
            Assert.True(run.ExitCode == 0, run.Error);
            Bytes.AssertEqual(plaintext, NodeFile2.AssertSucceeded("decrypt", code, secret, folder["sealed"]), $"written by the command: {algorithm}, {source}, {size} bytes");

            folder.Add("sealed", NodeFile2.AssertSucceeded("encrypt", code, secret, folder["in"], "64,1,2"));
            run = ToolProcess.RunWithInput(passphrase, ["decrypt", "--force", "--algorithm", algorithm, .. options, folder["sealed"], folder["out"]]);
            Assert.True(run.ExitCode == 0, run.Error);
            Bytes.AssertEqual(plaintext, File.ReadAllBytes(folder["out"]), $"written by Node.js: {algorithm}, {source}, {size} bytes");
        }
    }
}
