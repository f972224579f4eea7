using System.Globalization;

namespace AesModes.Tool.Trace;

/// <summary>Prints AES-GCM-SIV step by step on a fixed sample, to compare with another implementation.</summary>
internal static class TraceCommand
{
    /// <summary>The maximum size of either part in bytes. Nobody reads more, and the counter can wrap within it.</summary>
    private const int MaxSize = 1024 * 1024;

    private const int HexDigitsPerBlock = 32;

    public static Command Create()
    {
        Argument<int> associatedDataSize = Parameters.Number("AAD_LEN", $"The size of the associated data in bytes, at most {MaxSize}.", 0, MaxSize);
        Argument<int> messageSize = Parameters.Number("MSG_LEN", $"The size of the message in bytes, at most {MaxSize}.", 0, MaxSize);
        Option<int> keySize = Parameters.KeySize(128, 128, 256);
        Option<string> backend = Parameters.BackendName();
        Option<bool> json = Parameters.Json();

        Command command = new("trace", "Prints every value of an AES-GCM-SIV encryption of a fixed sample. Example: aesmodes trace 1 8")
        {
            associatedDataSize,
            messageSize,
            keySize,
            backend,
            json,
        };
        command.SetAction(result => Run(
            new Tracer(Parameters.Find(result.GetRequiredValue(backend))),
            GcmSivInput.Sample(result.GetRequiredValue(keySize) / 8, result.GetRequiredValue(associatedDataSize), result.GetRequiredValue(messageSize)),
            result.GetValue(json)));
        return command;
    }

    private static int Run(Tracer tracer, GcmSivInput input, bool json)
    {
        GcmSivTrace trace = tracer.Trace(input);
        Report.Print(trace, json, t => Report.Table(["value", ">block", "bytes"], [.. Rows(t)]));
        return !tracer.ClassAgrees(input, trace) ? throw new CommandFailure("AesGcmSiv gives a different tag or ciphertext than the single steps.")
            : !trace.Matched ? throw new CommandFailure("The decryption did not return the plaintext.")
            : 0;
    }

    private static IEnumerable<string[]> Rows(GcmSivTrace trace) =>
    [
        .. Rows("key", trace.Key),
        .. Rows("nonce", trace.Nonce),
        .. Rows("associated data", trace.AssociatedData),
        .. Rows("plaintext", trace.Plaintext),
        .. Rows("record authentication key", trace.RecordAuthenticationKey),
        .. Rows("record encryption key", trace.RecordEncryptionKey),
        .. Rows("padded associated data", trace.PaddedAssociatedData),
        .. Rows("padded plaintext", trace.PaddedPlaintext),
        .. Rows("length block", trace.LengthBlock),
        .. Rows("POLYVAL", trace.Polyval),
        .. Rows("POLYVAL xor nonce", trace.PolyvalXorNonce),
        .. Rows("the same, top bit cleared", trace.PolyvalXorNonceMasked),
        .. Rows("tag", trace.Tag),
        .. Rows("round keys", trace.RoundKeys),
        .. Rows("counter blocks", trace.CounterBlocks),
        .. Rows("ciphertext", trace.Ciphertext),
        .. Rows("decrypted", trace.Decrypted),
        ["matched", string.Empty, trace.Matched ? "yes" : "no"],
    ];

    private static IEnumerable<string[]> Rows(string name, string hex) =>
        Rows(name, [.. hex.Chunk(HexDigitsPerBlock).Select(digits => new string(digits))]);

    private static IEnumerable<string[]> Rows(string name, IReadOnlyList<string> blocks) => blocks.Count == 0
        ? [[name, string.Empty, "(none)"]]
        : blocks.Select((block, i) => (string[])[i == 0 ? name : string.Empty, i.ToString(CultureInfo.InvariantCulture), block]);
}
