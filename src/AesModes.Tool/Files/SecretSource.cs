namespace AesModes.Tool.Files;

/// <summary>The kind of secret of a file, and its code in the file.</summary>
internal sealed record SecretSource(string Code, string Title, string Hint)
{
    public static SecretSource KeyFile { get; } = new("KF", "a key file that aesmodes key makes", "--key-file");

    public static SecretSource RawKeyFile { get; } = new("RK", "a raw key file", "--key-file");

    public static SecretSource Passphrase { get; } = new("PW", "a passphrase", "--passphrase or --passphrase-fd");

    public static IReadOnlyList<SecretSource> All { get; } = [KeyFile, RawKeyFile, Passphrase];

    public override string ToString() => Title;
}
