using System.Text.Json;
using AesModes.Tool.Trace;

namespace AesModes.Tests.Tool;

/// <summary>Computes a trace with only the slow reference, on a sample that it makes itself.</summary>
internal static class ReferenceTrace
{
    private static readonly JsonSerializerOptions _jsonOptions = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <summary>The command's output, but on one line.</summary>
    public static string ToJson(GcmSivTrace trace) => JsonSerializer.Serialize(trace, _jsonOptions);

    public static GcmSivTrace Make(int keySize, int associatedDataSize, int messageSize)
    {
        byte[] key = [1, .. new byte[keySize - 1]];
        byte[] nonce = [3, .. new byte[11]];
        int blocksBefore = (associatedDataSize + 15) / 16;
        byte[] associatedData = [.. Enumerable.Range(0, associatedDataSize).Select(i => i % 16 == 0 ? (byte)(1 + (i / 16)) : (byte)0)];
        byte[] plaintext = [.. Enumerable.Range(0, messageSize).Select(i => i % 16 == 0 ? (byte)(1 + blocksBefore + (i / 16)) : (byte)0)];

        (byte[] authenticationKey, byte[] encryptionKey) = ReferenceGcmSiv.DeriveKeys(key, nonce);
        byte[] input = ReferenceGcmSiv.PolyvalInput(plaintext, associatedData);
        byte[] polyval = ReferenceField.Write(ReferenceField.Polyval(ReferenceField.Read(authenticationKey), 0, input));
        byte[] xorNonce = [(byte)(polyval[0] ^ 3), .. polyval[1..]];
        (byte[] ciphertext, byte[] tag) = ReferenceGcmSiv.Encrypt(key, nonce, plaintext, associatedData);
        return new GcmSivTrace(
            Key: Hex(key),
            Nonce: Hex(nonce),
            AssociatedData: Hex(associatedData),
            Plaintext: Hex(plaintext),
            RecordAuthenticationKey: Hex(authenticationKey),
            RecordEncryptionKey: Hex(encryptionKey),
            PaddedAssociatedData: Hex(Bytes.Pad(associatedData)),
            PaddedPlaintext: Hex(Bytes.Pad(plaintext)),
            LengthBlock: Hex(input[^16..]),
            Polyval: Hex(polyval),
            PolyvalXorNonce: Hex(xorNonce),
            PolyvalXorNonceMasked: Hex([.. xorNonce[..15], (byte)(xorNonce[15] % 128)]),
            Tag: Hex(tag),
            RoundKeys: [.. new ReferenceAes(encryptionKey).RoundKeys.Select(Hex)],
            CounterBlocks: [.. Enumerable.Range(0, (messageSize + 15) / 16).Select(i => Hex(CounterBlock(tag, i)))],
            Ciphertext: Hex(ciphertext),
            Decrypted: Hex(plaintext),
            Matched: true);
    }

    private static byte[] CounterBlock(byte[] tag, int index)
    {
        uint first = tag[0] | ((uint)tag[1] << 8) | ((uint)tag[2] << 16) | ((uint)tag[3] << 24);
        uint count = unchecked(first + (uint)index);
        return [(byte)count, (byte)(count >> 8), (byte)(count >> 16), (byte)(count >> 24), .. tag[4..15], (byte)(tag[15] | 128)];
    }

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);
}
