namespace AesModes.Tool.Trace;

/// <summary>Every value of one encryption, in the order of RFC 8452 §4, and of the decryption, in lower-case hex. The names are those of the JSON output.</summary>
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
