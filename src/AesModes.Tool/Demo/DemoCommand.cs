using System.Globalization;
using AesModes.Tool.Files;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>Encrypts and decrypts a real file, compares and changes it, and measures speed.</summary>
internal static class DemoCommand
{
    private const int MadeFileSize = 4 * 1024 * 1024;

    public static Command Create()
    {
        Argument<FileInfo?> file = new("FILE")
        {
            Description = "The file to encrypt (with AEZ up to 512 MiB). It is only read. Without FILE, the demo makes a file of 4 MiB.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        Option<string> backend = Parameters.BackendName();

        Command command = new("demo", "Encrypts and decrypts FILE, or a file that it makes, shows that a changed file is refused, and measures speed. Example: aesmodes demo photo.jpg")
        {
            file,
            backend,
        };
        command.SetAction(result => Run(result.GetValue(file), result.GetRequiredValue(backend)));
        return command;
    }

    private static int Run(FileInfo? file, string backendName)
    {
        Backend backend = Parameters.Find(backendName);

        // After a signal, no copy of the file remains: the demo's own files have no names.
        using FileStream input = file is null ? MakeFile() : FileParameters.OpenInput(file.FullName);
        AnsiConsole.WriteLine();
        AnsiConsole.WriteLine($"AesModes runs on {backend} here.");
        AnsiConsole.WriteLine(string.Create(CultureInfo.InvariantCulture, $"File: {Printable.Of(file?.FullName ?? "made for the demo")}, {input.Length:N0} bytes."));
        AnsiConsole.WriteLine();
        try
        {
            AnsiConsole.WriteLine("These times include reading and writing files, and compilation at first use:");

            // Runs all algorithms, even after one fails.
            bool held = FileAlgorithm.All.Count(algorithm => Run(algorithm, backend, input)) == FileAlgorithm.All.Count;

            AnsiConsole.WriteLine();
            SpeedTable.Show(backend);
            AnsiConsole.WriteLine();
            AnsiConsole.WriteLine(held ? "All checks passed." : "A check FAILED: see above.");
            return held ? 0 : 1;
        }
        catch (ArgumentException e)
        {
            throw new CommandFailure(e.Message);
        }
    }

    private static bool Run(FileAlgorithm algorithm, Backend backend, FileStream input)
    {
        using FileDemo demo = new(algorithm, backend, input);
        return demo.Run();
    }

    private static FileStream MakeFile()
    {
        byte[] content = new byte[MadeFileSize];
        new Random(1).NextBytes(content);
        FileStream file = TemporaryFile.CreateUnnamed();
        file.Write(content);
        return file;
    }
}
