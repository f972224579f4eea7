using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Limits;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// Source and destination that begin at the same byte, one of them longer by the tag, give what memory apart gives. Tags of more than 32 bytes
/// reach into the pairs, for which a decryption's destination has no room; those of 300, over a group of eight.
/// </summary>
[Fast]
public class AezInPlaceTests
{
    private static readonly int[] _sizes = [.. Enumerable.Range(0, 301), 511, 512, 513, 600, 1000];

    private static readonly int[] _tagSizes = [0, 16, 40, 100, 300];

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), _tagSizes);

    /// <summary>Without a tag nothing is refused.</summary>
    public static MatrixTheoryData<string, int> RefusingRows => new(TestBackends.Names.Select(r => r.Data), _tagSizes.Where(t => t > 0));

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_SameStart_EqualApart(string name, int tagSize) => ForEachSize(name, tagSize, (aez, message, memory, text) =>
    {
        Span<byte> ciphertext = memory.AsSpan(1..^16);
        Span<byte> plaintext = ciphertext[..message.Plaintext.Length];
        byte[] apart = aez.EncryptToArray(message.Nonce, message.Plaintext, message.AssociatedData);
        message.Plaintext.CopyTo(plaintext);
        aez.EncryptInto(message.Nonce, plaintext, ciphertext, message.AssociatedData);
        Bytes.AssertEqual(apart, ciphertext, $"ciphertext of {text}");
        Bytes.AssertEqual(message.Ciphertext, ciphertext, $"reference's ciphertext of {text}");

        Assert.True(aez.TryDecryptInto(message.Nonce, ciphertext, plaintext, message.AssociatedData), $"refused: {text}");
        Bytes.AssertEqual(message.Plaintext, plaintext, $"plaintext of {text}");
        Bytes.AssertEqual(apart.AsSpan(plaintext.Length..), ciphertext[plaintext.Length..], $"ciphertext behind the plaintext of {text}");
        AezCalls.AssertUntouched(memory.AsSpan(..1), $"memory before {text}");
        AezCalls.AssertUntouched(memory.AsSpan(^16..), $"memory behind {text}");
    });

    /// <summary>Clears the plaintext, which is the ciphertext's memory, and nothing behind it.</summary>
    [Theory]
    [MemberData(nameof(RefusingRows))]
    public void TryDecrypt_SameStartAndTampered_ClearsThePlaintextAndNothingElse(string name, int tagSize) =>
        ForEachSize(name, tagSize, (aez, message, memory, text) =>
        {
            Span<byte> ciphertext = memory.AsSpan(1..^16);
            byte[] changed = Bytes.Flip(message.Ciphertext, message.Plaintext.Length);
            changed.CopyTo(ciphertext);
            Span<byte> plaintext = ciphertext[..message.Plaintext.Length];
            Assert.False(aez.TryDecryptInto(message.Nonce, ciphertext, plaintext, message.AssociatedData), $"accepted: changed, {text}");
            Bytes.AssertAll(0, plaintext, $"plaintext of {text}");
            Bytes.AssertEqual(changed.AsSpan(plaintext.Length..), ciphertext[plaintext.Length..], $"ciphertext behind the plaintext of {text}");
            AezCalls.AssertUntouched(memory.AsSpan(..1), $"memory before {text}");
            AezCalls.AssertUntouched(memory.AsSpan(^16..), $"memory behind {text}");
        });

    /// <summary>The memory begins one byte off any alignment and goes on for 16 bytes behind the ciphertext.</summary>
    private static void ForEachSize(string name, int tagSize, Action<Aez, AezCase, byte[], string> check)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        foreach (int size in Effort.Thin(_sizes, Effort.IsSlow ? 20 : _sizes.Length))
        {
            AezCase message = AezCase.CreateAny(random, size, tagSize);
            using Aez aez = message.Open(backend);
            check(aez, message, Sample.Filled(size + tagSize + 17), $"{message} on {name}");
        }
    }
}
