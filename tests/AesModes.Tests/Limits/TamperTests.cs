using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// AES-GCM-SIV: every change of one bit, many of more, other sizes and parts of other messages are noticed and leave a cleared plaintext.
/// What AEZ does with them: <see cref="AezTamperTests"/>.
/// </summary>
public sealed class TamperTests
{
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_AnyBitChanged_IsRefusedAndThePlaintextCleared(string name) => ForEachSize(name, (siv, message, size) =>
        Refusal.CheckEveryBit(
            message.Parts,
            Refusal.MostBits(name),
            new byte[size],
            plaintext => TryDecrypt(siv, message, plaintext),
            $"{message.What} on {name}"));

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_ManyBitsOrSizesChangedOrPartsSwapped_IsRefusedAndThePlaintextCleared(string name)
    {
        Random random = Sweep.Start();
        ForEachSize(name, (siv, message, size) =>
        {
            GcmSivSample other = new(size, associatedDataSize: 17);
            Forgery[] others =
            [
                Encrypt(siv, other.Plaintext, other.Nonce, other.AssociatedData),
                Encrypt(siv, message.Ciphertext, message.Tag[..GcmSivSample.NonceSize], message.AssociatedData[0]),
                Encrypt(siv, Bytes.Random(random, random.Next(200)), message.Nonce, message.AssociatedData[0]),
            ];
            foreach (Forgery forgery in Refusal.Forge(message, others, 0, random, name))
            {
                Refusal.Check(
                    new byte[forgery.Ciphertext.Length],
                    plaintext => TryDecrypt(siv, forgery, plaintext),
                    () => $"{forgery.What}, {message.What} on {name} ({Sweep.HowToRepeat})");
            }
        });
    }

    private static void ForEachSize(string name, Action<AesGcmSiv, Forgery, int> check)
    {
        Backend backend = TestBackends.Get(name);
        byte[] key = Bytes.Random(Sweep.Start(), 32);
        using AesGcmSiv aes128 = new(key.AsSpan(0, 16), backend);
        using AesGcmSiv aes256 = new(key, backend);
        foreach (int size in Refusal.Sizes(name))
        {
            GcmSivSample sample = new(size, associatedDataSize: size * 7 % 41, backend: backend);
            AesGcmSiv siv = size % 2 == 0 ? aes256 : aes128;
            check(siv, Encrypt(siv, sample.Plaintext, sample.Nonce, sample.AssociatedData), size);
        }
    }

    private static Forgery Encrypt(AesGcmSiv siv, byte[] plaintext, byte[] nonce, byte[] associatedData)
    {
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] tag = new byte[GcmSivSample.TagSize];
        siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
        return new Forgery($"{plaintext.Length} bytes, {associatedData.Length} of associated data", nonce, ciphertext, tag, [associatedData]);
    }

    private static bool TryDecrypt(AesGcmSiv siv, Forgery message, Span<byte> plaintext) =>
        siv.TryDecrypt(message.Nonce, message.Ciphertext, message.Tag, plaintext, message.AssociatedData[0]);
}
