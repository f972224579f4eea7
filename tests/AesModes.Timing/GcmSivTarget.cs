using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Timing;

/// <summary>The ciphertext begins with its nonce, as in Seal's layout.</summary>
internal sealed class GcmSivTarget : Target
{
    private const int NonceSize = 12;

    private readonly byte[] _text;
    private readonly byte[] _tag = Allocate(TagSize);
    private readonly MemoryStream _plaintexts;
    private readonly MemoryStream _ciphertexts;
    private readonly MemoryStream _outputs;

    private AesGcmSiv? _cipher;

    public GcmSivTarget(Backend backend, int textSize)
        : base(backend, NonceSize, textSize, NonceSize + TagSize)
    {
        _text = Allocate(textSize);
        _plaintexts = new MemoryStream(Plaintext);
        _ciphertexts = new MemoryStream(Ciphertext, NonceSize, textSize);
        _outputs = new MemoryStream(Output);
    }

    public override string Mode => nameof(AesGcmSiv);

    public override IReadOnlyList<Operation> Operations =>
    [
        .. Lifetime,
        Encryption("Encrypt", Encrypt),
        Encryption("Encrypt, arrays in place", EncryptArrays),
        Encryption("Encrypt, streams", EncryptStreams),
        Encryption("Seal", Seal),
        Encryption("Seal, array", () => _cipher!.Seal(Plaintext, AssociatedData)),
        Decryption("TryDecrypt", () => Accepted = _cipher!.TryDecrypt(Nonce, Text, Tag, Output, AssociatedData), Encrypt, CreateNearMiss),
        ThrowingDecryption("Decrypt", () => _cipher!.Decrypt(Nonce, Text, Tag, Output, AssociatedData), Encrypt, CreateNearMiss),
        ThrowingDecryption("Decrypt, arrays in place", DecryptArrays, Encrypt, CreateNearMiss),
        ThrowingDecryption("Decrypt, streams", DecryptStreams, Encrypt, CreateNearMiss),
        ThrowingDecryption("Open", () => _cipher!.Open(Ciphertext, AssociatedData, Output), Seal, CreateNearMiss),
        Decryption("TryOpen", () => Accepted = _cipher!.TryOpen(Ciphertext, AssociatedData, Output), Seal, CreateNearMiss),
        ThrowingDecryption("Open, array", () => _cipher!.Open(Ciphertext, AssociatedData), Seal, CreateNearMiss),
    ];

    private Span<byte> Text => Ciphertext.AsSpan(NonceSize, Plaintext.Length);

    private Span<byte> Tag => Ciphertext.AsSpan(NonceSize + Plaintext.Length);

    protected override void SetUp() => _cipher = new AesGcmSiv(Key, Backend);

    protected override void Release() => _cipher?.Dispose();

    private void Encrypt() => _cipher!.Encrypt(Nonce, Plaintext, Text, Tag, AssociatedData);

    private void EncryptArrays()
    {
        Plaintext.CopyTo(_text, 0);
        _cipher!.Encrypt(Nonce, _text, _text, _tag, AssociatedData);
    }

    private void EncryptStreams()
    {
        _plaintexts.Position = 0;
        _ciphertexts.Position = 0;
        _cipher!.Encrypt(Nonce, _plaintexts, _ciphertexts, Tag, AssociatedData);
    }

    private void Seal() => _cipher!.Seal(Plaintext, AssociatedData, Ciphertext);

    private void DecryptArrays()
    {
        Text.CopyTo(_text);
        Tag.CopyTo(_tag);
        _cipher!.Decrypt(Nonce, _text, _tag, _text, AssociatedData);
    }

    private void DecryptStreams()
    {
        _ciphertexts.Position = 0;
        _outputs.Position = 0;
        _cipher!.Decrypt(Nonce, _ciphertexts, Tag, _outputs, AssociatedData);
    }

    private byte[] CreateNearMiss(byte[] plaintext, byte[] difference)
    {
        (_, byte[] right) = ReferenceGcmSiv.Encrypt(Key, Nonce, plaintext, AssociatedData);
        byte[] given = [.. right.Zip(difference, (r, d) => (byte)(r ^ d))];
        (_, byte[] encryptionKey) = ReferenceGcmSiv.DeriveKeys(Key, Nonce);
        return [.. Nonce, .. ReferenceGcmSiv.XorKeyStream(new ReferenceAes(encryptionKey), ReferenceGcmSiv.InitialCounter(given), plaintext), .. given];
    }
}
