namespace AesModes.Measuring.Peers;

internal enum Operation
{
    Encrypt,
    Decrypt,
}

/// <summary>The names of the two directions in tables and sentences.</summary>
internal static class OperationNames
{
    public static IReadOnlyList<Operation> All { get; } = Enum.GetValues<Operation>();

    public static string Verb(this Operation operation) => operation == Operation.Encrypt ? "encrypt" : "decrypt";

    public static string Noun(this Operation operation) => operation == Operation.Encrypt ? "Encryption" : "Decryption";
}
