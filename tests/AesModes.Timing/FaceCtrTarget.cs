using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Timing;

internal sealed class FaceCtrTarget(Backend backend, int textSize) : Target(backend, FaceCtr.CounterSizeInBytes, textSize, overhead: 0)
{
    /// <summary>A position inside a block.</summary>
    private const int Position = 37;

    private FaceCtr? _cipher;
    private ICryptoTransform? _transform;

    public override string Mode => nameof(FaceCtr);

    public override IReadOnlyList<Operation> Operations =>
    [
        .. Lifetime,
        Encryption("Encrypt", Encrypt),
        Encryption("Encrypt, from a position", EncryptFrom),
        Decryption("Decrypt", () => _cipher!.Decrypt(Nonce, Ciphertext, Output), Encrypt),
        Decryption("Decrypt, from a position", () => _cipher!.Decrypt(Nonce, Ciphertext, Output, Position), EncryptFrom),
        new("CreateEncryptor", CreateEncryptor, Renew),
        // The transform's position in the key stream advances with each call. It is public.
        Encryption("TransformBlock", () => _transform!.TransformBlock(Plaintext, 0, Plaintext.Length, Ciphertext, 0)) with { Renew = RenewEncryptor },
        Decryption("CreateDecryptor, TransformFinalBlock, Dispose", DecryptAtOnce, Encrypt),
        new("Dispose of a transform", ReleaseTransform, RenewEncryptor),
    ];

    protected override void SetUp() => _cipher = new FaceCtr(Key, Backend);

    protected override void Release()
    {
        _cipher?.Dispose();
        ReleaseTransform();
    }

    private void Encrypt() => _cipher!.Encrypt(Nonce, Plaintext, Ciphertext);

    private void EncryptFrom() => _cipher!.Encrypt(Nonce, Plaintext, Ciphertext, Position);

    private void CreateEncryptor() => _transform = _cipher!.CreateEncryptor(Nonce);

    /// <summary>Creates a decryptor for each call, because only its first call gives the plaintext.</summary>
    private void DecryptAtOnce()
    {
        using ICryptoTransform transform = _cipher!.CreateDecryptor(Nonce);
        transform.TransformFinalBlock(Ciphertext, 0, Ciphertext.Length);
    }

    private void ReleaseTransform() => _transform?.Dispose();

    private void RenewEncryptor()
    {
        Renew();
        CreateEncryptor();
    }
}
