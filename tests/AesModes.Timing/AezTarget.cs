using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Timing;

/// <summary>With a key that BLAKE2b makes three of.</summary>
internal sealed class AezTarget(Backend backend, int textSize) : Target(backend, 32, textSize, 16)
{
    private Aez? _cipher;

    public override string Mode => nameof(Aez);

    public override void SetUp() => _cipher = new Aez(Key, TagSize, Backend);

    public override void Release() => _cipher?.Dispose();

    public override void Encrypt() => _cipher!.Encrypt(Nonce, Plaintext, Ciphertext);

    public override void Decrypt() => Accepted = _cipher!.TryDecrypt(Nonce, Ciphertext, Output);

    public override byte[] CreateNearMiss(byte[] plaintext, byte[] difference) =>
        new ReferenceAez(Key, TagSize).Encipher(Nonce, [], [.. plaintext, .. difference]);
}
