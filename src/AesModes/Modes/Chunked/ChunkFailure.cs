using System.Globalization;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// The three ways in which a chunked message fails. All are one type: where a message is cut off, its last chunk is most often a wrong one, so callers cannot
/// rely on the difference.
/// </summary>
internal static class ChunkFailure
{
    public static AuthenticationTagMismatchException WrongKey() => new("The message was encrypted under another key or context, or its header was changed.");

    public static AuthenticationTagMismatchException Forged(long chunk) =>
        new(string.Create(CultureInfo.InvariantCulture, $"Chunk {chunk} is not authentic: the message was changed or truncated."));

    public static AuthenticationTagMismatchException Truncated() => new("The message is truncated: its end is missing.");
}
