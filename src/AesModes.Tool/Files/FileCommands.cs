namespace AesModes.Tool.Files;

/// <summary>key; encrypt and decrypt: IN to OUT under a key file.</summary>
internal static class FileCommands
{
    private static readonly string[] _names = [.. FileAlgorithm.All.Select(a => a.Name)];

    public static Command CreateKey()
    {
        Option<int> size = Parameters.Number("--size", "The key's size in bytes", 32, 16, FileAlgorithm.MaxKeySize);
        Option<bool> force = FileParameters.Force("FILE");
        Argument<string> file = FileParameters.Path("FILE", "The key file to make: raw random bytes, readable by its owner alone.");
        Command command = new("key", "Makes a key file. Example: aesmodes key photos.key") { size, force, file };
        command.SetAction(result => Interruption.Run(cancellation =>
        {
            KeyFile.Create(result.GetRequiredValue(file), result.GetValue(size), result.GetValue(force), cancellation);
            return 0;
        }));
        return command;
    }

    public static Command CreateEncrypt() => Create(
        "encrypt",
        "Encrypts a file. gcm-siv: authenticated, up to 64 GiB; aez: authenticated, wide-block, up to 2 GiB, in memory; ctr: NOT authenticated. "
            + "Example: aesmodes encrypt --key-file photos.key photo.jpg photo.sealed",
        Parameters.OneOf("--algorithm", "What to encrypt with.", _names),
        "The file to encrypt.",
        decrypts: false);

    public static Command CreateDecrypt() => Create(
        "decrypt",
        "Decrypts a file that encrypt made. Example: aesmodes decrypt --key-file photos.key photo.sealed photo.jpg",
        Parameters.OneOf("--algorithm", "What it must be encrypted with. Without it, any that is authenticated; ctr has to be named.", _names),
        "The file to decrypt.",
        decrypts: true);

    private static Command Create(string name, string description, Option<string> algorithm, string input, bool decrypts)
    {
        Option<string> keyFile = FileParameters.KeyFile();
        Option<bool> force = FileParameters.Force("OUT");
        Option<bool> rawKey = FileParameters.RawKey();
        Argument<string> from = FileParameters.Path("IN", input);
        Argument<string> to = FileParameters.Path("OUT", "The file to write. It is there when all of it is, or not at all.");
        Command command = new(name, description) { keyFile, algorithm, force, rawKey, from, to };

        command.SetAction(result => Interruption.Run(
            cancellation =>
            {
                string? chosen = result.GetResult(algorithm) is { Implicit: false } ? result.GetValue(algorithm) : null;
                string output = result.GetRequiredValue(to);
                OutputFile.CheckFree(output, result.GetValue(force));
                if (FileParameters.AreSameFile(output, result.GetRequiredValue(keyFile)))
                {
                    throw new CommandFailure("OUT is the key file.");
                }

                using FileStream file = FileParameters.OpenInput(result.GetRequiredValue(from));
                FileHeader? header = decrypts ? FileHeader.Read(file, file.Name) : null;
                FileAlgorithm taken = header?.Algorithm ?? FileAlgorithm.All.First(a => chosen is null || a.Name == chosen);
                if (chosen is not null && chosen != taken.Name)
                {
                    throw new CommandFailure($"{file.Name} is encrypted with {taken}, not with {chosen}.");
                }

                if (decrypts && chosen is null && taken == FileAlgorithm.Ctr)
                {
                    // The header is not authenticated: docs/file-format.md says what such a file can reveal.
                    throw new CommandFailure(
                        $"{file.Name} says that it is encrypted with ctr. Nothing in it proves that you encrypted it, and its plaintext can reveal "
                            + "the keys of your gcm-siv files. If it is yours, and its key is for ctr alone, use --algorithm ctr.");
                }

                using KeyFile key = KeyFile.Read(result.GetRequiredValue(keyFile), taken);
                Check(key, result.GetRequiredValue(keyFile), result.GetValue(rawKey));
                Run(taken, header, key, file, (output, result.GetValue(force)), cancellation);
                return 0;
            }));
        return command;
    }

    private static void Check(KeyFile key, string path, bool rawKey)
    {
        if (!rawKey && KeyFile.IsNoKey(key.Key))
        {
            throw new CommandFailure($"{path} is text or one byte repeated, not a random key. aesmodes key makes one; --raw-key takes this one.");
        }

        if (key.IsOpenToOthers)
        {
            Console.Error.WriteLine(CommandLine.OnOneLine($"Warning: others than its owner may use the key file {path}. Change that with chmod 600."));
        }
    }

    /// <summary>Decrypts what has a header, encrypts what has none.</summary>
    private static void Run(
        FileAlgorithm algorithm, FileHeader? header, KeyFile key, FileStream input, (string Path, bool Overwrite) to, CancellationToken cancellation)
    {
        OutputFile? output = null;
        FileStream CreateOutput()
        {
            output = OutputFile.Create(to.Path, to.Overwrite, ownerOnly: header is not null, cancellation);
            return output.Stream;
        }

        try
        {
            ProgressBar.RunBytes(header is null ? "Encrypting" : "Decrypting", input.CanSeek ? input.Length : 0, progress =>
            {
                if (header is null)
                {
                    FileCipher.Encrypt(algorithm, key.Key, input, CreateOutput, progress, cancellation);
                }
                else
                {
                    FileCipher.Decrypt(header, key.Key, input, CreateOutput, progress, cancellation);
                }
            });

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
}
