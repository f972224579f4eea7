namespace AesModes.Tool.Trace;

/// <summary>
/// Every value of one encryption by RFC 8452 §4, in its order, and of the decryption, in lower-case hex. The names are those of the JSON output;
/// docs/aesmodes.md says what they are.
/// </summary>
internal sealed record GcmSivTrace(
    string Key,
    string Nonce,
    string AssociatedData,
    string Plaintext,
    string RecordAuthenticationKey,
    string RecordEncryptionKey,
    string PaddedAssociatedData,
    string PaddedPlaintext,
    string LengthBlock,
    string Polyval,
    string PolyvalXorNonce,
    string PolyvalXorNonceMasked,
    string Tag,
    IReadOnlyList<string> RoundKeys,
    IReadOnlyList<string> CounterBlocks,
    string Ciphertext,
    string Decrypted,
    bool Matched);
