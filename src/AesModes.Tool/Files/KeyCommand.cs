using System.CommandLine;
using AesModes.Tool.Common;

namespace AesModes.Tool.Files;

/// <summary>Makes a key file.</summary>
internal static class KeyCommand
{
    public static Command Create()
    {
        Option<int> size = Parameters.Number("--size", "The key's size in bytes", 32, 16, FileAlgorithm.MaxKeySize);
        Option<bool> force = FileParameters.Force("FILE");
        Argument<string> file = FileParameters.Path("FILE", "The key file to make: raw random bytes, readable by its owner alone.");
        Command command = new("key", "Makes a key file. Example: aesmodes key photos.key") { size, force, file };
        command.SetAction(result =>
        {
            KeyFile.Create(result.GetRequiredValue(file), result.GetValue(size), result.GetValue(force));
            return 0;
        });
        return command;
    }
}
