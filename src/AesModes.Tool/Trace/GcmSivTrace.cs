namespace AesModes.Tool.Trace;

/// <summary>
/// Every value of one encryption by RFC 8452 §4, in its order, and of the decryption; bytes are in lower-case hex. The names are those of the
/// JSON output.
/// </summary>
internal sealed record GcmSivTrace
{
    public required string Key { get; init; }

    public required string Nonce { get; init; }

    public required string AssociatedData { get; init; }

    public required string Plaintext { get; init; }

    public required string RecordAuthenticationKey { get; init; }

    public required string RecordEncryptionKey { get; init; }

    public required string PaddedAssociatedData { get; init; }

    public required string PaddedPlaintext { get; init; }

    /// <summary>Both sizes in bits.</summary>
    public required string LengthBlock { get; init; }

    public required string Polyval { get; init; }

    public required string PolyvalXorNonce { get; init; }

    /// <summary>The top bit cleared: what the tag is the encryption of.</summary>
    public required string PolyvalXorNonceMasked { get; init; }

    public required string Tag { get; init; }

    /// <summary>Those of the record encryption key.</summary>
    public required IReadOnlyList<string> RoundKeys { get; init; }

    /// <summary>What was encrypted to key stream, one for each block of the message, also a last one that is short.</summary>
    public required IReadOnlyList<string> CounterBlocks { get; init; }

    public required string Ciphertext { get; init; }

    public required string Decrypted { get; init; }

    /// <summary>Whether the decryption found the tag right and the message as it was.</summary>
    public required bool Matched { get; init; }
}
