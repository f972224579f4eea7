using System.Security.Cryptography;
using System.Text;
using AesModes.Tests.Tool;

namespace AesModes.Tests.Interop;

/// <summary>Runs tests/interop/file-2.mjs, which reads and writes version 2 files independently of the library.</summary>
internal static class NodeFile2
{
    public const string Passphrase = "pass, and no \u00E4\u20AC\U0001F511 less";

    /// <summary>The three kinds of secret, by their codes in the file header.</summary>
    public static string[] Sources => ["KF", "RK", "PW"];

    public static byte[] PassphraseBytes => Encoding.UTF8.GetBytes(Passphrase);

    /// <summary>Makes a key file: 52 bytes with the purpose FI.</summary>
    public static byte[] MakeKeyFile(byte[] secret)
    {
        byte[] content = [.. "AESMKEYS"u8, 0, 1, .. "FI"u8, .. secret];
        return [.. content, .. SHA256.HashData(content).AsSpan(0, 8)];
    }

    /// <summary>Writes a secret of the given kind into the folder. Returns the script's argument for it.</summary>
    public static string AddSecret(TestFolder folder, string source) => source switch
    {
        "KF" => "key-file=" + folder.AddKey("secret", MakeKeyFile(Bytes.Random(new Random(52), 32))),
        "RK" => "key-file=" + folder.AddKey("secret", Bytes.Random(new Random(100), 100)),
        _ => "passphrase-file=" + folder.AddKey("secret", [.. PassphraseBytes, (byte)'\n']),
    };

    /// <summary>Runs the script. Skips the test if a passphrase needs Argon2id and Node.js has none.</summary>
    public static ForeignCommand Run(params string[] arguments)
    {
        ForeignCommand run = ForeignCommand.Run("node", [], [Repository.PathOf("tests/interop/file-2.mjs"), .. arguments]);
        Assert.SkipWhen(run.ExitCode == 3, run.Error.Trim());
        return run;
    }

    public static byte[] AssertSucceeded(params string[] arguments)
    {
        ForeignCommand run = Run(arguments);
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Empty(run.Error);
        return run.Output;
    }

    /// <summary>Asserts that the script failed with this one-line message and gave only this output.</summary>
    public static void AssertRefused(string says, byte[] givenOut, params string[] arguments)
    {
        ForeignCommand run = Run(arguments);
        Assert.True(run.ExitCode == 1, $"Exit code {run.ExitCode}, expected: {says}. {run.Error}");
        Assert.Equal($"refused: {says}\n", run.Error);
        Bytes.AssertEqual(givenOut, run.Output, says);
    }
}
