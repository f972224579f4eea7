extern alias old;
using New = AesModes;
using Old = old::AesModes;

namespace AesModes.Against;

/// <summary>The calls that are compared: the same text for either library, as their types have nothing in common.</summary>
internal static class Rows
{
    private static readonly int[] _sizes = [16, 64, 128, 256, 512, 1024, 2048, 8192, 65536, 1 << 20];
    private static readonly byte[] _key = [.. Enumerable.Range(0, 32).Select(i => (byte)i)];
    private static readonly byte[] _nonce = new byte[12];
    private static readonly byte[] _counter = new byte[16];

    public static IReadOnlyList<string> Modes { get; } = ["AES-GCM-SIV", "AEZ", "AES-CTR"];

    public static IEnumerable<Row> Create(Placement placement) =>
    [
        .. from key in (int[])[16, 32] from size in _sizes from row in GcmSiv(placement, key, size) select row,
        .. from size in (int[])[1, .. _sizes] from row in Aez(placement, size) select row,
        .. from key in (int[])[16, 32] from size in _sizes select Ctr(placement, key, size),
    ];

    /// <summary>A constructor and a call with 16 bytes.</summary>
    public static Action FirstCall(bool isOld, string mode)
    {
        byte[] text = new byte[16];
        byte[] tag = new byte[16];
        byte[] both = new byte[32];
        return (mode, isOld) switch
        {
            ("AES-GCM-SIV", true) => () => new Old::AesGcmSiv(_key).Encrypt(_nonce, text, text, tag),
            ("AES-GCM-SIV", false) => () => new New::AesGcmSiv(_key).Encrypt(_nonce, text, text, tag),
            ("AEZ", true) => () => new Old::Aez(_key).Encrypt(_nonce.AsSpan(), text, both),
            ("AEZ", false) => () => new New::Aez(_key).Encrypt(_nonce.AsSpan(), text, both),
            ("AES-CTR", true) => () => new Old::FaceCtr(_key).Encrypt(_counter, text, text),
            _ => () => new New::FaceCtr(_key).Encrypt(_counter, text, text),
        };
    }

    private static Row[] GcmSiv(Placement placement, int keySize, int size)
    {
        byte[] key = _key[..keySize];
        Old::AesGcmSiv old = new(key);
        New::AesGcmSiv now = new(key);
        byte[] plaintext = placement.CreateBuffer(size);
        byte[] ciphertext = placement.CreateBuffer(size);
        byte[] decrypted = placement.CreateBuffer(size);
        byte[] tag = new byte[16];
        old.Encrypt(_nonce, plaintext, ciphertext, tag);
        byte[] other = placement.CreateBuffer(size);
        byte[] otherTag = new byte[16];
        return
        [
            new Row(
                $"AES-GCM-SIV-{8 * keySize}, encrypt {size}",
                size,
                () => old.Encrypt(_nonce.AsSpan(), plaintext, other.AsSpan(), otherTag),
                () => now.Encrypt(_nonce.AsSpan(), plaintext, other.AsSpan(), otherTag)),
            new Row(
                $"AES-GCM-SIV-{8 * keySize}, decrypt {size}",
                size,
                () => old.Decrypt(_nonce.AsSpan(), ciphertext, tag, decrypted.AsSpan()),
                () => now.Decrypt(_nonce.AsSpan(), ciphertext, tag, decrypted.AsSpan())),
        ];
    }

    private static Row[] Aez(Placement placement, int size)
    {
        // No tag at 16 bytes, as a block cipher: AEZ's other short path.
        int tagSize = size == 16 ? 0 : 16;
        Old::Aez old = new(_key, tagSize);
        New::Aez now = new(_key, tagSize);
        byte[] plaintext = placement.CreateBuffer(size);
        byte[] ciphertext = placement.CreateBuffer(size + tagSize);
        byte[] decrypted = placement.CreateBuffer(size);
        byte[] other = placement.CreateBuffer(size + tagSize);
        old.Encrypt(_nonce.AsSpan(), plaintext, ciphertext);
        return
        [
            new Row(
                $"AEZ, encrypt {size}",
                size,
                () => old.Encrypt(_nonce.AsSpan(), plaintext, other.AsSpan()),
                () => now.Encrypt(_nonce.AsSpan(), plaintext, other.AsSpan())),
            new Row(
                $"AEZ, decrypt {size}",
                size,
                () => old.Decrypt(_nonce.AsSpan(), ciphertext, decrypted.AsSpan()),
                () => now.Decrypt(_nonce.AsSpan(), ciphertext, decrypted.AsSpan())),
        ];
    }

    private static Row Ctr(Placement placement, int keySize, int size)
    {
        byte[] key = _key[..keySize];
        Old::FaceCtr old = new(key);
        New::FaceCtr now = new(key);
        byte[] plaintext = placement.CreateBuffer(size);
        byte[] ciphertext = placement.CreateBuffer(size);
        return new Row(
            $"AES-CTR-{8 * keySize}, {size}",
            size,
            () => old.Encrypt(_counter, plaintext, ciphertext),
            () => now.Encrypt(_counter, plaintext, ciphertext));
    }
}
