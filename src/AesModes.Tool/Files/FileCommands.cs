namespace AesModes.Tool.Files;

/// <summary>The commands key, encrypt and decrypt. The last two convert IN to OUT under a key file or a passphrase.</summary>
internal static class FileCommands
{
    private const string EncryptName = "encrypt";
    private const string DecryptName = "decrypt";

    private static readonly string[] _names = [.. FileAlgorithm.All.Select(a => a.Name)];

    public static bool TakesStandardStreams(Command command) => command.Name is EncryptName or DecryptName;

    public static Command CreateKey()
    {
        Option<int?> size = Parameters.OptionalNumber("--size", "Make a raw key file of N random bytes instead.", FileAlgorithm.MinKeySize, FileAlgorithm.MaxKeySize);
        Option<bool> force = FileParameters.Force("FILE");
        Argument<string> file = FileParameters.Path("FILE", "The key file to make, readable only by its owner.");
        Command command = new("key", "Makes a key file. Example: aesmodes key photos.key") { size, force, file };
        command.SetAction(result => Interruption.Run(cancellation =>
        {
            string path = result.GetRequiredValue(file);
            if (result.GetValue(size) is int bytes)
            {
                KeyFile.CreateRaw(path, bytes, result.GetValue(force), cancellation);
            }
            else
            {
                KeyFile.Create(path, result.GetValue(force), cancellation);
            }

            return 0;
        }));
        return command;
    }

    public static Command CreateEncrypt() => Create(
        EncryptName,
        "Encrypts a file. gcm-siv: authenticated in chunks, any size. aez: authenticated as a whole, up to 2 GiB, in memory. ctr: NOT authenticated. "
            + "Name exactly one of --key-file, --passphrase and --passphrase-fd. Example: aesmodes encrypt --key-file photos.key photo.jpg photo.sealed",
        Parameters.OneOf("--algorithm", "The algorithm to encrypt with.", _names),
        "The file to encrypt",
        decrypts: false);

    public static Command CreateDecrypt()
    {
        Option<string> algorithm =
            Parameters.OneOf("--algorithm", "The algorithm that the file must be encrypted with. Without this option, gcm-siv or aez; ctr must be named.", _names);
        algorithm.DefaultValueFactory = null;
        return Create(
            DecryptName,
            "Decrypts a file that encrypt made. Name exactly one of --key-file, --passphrase and --passphrase-fd. Example: aesmodes decrypt --key-file photos.key photo.sealed photo-again.jpg",
            algorithm,
            "The file to decrypt",
            decrypts: true);
    }

    private static Command Create(string name, string description, Option<string> algorithm, string input, bool decrypts)
    {
        SecretOptions secrets = new();
        Option<bool> force = FileParameters.Force("OUT");
        Argument<string> from = FileParameters.Path("IN", $"{input}, or - for standard input.");
        Argument<string> to = FileParameters.Path("OUT", "The file to write, or - for standard output. The command creates the file only when it is complete.");
        Command command = new(name, description) { from, to };
        secrets.AddTo(command, from);
        command.Add(algorithm);
        command.Add(force);

        command.SetAction(result => Interruption.Run(
            cancellation =>
            {
                string? chosen = result.GetResult(algorithm) is { Implicit: false } ? result.GetValue(algorithm) : null;
                string output = result.GetRequiredValue(to);
                if (output != StandardStreams.Name)
                {
                    OutputFile.CheckFree(output, result.GetValue(force));
                    if (secrets.KeyFileOf(result) is { } keyFile && FileParameters.AreSameFile(output, keyFile))
                    {
                        throw new CommandFailure("OUT is the key file.");
                    }
                }

                FileInput file = FileInput.Open(result.GetRequiredValue(from));
                using Stream stream = file.Stream;
                FileHeader? header = decrypts ? FileHeader.Read(file) : null;
                FileAlgorithm taken = header?.Algorithm ?? FileAlgorithm.All.First(a => chosen is null || a.Name == chosen);
                if (chosen is not null && chosen != taken.Name)
                {
                    throw new CommandFailure($"{file.Name} is encrypted with {taken}, not with {chosen}.");
                }

                if (decrypts && chosen is null && taken == FileAlgorithm.Ctr)
                {
                    throw NeedsCtr(file.Name, header!.Version);
                }

                using FileSecret secret = secrets.Read(result, header, taken, file.Name, cancellation);
                Run(secret, decrypts, file, (output, result.GetValue(force)), cancellation);
                return 0;
            }));
        return command;
    }

    /// <summary>The ciphertext is not authenticated and, in version 1, neither is the header. docs/file-format.md says what such a file can reveal.</summary>
    private static CommandFailure NeedsCtr(string path, int version) => new(
        version == 1
            ? $"{path} says that it is encrypted with ctr. Nothing in it proves that you encrypted it, and its plaintext can reveal "
                + "the keys of your gcm-siv files. If you encrypted it, and use its key only for ctr, add --algorithm ctr."
            : $"{path} is encrypted with ctr, which does not detect changes. To decrypt it anyway, add --algorithm ctr.");

    private static void Run(FileSecret secret, bool decrypts, FileInput input, (string Path, bool Overwrite) to, CancellationToken cancellation)
    {
        FileHeader header = secret.Header;
        using StandardOutput? standardOutput = to.Path == StandardStreams.Name ? StandardStreams.OpenOutput() : null;
        OutputFile? output = null;
        Stream CreateOutput()
        {
            if (standardOutput is not null)
            {
                return standardOutput;
            }

            output = OutputFile.Create(to.Path, to.Overwrite, ownerOnly: decrypts, cancellation);
            return output.Stream;
        }

        void Work(IProgress<long> progress)
        {
            if (!decrypts)
            {
                FileCipher.Encrypt(header, secret.Bytes, input, CreateOutput, progress, cancellation);
            }
            else if (header.Version == 1)
            {
                Version1Cipher.Decrypt(header, secret.Bytes, input, CreateOutput, progress, cancellation);
            }
            else
            {
                FileCipher.Decrypt(header, secret.Bytes, input, CreateOutput, progress, cancellation);
            }
        }

        try
        {
            ProgressBar.RunBytes(decrypts ? "Decrypting" : "Encrypting", input.Stream.CanSeek ? input.Stream.Length : 0, Work);

            // Closes the input before the output takes its name, which may be the input's.
            input.Stream.Dispose();
            output?.Commit();
        }
        catch (Exception e) when (e is CommandFailure or IOException && standardOutput is { HasWritten: true })
        {
            throw new CommandFailure($"{e.Message.TrimEnd('.')}. The output is incomplete.");
        }
        finally
        {
            output?.Dispose();
        }

        if (header.Algorithm == FileAlgorithm.Ctr)
        {
            Console.Error.WriteLine("ctr is not authenticated: anyone who can change the encrypted file can change its plaintext unnoticed.");
        }
    }
}
