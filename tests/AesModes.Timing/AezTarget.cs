using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Timing;

/// <summary>Uses a 32-byte key, from which BLAKE2b derives AEZ's three keys.</summary>
internal sealed class AezTarget(Backend backend, int textSize) : Target(backend, 16, textSize, TagSize)
{
    private static readonly byte[] _secondString = AssociatedData[5..];
    private static readonly ReadOnlyMemory<byte>[] _strings = [AssociatedData, _secondString];

    private Aez? _cipher;

    public override string Mode => nameof(Aez);

    public override IReadOnlyList<Operation> Operations =>
    [
        .. Lifetime,
        Encryption("Encrypt", Encrypt),
        Encryption("Encrypt, a string", EncryptString),
        Encryption("Encrypt, strings", EncryptStrings),
        Decryption("TryDecrypt", () => Accepted = _cipher!.TryDecrypt(Nonce, Ciphertext, Output), Encrypt, NearMiss()),
        Decryption("TryDecrypt, a string", () => Accepted = _cipher!.TryDecrypt(Nonce, Ciphertext, Output, AssociatedData), EncryptString, NearMiss(AssociatedData)),
        Decryption("TryDecrypt, strings", () => Accepted = _cipher!.TryDecrypt(Nonce, Ciphertext, Output, _strings), EncryptStrings, NearMiss(AssociatedData, _secondString)),
        ThrowingDecryption("Decrypt", () => _cipher!.Decrypt(Nonce, Ciphertext, Output), Encrypt, NearMiss()),
        ThrowingDecryption("Decrypt, a string", () => _cipher!.Decrypt(Nonce, Ciphertext, Output, AssociatedData), EncryptString, NearMiss(AssociatedData)),
        ThrowingDecryption("Decrypt, strings", () => _cipher!.Decrypt(Nonce, Ciphertext, Output, _strings), EncryptStrings, NearMiss(AssociatedData, _secondString)),
    ];

    protected override void SetUp() => _cipher = new Aez(Key, TagSize, Backend);

    protected override void Release() => _cipher?.Dispose();

    private void Encrypt() => _cipher!.Encrypt(Nonce, Plaintext, Ciphertext);

    private void EncryptString() => _cipher!.Encrypt(Nonce, Plaintext, Ciphertext, AssociatedData);

    private void EncryptStrings() => _cipher!.Encrypt(Nonce, Plaintext, Ciphertext, _strings);

    private Func<byte[], byte[], byte[]> NearMiss(params byte[][] associatedData) =>
        (plaintext, difference) => new ReferenceAez(Key, TagSize).Encipher(Nonce, associatedData, [.. plaintext, .. difference]);
}
