using System.CommandLine;
using AesModes.Tool.Common;

namespace AesModes.Tool.Files;

/// <summary>key; encrypt and decrypt: IN to OUT under a key file.</summary>
internal static class FileCommands
{
    private static readonly string[] _names = [.. FileAlgorithm.All.Select(a => a.Name)];

    private delegate void Work(Request request, FileStream input, CancellationToken cancellation);

    /// <summary>Makes a key file.</summary>
    public static Command CreateKey()
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

    public static Command CreateEncrypt() => Create(
        "encrypt",
        "Encrypts a file. gcm-siv: authenticated, up to 64 GiB; aez: authenticated, wide-block, up to 2 GiB, in memory; ctr: NOT authenticated. "
            + "Example: aesmodes encrypt --key-file photos.key photo.jpg photo.sealed",
        Parameters.OneOf("--algorithm", "What to encrypt with.", _names),
        "The file to encrypt.",
        Encrypt);

    public static Command CreateDecrypt() => Create(
        "decrypt",
        "Decrypts a file that encrypt made. Example: aesmodes decrypt --key-file photos.key photo.sealed photo.jpg",
        Parameters.OneOf("--algorithm", "What it must be encrypted with; whatever it says itself unless given.", _names),
        "The file to decrypt.",
        Decrypt);

    private static Command Create(string name, string description, Option<string> algorithm, string input, Work work)
    {
        Option<string> keyFile = FileParameters.KeyFile();
        Option<bool> force = FileParameters.Force("OUT");
        Argument<string> from = FileParameters.Path("IN", input);
        Argument<string> to = FileParameters.Path("OUT", "The file to write. It is there when all of it is, or not at all.");
        Command command = new(name, description) { keyFile, algorithm, force, from, to };

        // On another thread, so that an interrupt finds this one waiting for it.
        command.SetAction((result, cancellation) => Task.Run(
            () =>
            {
                string? chosen = result.GetResult(algorithm) is { Implicit: false } ? result.GetValue(algorithm) : null;
                Request request = new(
                    result.GetRequiredValue(keyFile),
                    FileAlgorithm.All.FirstOrDefault(a => a.Name == chosen),
                    result.GetRequiredValue(to),
                    result.GetValue(force));
                OutputFile.CheckFree(request.Output, request.Force);
                if (FileParameters.AreSamePath(request.Output, request.KeyFile, FileParameters.PathComparison))
                {
                    throw new CommandFailure("OUT is the key file.");
                }

                using FileStream file = FileParameters.OpenInput(result.GetRequiredValue(from));
                work(request, file, cancellation);
                return 0;
            },
            cancellation));
        return command;
    }

    private static void Encrypt(Request request, FileStream input, CancellationToken cancellation)
    {
        FileAlgorithm algorithm = request.Algorithm ?? FileAlgorithm.All[0];
        Run(request, algorithm, input, "Encrypting", ownerOnly: false, (key, createOutput, progress) =>
            FileCipher.Encrypt(algorithm, key, input, createOutput, progress, cancellation));
    }

    private static void Decrypt(Request request, FileStream input, CancellationToken cancellation)
    {
        FileHeader header = FileHeader.Read(input, input.Name);
        if (request.Algorithm is { } wanted && wanted != header.Algorithm)
        {
            throw new CommandFailure($"{input.Name} is encrypted with {header.Algorithm}, not with {wanted}.");
        }

        Run(request, header.Algorithm, input, "Decrypting", ownerOnly: true, (key, createOutput, progress) =>
            FileCipher.Decrypt(header, key, input, createOutput, progress, cancellation));
    }

    private static void Run(
        Request request, FileAlgorithm algorithm, FileStream input, string what, bool ownerOnly, Action<ReadOnlySpan<byte>, Func<FileStream>, IProgress<long>> work)
    {
        using KeyFile key = KeyFile.Read(request.KeyFile, algorithm);
        OutputFile? output = null;
        try
        {
            FileStream CreateOutput()
            {
                output = OutputFile.Create(request.Output, request.Force, ownerOnly);
                return output.Stream;
            }

            ProgressBar.RunBytes(what, input.CanSeek ? input.Length : 0, progress => work(key.Key, CreateOutput, progress));

            // Before the output takes its name: that may be the input's.
            input.Dispose();
            output!.Commit();
        }
        finally
        {
            output?.Dispose();
        }

        if (algorithm == FileAlgorithm.Ctr)
        {
            Console.Error.WriteLine("ctr is not authenticated: whoever can change the file can change what it decrypts to, unnoticed.");
        }
    }

    private sealed record Request(string KeyFile, FileAlgorithm? Algorithm, string Output, bool Force);
}
