using AesModes.Modes;

namespace AesModes.Tests.Limits;

/// <summary>Tests AEZ where a hashed number needs more than 16 or 32 bits: the tag size in bits, the index of an associated-data string, and the index of an AEZ-prf block.</summary>
public sealed class AezLargeNumbersTests
{
    /// <summary>2^16, 2^24, 2^31 and 2^32 bits, also with one byte less and one byte more, and the largest size.</summary>
    private static readonly int[] _tagSizes =
        [.. ((int[])[1 << 13, 1 << 21, 1 << 28, 1 << 29]).SelectMany(size => (int[])[size - 1, size, size + 1]), int.MaxValue];

    /// <summary>65,546 strings, all empty except the first ten and nine of the last ten, which are 65,536 strings later.</summary>
    private static readonly Lazy<AezCase> _manyStrings = new(() =>
    {
        byte[][] strings = [.. Enumerable.Repeat(Array.Empty<byte>(), 65_546)];
        for (int i = 0; i < 10; i++)
        {
            strings[i] = [(byte)i, 1];
            strings[^(i + 1)] = [.. Enumerable.Repeat((byte)i, 20 * i)];
        }

        return new AezCase([.. Enumerable.Range(1, 48).Select(i => (byte)i)], 16, [1, 2, 3], strings, [4, 5, 6]);
    });

    /// <summary>Only the hash uses the tag size: the message is enciphered without room for a tag.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Encipher_TagSizesOfManyBits_EqualsReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        foreach (int tagSize in _tagSizes)
        {
            byte[] key = Bytes.Random(random, 48);
            byte[] nonce = Bytes.Random(random, 12);
            byte[] text = Bytes.Random(random, 50);
            byte[] found = new byte[text.Length];
            using AezCipher cipher = backend.CreateAez(key, tagSize);
            AezMessage message = new(nonce, text, found);
            _ = cipher.Encipher(in message, inverse: false);
            Expect.Same(new ReferenceAez(key, tagSize).Encipher(nonce, [], text), found, $"tag of {tagSize} bytes on {name} ({Sweep.HowToRepeat})");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptAndDecrypt_TagOf65536Bits_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        foreach (int tagSize in (int[])[8191, 8192, 8193])
        {
            foreach (int size in (int[])[0, 1, 40])
            {
                AezCase message = AezCase.Create(random, size, tagSize, 12, 5);
                using Aez aez = message.Open(backend);
                message.Check(aez, name);
            }
        }
    }

    /// <summary>An empty message's tag of 2^16 blocks and a few bytes.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void EncryptAndDecrypt_EmptyMessageWithATagOver65536Blocks_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        const int TagSize = (16 << 16) + 20;
        byte[] key = [.. Enumerable.Range(1, 48).Select(i => (byte)i)];
        byte[] nonce = [1, 2, 3];
        byte[] tag = new byte[TagSize];
        using Aez aez = new(key, TagSize, backend);
        aez.Encrypt(nonce, [], tag);
        ReferenceAez reference = new(key, TagSize);
        foreach (int number in (int[])[0, 1, 255, 256, 65_535, 65_536, 65_537])
        {
            int size = Math.Min(16, TagSize - (16 * number));
            Expect.Same(reference.PrfBlock(nonce, [], number).AsSpan(0, size), tag.AsSpan(16 * number, size), $"block {number} on {name}");
        }

        Assert.True(aez.TryDecrypt(nonce, tag, []), name);
        foreach (int bit in (int[])[0, 8 * 16 * 65_536, (8 * TagSize) - 1])
        {
            Assert.False(aez.TryDecrypt(nonce, Bytes.Flip(tag, bit), []), $"bit {bit} on {name}");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptAndDecrypt_Over65536Strings_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        Assert.SkipWhen(Effort.IsShort(name), "Each call hashes 65,546 strings.");
        using Aez aez = _manyStrings.Value.Open(backend);
        byte[] ciphertext = aez.EncryptToArray(_manyStrings.Value.Nonce, _manyStrings.Value.Plaintext, _manyStrings.Value.AssociatedData);
        Expect.Same(_manyStrings.Value.Ciphertext, ciphertext, $"ciphertext on {name}");
    }

    [Fact]
    public void Multiply_NumbersOfUpTo32Bits_EqualsReference()
    {
        Random random = Sweep.Start();
        uint[] numbers = [.. Enumerable.Range(0, 300).Select(n => (uint)n), .. Enumerable.Range(8, 24).SelectMany(b => (uint[])[(1U << b) - 1, 1U << b, (1U << b) + 1]), uint.MaxValue];
        foreach (uint n in numbers)
        {
            byte[] block = Bytes.Random(random, 16);
            byte[] product = new byte[16];
            AezBlocks.Multiply(n, Vector128.Create<byte>(block)).CopyTo(product);
            Expect.Same(ReferenceAez.Times(n, block), product, $"{n} times ({Sweep.HowToRepeat})");
        }
    }
}
