using AesModes.Tool.Vectors;

namespace AesModes.Tool.SelfTest;

/// <summary>Checks every backend of this machine against known answers that the tool contains.</summary>
internal static class SelfTestCommand
{
    /// <summary>Vectors from this repository's files, with lengths that reach every kernel.</summary>
    private static readonly string[] _names = ["aes-gcm-siv.json", "aez.json", "aes-ctr.json"];

    public static Command Create()
    {
        Option<string> backend = Parameters.BackendNameOrAll();
        Option<bool> json = Parameters.Json();
        Command command = new("selftest", "Checks every mode on every backend of this machine with known answers. Example: aesmodes selftest")
        {
            backend,
            json,
        };
        command.SetAction(result => Interruption.Run(
            cancellationToken => VectorRun.Run(ReadFiles(), Parameters.FindEvery(result.GetRequiredValue(backend)), result.GetValue(json), cancellationToken, namesSelfTests: true)));
        return command;
    }

    public static VectorFile[] ReadFiles() => [.. _names.Select(Read)];

    private static VectorFile Read(string name)
    {
        using Stream stream = typeof(SelfTestCommand).Assembly.GetManifestResourceStream(name)!;
        return VectorFile.Read(name, stream);
    }
}
