using System.Globalization;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// The three ways in which decryption of a chunked message fails. All have the same exception type: the last chunk of a truncated message usually fails as a forged
/// one, so callers cannot rely on the difference.
/// </summary>
internal static class ChunkFailure
{
    public static AuthenticationTagMismatchException WrongKey() => new("The message was encrypted under another key or context, or its header was changed.");

    public static AuthenticationTagMismatchException Forged(long chunk) =>
        new(string.Create(CultureInfo.InvariantCulture, $"Chunk {chunk} is not authentic: the message was changed or truncated."));

    public static AuthenticationTagMismatchException Truncated() => new("The message is truncated: its end is missing.");
}
