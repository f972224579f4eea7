using AesModes.Backends;

namespace AesModes.Timing;

internal sealed class FaceCtrTarget(Backend backend, int textSize) : Target(backend, 32, textSize, 0)
{
    private FaceCtr? _cipher;

    public override string Mode => nameof(FaceCtr);

    public override void SetUp() => _cipher = new FaceCtr(Key, Backend);

    public override void Release() => _cipher?.Dispose();

    public override void Encrypt() => _cipher!.Encrypt(Nonce, Plaintext, Ciphertext);

    public override void Decrypt()
    {
        _cipher!.Decrypt(Nonce, Ciphertext, Output);
        Accepted = true;
    }

    public override byte[] CreateNearMiss(byte[] plaintext, byte[] difference) => throw new NotSupportedException("Nothing is refused.");
}
