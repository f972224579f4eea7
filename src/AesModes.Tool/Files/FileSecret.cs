namespace AesModes.Tool.Files;

/// <summary>The secret from which a file's keys are derived, and the file's header, which names the kind of secret. Dispose overwrites the secret.</summary>
internal sealed class FileSecret : IDisposable
{
    private readonly KeyFile? _keyFile;
    private readonly SecretBuffer? _derived;

    private FileSecret(FileHeader header, KeyFile? keyFile, SecretBuffer? derived) => (Header, _keyFile, _derived) = (header, keyFile, derived);

    /// <summary>The header that was read, or a new one.</summary>
    public FileHeader Header { get; }

    public ReadOnlySpan<byte> Bytes => _keyFile is null ? _derived!.Bytes : _keyFile.Secret;

    /// <param name="header">The file's header; null for a new file.</param>
    /// <param name="algorithm">The file's algorithm.</param>
    /// <param name="keyPath">The path of the key file.</param>
    /// <param name="takesAnyKey">Whether a raw key may be text or one repeated byte.</param>
    /// <param name="path">The path of the file to decrypt.</param>
    public static FileSecret OfKeyFile(FileHeader? header, FileAlgorithm algorithm, string keyPath, bool takesAnyKey, string path)
    {
        if (header?.Source == SecretSource.Passphrase)
        {
            throw WrongSource(header, path);
        }

#pragma warning disable CA2000 // The result owns it.
        KeyFile key = KeyFile.Read(keyPath);
#pragma warning restore CA2000
        try
        {
            key.CheckFor(algorithm, header?.Version ?? 2);
            if (header is not null && header.Source != key.Source)
            {
                throw new CommandFailure($"{path} was encrypted with {header.Source}, but {keyPath} is {key.Source}{(key.Source == SecretSource.RawKeyFile ? " or a damaged key file" : "")}.");
            }

            CheckContent(key, keyPath, takesAnyKey);
            return new FileSecret(header ?? FileHeader.Create(algorithm, key.Source), key, derived: null);
        }
        catch
        {
            key.Dispose();
            throw;
        }
    }

    /// <param name="header">The file's header; null for a new file.</param>
    /// <param name="algorithm">The file's algorithm.</param>
    /// <param name="ask">Returns the passphrase.</param>
    /// <param name="path">The path of the file to decrypt.</param>
    public static FileSecret OfPassphrase(FileHeader? header, FileAlgorithm algorithm, Func<SecretBuffer> ask, string path)
    {
        if (header is not null && header.Source != SecretSource.Passphrase)
        {
            throw WrongSource(header, path);
        }

        header ??= FileHeader.Create(algorithm, SecretSource.Passphrase, Argon2Parameters.Create());
        using SecretBuffer passphrase = ask();
#pragma warning disable CA2000 // The result owns it.
        return new FileSecret(header, keyFile: null, header.Argon2!.Derive(passphrase.Bytes));
#pragma warning restore CA2000
    }

    public void Dispose()
    {
        _keyFile?.Dispose();
        _derived?.Dispose();
    }

    private static CommandFailure WrongSource(FileHeader header, string path) => new($"{path} was encrypted with {header.Source}: use {header.Source.Hint}.");

    private static void CheckContent(KeyFile key, string path, bool takesAnyKey)
    {
        if (!takesAnyKey && key.Source == SecretSource.RawKeyFile && KeyFile.IsNoKey(key.Secret))
        {
            throw new CommandFailure($"{path} is text or one byte repeated, not a random key. Make a key file with aesmodes key, or add --raw-key to use this one.");
        }

        if (key.IsOpenToOthers)
        {
            Console.Error.WriteLine(CommandLine.OnOneLine($"Warning: users other than its owner have access to the key file {path}. Change that with chmod 600."));
        }
    }
}
