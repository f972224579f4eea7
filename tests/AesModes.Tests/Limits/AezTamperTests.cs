using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// AEZ: every change of one bit of ciphertext, nonce or associated data, many of more, other sizes and parts of other messages are noticed and
/// leave a cleared plaintext. With tags of eight bytes or more: shorter ones are hit by chance, which is what they promise.
/// </summary>
public class AezTamperTests
{
    /// <summary>Short; the usual one; one that is a pair of blocks with it; one that reaches into other pairs.</summary>
    private static readonly int[] _tagSizes = [8, 16, 32, 47];

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), _tagSizes);

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_AnyBitChanged_IsRefusedAndThePlaintextCleared(string name, int tagSize) => ForEachSize(name, tagSize, (aez, message, size) =>
        Refusal.CheckEveryBit(
            message.Parts,
            Refusal.MostBits(name),
            new byte[size],
            plaintext => TryDecrypt(aez, message, plaintext),
            $"{message.What} on {name}"));

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_ManyBitsOrSizesChangedOrPartsSwapped_IsRefusedAndThePlaintextCleared(string name, int tagSize)
    {
        Random random = Sweep.Start();
        ForEachSize(name, tagSize, (aez, message, size) =>
        {
            Forgery[] others =
            [
                Encrypt(aez, new AezSample(size, tagSize, [17, 0], nonceSize: 12)),
                Encrypt(aez, new AezSample(size + 1, tagSize, [16, 5], nonceSize: 16)),
            ];
            byte[][] strings = message.AssociatedData;
            Forgery[] vectors =
            [
                message with { What = "no associated data", AssociatedData = [] },
                message with { What = "an empty string more", AssociatedData = [.. strings, []] },
                message with { What = "an empty string in front", AssociatedData = [[], .. strings] },
                message with { What = "the last string missing", AssociatedData = strings[..^1] },
                message with { What = "both strings in one", AssociatedData = [[.. strings[0], .. strings[1]]] },
                message with { What = "the strings exchanged", AssociatedData = [strings[1], strings[0]] },
                message with { What = "the nonce as a string", Nonce = strings[0], AssociatedData = [message.Nonce, strings[1]] },
            ];
            foreach (Forgery forgery in Refusal.Forge(message, others, tagSize, random, name).Concat(vectors))
            {
                Refusal.Check(
                    new byte[forgery.Ciphertext.Length - tagSize],
                    plaintext => TryDecrypt(aez, forgery, plaintext),
                    () => $"{forgery.What}, {message.What} on {name} ({Sweep.HowToRepeat})");
            }
        });
    }

    /// <summary>Where the tag is another one's, that is another input to everything, though the sizes fit.</summary>
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

    private static void ForEachSize(string name, int tagSize, Action<Aez, Forgery, int> check)
    {
        Backend backend = TestBackends.Get(name);
        using Aez aez = new(Bytes.Random(Sweep.Start(), 48), tagSize, backend);
        foreach (int size in Refusal.Sizes(name))
        {
            check(aez, Encrypt(aez, new AezSample(size, tagSize, [5, size % 41], backend: backend)), size);
        }
    }

    private static Forgery Encrypt(Aez aez, AezSample sample)
    {
        byte[][] strings = [.. sample.Strings.Select(s => s.ToArray())];
        byte[] ciphertext = aez.EncryptToArray(sample.Nonce, sample.Plaintext, strings);
        return new Forgery(sample.ToString(), sample.Nonce, ciphertext, [], strings);
    }

    private static bool TryDecrypt(Aez aez, Forgery message, Span<byte> plaintext) =>
        aez.TryDecrypt(message.Nonce, message.Ciphertext, plaintext, AezCalls.ToMemories(message.AssociatedData));
}
