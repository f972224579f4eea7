using System.Globalization;

namespace AesModes.Tests.Limits;

/// <summary>
/// Tests that decryption detects any change and clears the plaintext: every flipped bit of ciphertext, tag, nonce or associated data, several flipped bits, other sizes, and
/// parts of other messages. AEZ tags have at least eight bytes here, because a forgery matches a shorter tag by chance.
/// </summary>
public sealed class TamperTests
{
    /// <summary>AES-GCM-SIV, and AEZ's tag sizes: a short one, the usual one, a pair of blocks, and one that extends into other pairs.</summary>
    private static readonly string[] _kinds = ["AesGcmSiv", "Aez 8", "Aez 16", "Aez 32", "Aez 47"];

    private static readonly int[] _tagSizes = [8, 16, 32, 47];

    private delegate bool TryDecrypt(Forgery message, Span<byte> plaintext);

    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), _kinds);

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_AnyBitChanged_IsRefusedAndThePlaintextCleared(string name, string kind) => ForEachSize(name, kind, (tryDecrypt, message, size, _) =>
        Refusal.CheckEveryBit(message.Parts, Refusal.MostBits(name), new byte[size], plaintext => tryDecrypt(message, plaintext), $"{message.What} on {name}"));

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_ManyBitsOrSizesChangedOrPartsSwapped_IsRefusedAndThePlaintextCleared(string name, string kind)
    {
        Random random = Sweep.Start();
        ForEachSize(name, kind, (tryDecrypt, message, size, others) =>
        {
            int tagSize = message.Ciphertext.Length - size;
            foreach (Forgery forgery in Refusal.Forge(message, others, tagSize, random, name).Concat(kind == "AesGcmSiv" ? [] : OtherVectors(message)))
            {
                Refusal.Check(
                    new byte[forgery.Ciphertext.Length - tagSize],
                    plaintext => tryDecrypt(forgery, plaintext),
                    () => $"{forgery.What}, {message.What} on {name} ({Sweep.HowToRepeat})");
            }
        });
    }

    /// <summary>Another tag size changes every input of the cipher, even if the sizes fit.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_OtherTagSize_IsRefusedAndThePlaintextCleared(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in Refusal.Sizes(name))
        {
            AezSample sample = new(size, 16, backend: backend);
            foreach (int tagSize in _tagSizes.Where(t => t != 16 && t <= sample.Ciphertext.Length))
            {
                using Aez other = new(sample.Key, tagSize, backend);
                Refusal.Check(
                    new byte[sample.Ciphertext.Length - tagSize],
                    plaintext => other.TryDecrypt(sample.Nonce, sample.Ciphertext, plaintext, sample.Strings),
                    () => $"taken for a tag of {tagSize}: {sample} on {name}");
            }
        }
    }

    private static Forgery[] OtherVectors(Forgery message)
    {
        byte[][] strings = message.AssociatedData;
        return
        [
            message with { What = "no associated data", AssociatedData = [] },
            message with { What = "an empty string more", AssociatedData = [.. strings, []] },
            message with { What = "an empty string in front", AssociatedData = [[], .. strings] },
            message with { What = "the last string missing", AssociatedData = strings[..^1] },
            message with { What = "both strings in one", AssociatedData = [[.. strings[0], .. strings[1]]] },
            message with { What = "the strings exchanged", AssociatedData = [strings[1], strings[0]] },
            message with { What = "the nonce as a string", Nonce = strings[0], AssociatedData = [message.Nonce, strings[1]] },
        ];
    }

    /// <summary>Calls the check with a message of each size and others under the same key.</summary>
    private static void ForEachSize(string name, string kind, Action<TryDecrypt, Forgery, int, Forgery[]> check)
    {
        Backend backend = TestBackends.Get(name);
        byte[] key = Bytes.Random(Sweep.Start(), 48);
        using AesGcmSiv aes128 = new(key.AsSpan(0, 16), backend);
        using AesGcmSiv aes256 = new(key.AsSpan(0, 32), backend);
        int tagSize = kind == "AesGcmSiv" ? 0 : int.Parse(kind.Split(' ')[1], CultureInfo.InvariantCulture);
        using Aez aez = new(key, tagSize, backend);
        foreach (int size in Refusal.Sizes(name))
        {
            if (kind == "AesGcmSiv")
            {
                AesGcmSiv siv = size % 2 == 0 ? aes256 : aes128;
                Forgery message = Encrypt(siv, new GcmSivSample(size, associatedDataSize: size * 7 % 41));
                Forgery[] others =
                [
                    Encrypt(siv, new GcmSivSample(size, associatedDataSize: 17)),
                    Encrypt(siv, new GcmSivSample([], message.Tag[..12], message.Ciphertext, message.AssociatedData[0], [], [])),
                    Encrypt(siv, new GcmSivSample([], message.Nonce, Bytes.Random(new Random(size), size * 31 % 200), message.AssociatedData[0], [], [])),
                ];
                check((m, plaintext) => siv.TryDecrypt(m.Nonce, m.Ciphertext, m.Tag, plaintext, m.AssociatedData[0]), message, size, others);
            }
            else
            {
                check(
                    (m, plaintext) => aez.TryDecrypt(m.Nonce, m.Ciphertext, plaintext, AezCalls.ToMemories(m.AssociatedData)),
                    Encrypt(aez, new AezSample(size, tagSize, [5, size % 41])),
                    size,
                    [Encrypt(aez, new AezSample(size, tagSize, [17, 0], nonceSize: 12)), Encrypt(aez, new AezSample(size + 1, tagSize, [16, 5], nonceSize: 16))]);
            }
        }
    }

    private static Forgery Encrypt(AesGcmSiv siv, GcmSivSample sample)
    {
        byte[] ciphertext = new byte[sample.Plaintext.Length];
        byte[] tag = new byte[GcmSivSample.TagSize];
        siv.Encrypt(sample.Nonce, sample.Plaintext, ciphertext, tag, sample.AssociatedData);
        return new Forgery($"{sample}", sample.Nonce, ciphertext, tag, [sample.AssociatedData]);
    }

    private static Forgery Encrypt(Aez aez, AezSample sample)
    {
        byte[][] strings = [.. sample.Strings.Select(s => s.ToArray())];
        return new Forgery($"{sample}", sample.Nonce, aez.EncryptToArray(sample.Nonce, sample.Plaintext, strings), [], strings);
    }
}
