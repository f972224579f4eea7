using System.CommandLine.Parsing;

namespace AesModes.Tool.Files;

/// <summary>The options of encrypt and decrypt for the secret. Exactly one of three must say where it comes from.</summary>
internal sealed class SecretOptions
{
    private const int StandardInput = 0;

    /// <summary>Windows has no other descriptors.</summary>
    private static readonly int _lastDescriptor = OperatingSystem.IsWindows() ? StandardInput : ushort.MaxValue;

    private readonly Option<string?> _keyFile = new("--key-file") { Description = "A key file that aesmodes key makes, or a raw key file of 16 to 1,024 random bytes.", HelpName = "FILE" };

    private readonly Option<bool> _passphrase = new("--passphrase") { Description = "Ask for a passphrase on the terminal, without showing it.", Arity = ArgumentArity.Zero };

    private readonly Option<int?> _descriptor =
        Parameters.OptionalNumber("--passphrase-fd", "Read the passphrase from descriptor N, up to the first line end. 0 is standard input.", StandardInput, _lastDescriptor);

    private readonly Option<bool> _rawKey = new("--raw-key") { Description = "Accept a raw key file of printable text, or of one repeated byte.", Arity = ArgumentArity.Zero };

    public void AddTo(Command command, Argument<string> input)
    {
        command.Add(_keyFile);
        command.Add(_passphrase);
        command.Add(_descriptor);
        command.Add(_rawKey);
        command.Validators.Add(result => Check(result, input));
    }

    /// <summary>Null without a key file.</summary>
    public string? KeyFileOf(ParseResult result) => result.GetValue(_keyFile);

    /// <param name="result">The command line.</param>
    /// <param name="header">The header of the file to decrypt; null for a new file.</param>
    /// <param name="algorithm">The file's algorithm.</param>
    /// <param name="path">The path of the file to encrypt or decrypt.</param>
    /// <param name="cancellation">Ends the wait for a passphrase.</param>
    public FileSecret Read(ParseResult result, FileHeader? header, FileAlgorithm algorithm, string path, CancellationToken cancellation) =>
        result.GetValue(_keyFile) is { } keyFile ? FileSecret.OfKeyFile(header, algorithm, keyFile, result.GetValue(_rawKey), path)
        : FileSecret.OfPassphrase(
            header,
            algorithm,
            () => result.GetValue(_descriptor) is int descriptor ? Passphrase.ReadDescriptor(descriptor) : Passphrase.Ask(isNew: header is null, cancellation),
            path);

    private void Check(CommandResult result, Argument<string> input)
    {
        if (new Option[] { _keyFile, _passphrase, _descriptor }.Count(option => result.GetResult(option) is { Implicit: false }) != 1)
        {
            result.AddError("Use exactly one of --key-file, --passphrase and --passphrase-fd.");
        }
        else if (result.GetResult(_descriptor)?.Tokens is [{ Value: var descriptor }] && descriptor.All(digit => digit == '0') && result.GetResult(input)?.Tokens is [{ Value: StandardStreams.Name }])
        {
            result.AddError("Standard input is IN. Use another descriptor for the passphrase.");
        }
        else if (result.GetResult(_keyFile)?.Tokens is [{ Value: StandardStreams.Name }])
        {
            result.AddError("--key-file must be a file, not standard input.");
        }
    }
}
