using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Timing;

internal sealed class GcmSivTarget(Backend backend, int textSize) : Target(backend, 32, textSize, 16)
{
    private static readonly byte[] _nonce = Nonce[..12];

    private AesGcmSiv? _cipher;

    public override string Mode => nameof(AesGcmSiv);

    private int TextSize => Plaintext.Length;

    public override void SetUp() => _cipher = new AesGcmSiv(Key, Backend);

    public override void Release() => _cipher?.Dispose();

    public override void Encrypt() => _cipher!.Encrypt(_nonce, Plaintext, Ciphertext.AsSpan(0, TextSize), Ciphertext.AsSpan(TextSize));

    public override void Decrypt() =>
        Accepted = _cipher!.TryDecrypt(_nonce, Ciphertext.AsSpan(0, TextSize), Ciphertext.AsSpan(TextSize), Output);

    public override byte[] CreateNearMiss(byte[] plaintext, byte[] difference)
    {
        (_, byte[] right) = ReferenceGcmSiv.Encrypt(Key, _nonce, plaintext, []);
        byte[] given = [.. right.Zip(difference, (r, d) => (byte)(r ^ d))];
        (_, byte[] encryptionKey) = ReferenceGcmSiv.DeriveKeys(Key, _nonce);
        return [.. ReferenceGcmSiv.XorKeyStream(new ReferenceAes(encryptionKey), ReferenceGcmSiv.InitialCounter(given), plaintext), .. given];
    }
}
