using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Timing;

/// <summary>The ciphertext begins with its nonce, as in Seal's layout.</summary>
internal sealed class SealedAezTarget(Backend backend, int textSize) : Target(backend, NonceSize, textSize, NonceSize + TagSize)
{
    private const int NonceSize = 16;

    private Aez? _cipher;

    public override string Mode => nameof(Aez);

    public override IReadOnlyList<Operation> Operations =>
    [
        Encryption("Seal", Seal),
        Encryption("Seal, array", () => _cipher!.Seal(Plaintext, AssociatedData)),
        Decryption("TryOpen", () => Accepted = _cipher!.TryOpen(Ciphertext, AssociatedData, Output), Seal, CreateNearMiss),
        ThrowingDecryption("Open", () => _cipher!.Open(Ciphertext, AssociatedData, Output), Seal, CreateNearMiss),
        ThrowingDecryption("Open, array", () => _cipher!.Open(Ciphertext, AssociatedData), Seal, CreateNearMiss),
    ];

    protected override void SetUp() => _cipher = new Aez(Key, TagSize, Backend);

    protected override void Release() => _cipher?.Dispose();

    private void Seal() => _cipher!.Seal(Plaintext, AssociatedData, Ciphertext);

    private byte[] CreateNearMiss(byte[] plaintext, byte[] difference) =>
        [.. Nonce, .. new ReferenceAez(Key, TagSize).Encipher(Nonce, [AssociatedData], [.. plaintext, .. difference])];
}
