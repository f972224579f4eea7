using System.Globalization;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Tool.Speed;

/// <summary>One algorithm on one backend with a message of one size: two rows, one for each direction.</summary>
/// <param name="Algorithm">As on the command line; <see cref="Contest.Native"/> for the platform's.</param>
/// <param name="Backend">Its name, or that it is the platform's.</param>
/// <param name="Peer">What is timed.</param>
internal sealed record Entrant(string Algorithm, string Backend, Peer Peer)
{
    /// <summary>In bits.</summary>
    public int KeySize => 8 * Peer.Message.Key.Length;

    public int Bytes => Peer.Message.Plaintext.Length;

    public Row CreateRow(Operation operation) => Peer.CreateRow(operation, RowName(operation));

    public string RowName(Operation operation) =>
        string.Create(CultureInfo.InvariantCulture, $"{operation.Verb()} {Algorithm} ({Backend}), {Bytes} bytes");
}
