using System.Buffers.Binary;
using System.Text.Json;

namespace AesModes.Benchmarks.Peers;

/// <summary>A vector from vectors/. A counter mode's nonce is the initial counter. The output is ciphertext and tag; some vectors have its hash instead.</summary>
internal sealed record KnownAnswer(string Id, byte[] Key, byte[] Nonce, ReadOnlyMemory<byte> Plaintext, byte[] AssociatedData, byte[]? Output, byte[]? Sha256 = null)
{
    public static IReadOnlyList<KnownAnswer> GcmSiv => field ??= Read("aes-gcm-siv", "vectors");

    public static IReadOnlyList<KnownAnswer> Aez => field ??= Read("aez", "encrypt");

    public static IReadOnlyList<KnownAnswer> Ctr => field ??= Read("aes-ctr", "vectors");

    /// <summary>Longer than any vector's; vectors/README.md: byte i is (7·i + (i >> 8)) mod 256.</summary>
    public static byte[] LongPlaintext => field ??= [.. Enumerable.Range(0, 1 << 23).Select(i => unchecked((byte)((7 * i) + (i >> 8))))];

    public Message ToMessage() => Message.CopyOf(Key, Nonce, Plaintext.ToArray(), AssociatedData);

    /// <summary>Says in a sentence what is wrong; null where nothing is.</summary>
    public static string? FindFault(Func<Message, Peer> create, IReadOnlyList<KnownAnswer> vectors, params string[] ids)
    {
        foreach (KnownAnswer vector in ids.Select(id => vectors.Single(vector => vector.Id == id)))
        {
            using Peer peer = create(vector.ToMessage());
            peer.Encrypt();
            if (!peer.Ciphertext.ToArray().Concat(peer.Tag).SequenceEqual(vector.Output!))
            {
                return $"{peer.Name} gives another output than the vector {vector.Id}.";
            }
        }

        return null;
    }

    /// <summary>Against SP 800-38A's example, and against another counter mode on a text in whose middle the counter wraps and whose last block is not whole.</summary>
    public static string? FindCtrFault(Func<Message, Peer> create, Func<Message, Peer> createWitness, int keySize)
    {
        // FACE fills its table with 256 blocks: both the 300 before the wrap and the thousand after it use one. The text is longer than EcbCtr's buffer.
        const int Before = 300;
        const int Size = (1300 * 16) + 5;
        if (FindFault(create, Ctr, keySize == 16 ? "sp800-38a-f51" : "sp800-38a-f55") is { } fault)
        {
            return fault;
        }

        Message message = new(keySize, Size, nonceSize: 16);
        BinaryPrimitives.WriteUInt128BigEndian(message.Nonce, UInt128.Zero - Before);
        using Peer peer = create(message);
        using Peer witness = createWitness(message);
        return PeerCheck.FindFault(peer, witness) is { } difference ? $"{difference} The counter wraps there." : null;
    }

    private static KnownAnswer[] Read(string file, string list)
    {
        using Stream stream = typeof(KnownAnswer).Assembly.GetManifestResourceStream($"{file}.json")!;
        using JsonDocument document = JsonDocument.Parse(stream);
        return [.. document.RootElement.GetProperty(list).EnumerateArray().Select(Read)];
    }

    private static KnownAnswer Read(JsonElement vector)
    {
        // A mode has an array of strings here, of which the vectors that are taken have one or none.
        byte[]? Hex(string field) => !vector.TryGetProperty(field, out JsonElement value) ? null
            : value.ValueKind == JsonValueKind.String ? Convert.FromHexString(value.GetString()!)
            : [.. value.EnumerateArray().Take(1).SelectMany(text => Convert.FromHexString(text.GetString()!))];
        return new KnownAnswer(
            vector.GetProperty("id").GetString()!,
            Hex("key")!,
            Hex("nonce") ?? Hex("initialCounter")!,
            vector.TryGetProperty("plaintextBytes", out JsonElement size) ? LongPlaintext.AsMemory(0, size.GetInt32()) : Hex("plaintext"),
            Hex("associatedData") ?? [],
            Hex("ciphertext") is { } ciphertext ? [.. ciphertext, .. Hex("tag") ?? []] : null,
            Hex("ciphertextSha256"));
    }
}
