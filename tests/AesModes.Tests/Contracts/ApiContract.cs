// Compiles when the public surface is what API.md says: every member, in every form a caller may use. It is never run.
// Copy it into the tests (implicit usings on) and keep it compiling.
using System.Security.Cryptography;
using AesModes;

internal static class ApiContract
{
    private static void GcmSiv(byte[] key, byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag, byte[] associatedData, Stream input, Stream output, IProgress<long> progress)
    {
        bool supported = AesGcmSiv.IsSupported, accelerated = AesGcmSiv.IsHardwareAccelerated;
        KeySizes keys = AesGcmSiv.KeyByteSizes, nonces = AesGcmSiv.NonceByteSizes, tags = AesGcmSiv.TagByteSizes;
        using IDisposable fromArray = new AesGcmSiv(key);
        using var siv = new AesGcmSiv(key.AsSpan());

        siv.Encrypt(nonce, plaintext, ciphertext, tag);
        siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
        siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData: null);
        siv.Encrypt(nonce.AsSpan(), plaintext.AsSpan(), ciphertext.AsSpan(), tag.AsSpan());
        siv.Encrypt((ReadOnlySpan<byte>)nonce, plaintext, ciphertext, tag, associatedData);
        siv.Decrypt(nonce, ciphertext, tag, plaintext);
        siv.Decrypt(nonce, ciphertext, tag, plaintext, associatedData);
        siv.Decrypt(nonce.AsSpan(), ciphertext, tag, plaintext, associatedData);
        bool opened = siv.TryDecrypt(nonce, ciphertext, tag, plaintext) | siv.TryDecrypt(nonce, ciphertext, tag, plaintext, associatedData);

        siv.Encrypt(nonce, input, output, tag);
        siv.Encrypt(nonce, input, output, tag, associatedData, progress);
        siv.Decrypt(nonce, input, tag, output);
        siv.Decrypt(nonce, input, tag, output, associatedData, progress);
        siv.Encrypt(nonce, input, output, tag, cancellationToken: CancellationToken.None);
        siv.Decrypt(nonce, input, tag, output, cancellationToken: CancellationToken.None);

        byte[] box = siv.Seal(plaintext), bound = siv.Seal(plaintext, associatedData), back = siv.Open(box), boundBack = siv.Open(bound, associatedData);
        siv.Seal(plaintext, associatedData, new byte[AesGcmSiv.GetSealedLength(plaintext.Length)]);
        siv.Open(box, default, new byte[AesGcmSiv.GetOpenedLength(box.Length)]);
    }

    private static void RobustAez(byte[] key, byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] associatedData, ReadOnlyMemory<byte>[] elements)
    {
        bool supported = Aez.IsSupported, accelerated = Aez.IsHardwareAccelerated;
        using IDisposable standard = new Aez(key), sized = new Aez(key, 32), named = new Aez(key.AsSpan(), tagSizeInBytes: 0);
        using var aez = new Aez(key.AsSpan());
        int tagSize = aez.TagSizeInBytes;

        aez.Encrypt(nonce, plaintext, ciphertext);
        aez.Encrypt(nonce, plaintext, ciphertext, associatedData);
        aez.Encrypt(nonce, plaintext, ciphertext, associatedData.AsSpan());
        aez.Encrypt(nonce, plaintext, ciphertext, elements);
        aez.Encrypt(nonce, plaintext, ciphertext, [associatedData, default]);
        aez.Decrypt(nonce, ciphertext, plaintext);
        aez.Decrypt(nonce, ciphertext, plaintext, associatedData);
        aez.Decrypt(nonce, ciphertext, plaintext, elements);
        bool opened = aez.TryDecrypt(nonce, ciphertext, plaintext) | aez.TryDecrypt(nonce, ciphertext, plaintext, associatedData) | aez.TryDecrypt(nonce, ciphertext, plaintext, elements);
    }

#if FACE_CTR // until the type is there
    private static void Ctr(byte[] key, byte[] initialCounter, byte[] plaintext, byte[] ciphertext)
    {
        bool supported = FaceCtr.IsSupported, accelerated = FaceCtr.IsHardwareAccelerated;
        KeySizes keys = FaceCtr.KeyByteSizes;
        int counterSize = FaceCtr.CounterSizeInBytes;
        using IDisposable fromSpan = new FaceCtr(key.AsSpan());
        using var ctr = new FaceCtr(key);

        ctr.Encrypt(initialCounter, plaintext, ciphertext);
        ctr.Encrypt(initialCounter, plaintext, ciphertext, position: 1L << 40);
        ctr.Decrypt(initialCounter, ciphertext, plaintext);
        ctr.Decrypt(initialCounter, ciphertext, plaintext, 17);
        using ICryptoTransform encryptor = ctr.CreateEncryptor(initialCounter), decryptor = ctr.CreateDecryptor(initialCounter);
    }
#endif
}
