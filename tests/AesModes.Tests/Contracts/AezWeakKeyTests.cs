using AesModes.Tests.Vectors;

namespace AesModes.Tests.Contracts;

/// <summary>
/// 48-byte keys that make AEZ v5 insecure, each with a forgery. Two calls of AEZ's tweakable cipher E use the same offset, so a forger may swap their inputs. See Mennink,
/// "Weak Keys for AEZ, and the External Key Padding Attack", CT-RSA 2017. The public constructors reject these keys.
/// </summary>
[Fast]
public sealed class AezWeakKeyTests
{
    private const int BlockSize = 16;
    private const int TagSize = 16;

    /// <summary>The offset of E^{j,i} is jJ ⊕ 2^⌈i/8⌉I ⊕ (i mod 8)L. Pair i uses E^{1,i} and E^{2,i}; block i of string k of associated data uses E^{k+4,i}.</summary>
    private static readonly WeakKey[] _weakKeys =
    [
        new("L = 0", (i, j, _) => [.. i, .. j, .. new byte[16]], key => IsForgedByPairs(key, 1, 2)),
        new("I = 0", (_, j, l) => [.. new byte[16], .. j, .. l], key => IsForgedByPairs(key, 1, 9)),
        new("J = 0", (i, _, l) => [.. i, .. new byte[16], .. l], key => IsForged(key, ["user"u8.ToArray(), "admin"u8.ToArray()], ["admin"u8.ToArray(), "user"u8.ToArray()])),
        new("I = L", (i, j, _) => [.. i, .. j, .. i], key => IsForgedByPairs(key, 2, 12)),
        new("I = J", (i, _, l) => [.. i, .. i, .. l], IsForgedByPaddedBlock),
        new("J = L", (i, j, _) => [.. i, .. j, .. j], IsForgedByBlocks),

        // Keys made by padding and repetition.
        new("16 bytes and zeros", (i, _, _) => [.. i, .. new byte[32]], key => IsForgedByPairs(key, 1, 2)),
        new("32 bytes and zeros", (i, j, _) => [.. i, .. j, .. new byte[16]], key => IsForgedByPairs(key, 7, 8)),
        new("zeros and 16 bytes", (_, _, l) => [.. new byte[32], .. l], key => IsForgedByPairs(key, 8, 16)),
        new("16 bytes three times", (i, _, _) => [.. i, .. i, .. i], key => IsForgedByPairs(key, 2, 12)),
        new("32 bytes and their first half", (i, j, _) => [.. i, .. j, .. i], key => IsForgedByPairs(key, 2, 12)),
        new("zeros", (_, _, _) => new byte[48], key => IsForgedByPairs(key, 1, 2)),
    ];

    public static TheoryData<string> Names => [.. _weakKeys.Select(w => w.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void TryDecrypt_ForgeryUnderAWeakKey_IsAccepted(string name)
    {
        (WeakKey weak, byte[] key, byte[] strong) = Make(name);
        Assert.True(weak.IsForged(key), "The forgery fails: the key is not weak by this test.");
        Assert.False(weak.IsForged(strong), "The forgery works under a key that is not weak.");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Constructor_WeakKey_IsRefused(string name)
    {
        (WeakKey _, byte[] key, byte[] strong) = Make(name);
        Expect.Refused<ArgumentException>($"{name}, array", "key", () => new Aez(key).Dispose(), 16, 48, 32);
        Expect.Refused<ArgumentException>($"{name}, span", "key", () => new Aez(key.AsSpan(), 0).Dispose(), 16, 48, 32);
        new Aez(strong).Dispose();
    }

    /// <summary>BLAKE2b derives 48 bytes from these keys, without their structure.</summary>
    [Fact]
    public void Constructor_ZerosOfAnotherSize_AreTaken()
    {
        foreach (int size in (int[])[1, 16, 32, 47, 49, 96])
        {
            new Aez(new byte[size]).Dispose();
            Assert.DoesNotContain(_weakKeys, w => w.IsForged(new byte[size]));
        }
    }

    /// <summary>No test vector has a key that the constructors reject.</summary>
    [Fact]
    public void Vectors_NoKey_IsWeak() => Assert.All(
        (IEnumerable<byte[]>)[.. TestVectors.Aez.Select(v => v.Key), .. TestVectors.AezExtractions.Select(v => v.Key)],
        key => Assert.True(key.Length == 0 || Record.Exception(() => new Aez(key).Dispose()) is null, Convert.ToHexString(key)));

    /// <summary>The check must compare every bit of both thirds.</summary>
    [Theory]
    [InlineData("L = 0", 2)]
    [InlineData("I = 0", 0)]
    [InlineData("J = 0", 1)]
    [InlineData("I = L", 0)]
    [InlineData("I = J", 1)]
    [InlineData("J = L", 2)]
    public void Constructor_KeyOneBitFromWeakKey_IsAccepted(string name, int third)
    {
        (WeakKey _, byte[] key, byte[] _) = Make(name);
        for (int bit = 0; bit < 128; bit++)
        {
            new Aez(Bytes.Flip(key, (128 * third) + bit)).Dispose();
        }
    }

    /// <summary>As docs/aez.md states, keys with other relations between the thirds are weak too. Padding does not produce them, and the constructors accept them.</summary>
    [Fact]
    public void TryDecrypt_ForgeryWhereLIsTwiceI_IsAccepted()
    {
        (WeakKey _, byte[] _, byte[] key) = Make("L = 0");
        ReferenceAez.Times(2, key[..BlockSize]).CopyTo(key, 2 * BlockSize);
        Assert.True(IsForgedByPairs(key, 1, 10));
        new Aez(key).Dispose();
    }

    private static (WeakKey Weak, byte[] Key, byte[] Strong) Make(string name)
    {
        WeakKey weak = _weakKeys.Single(w => w.Name == name);
        byte[] strong = Bytes.Random(new Random(25), 48);
        return (weak, weak.Make(strong[..16], strong[16..32], strong[32..]), strong);
    }

    /// <summary>Whether a ciphertext with two swapped 32-byte pairs decrypts to the plaintext with the same pairs swapped.</summary>
    private static bool IsForgedByPairs(byte[] key, int first, int second)
    {
        byte[] plaintext = Bytes.Random(new Random(1), (32 * second) + 16);
        using Aez aez = new(key, TagSize, Backend.Require());
        byte[] ciphertext = new byte[plaintext.Length + TagSize];
        aez.Encrypt("nonce"u8, plaintext, ciphertext);
        byte[] opened = new byte[plaintext.Length];
        return aez.TryDecrypt("nonce"u8, SwapPairs(ciphertext, first, second), opened) && opened.AsSpan().SequenceEqual(SwapPairs(plaintext, first, second));
    }

    private static byte[] SwapPairs(byte[] text, int first, int second)
    {
        byte[] swapped = [.. text];
        text.AsSpan(32 * (first - 1), 32).CopyTo(swapped.AsSpan(32 * (second - 1)));
        text.AsSpan(32 * (second - 1), 32).CopyTo(swapped.AsSpan(32 * (first - 1)));
        return swapped;
    }

    /// <summary>Swaps the inputs of E^{5,0}, whose block is padded, and E^{6,8}. Their offsets are 5J ⊕ I and 6J ⊕ 2I.</summary>
    private static bool IsForgedByPaddedBlock(byte[] key)
    {
        byte[] sevenBlocks = Bytes.Random(new Random(2), 7 * BlockSize);
        return IsForged(key, ["user"u8.ToArray(), [.. sevenBlocks, .. Pad("admin"u8)]], ["admin"u8.ToArray(), [.. sevenBlocks, .. Pad("user"u8)]]);
    }

    private static byte[] Pad(ReadOnlySpan<byte> text) => [.. text, 0x80, .. new byte[BlockSize - 1 - text.Length]];

    /// <summary>Swaps the inputs of E^{5,1} and E^{6,2}. Their offsets are 5J ⊕ 2I ⊕ L and 6J ⊕ 2I ⊕ 2L.</summary>
    private static bool IsForgedByBlocks(byte[] key)
    {
        byte[] blocks = Bytes.Random(new Random(3), 3 * BlockSize);
        return IsForged(key, [blocks[..16], [.. blocks[16..32], .. blocks[32..]]], [blocks[32..], [.. blocks[16..32], .. blocks[..16]]]);
    }

    /// <summary>Whether decryption accepts a ciphertext with other associated data than the encryption's.</summary>
    private static bool IsForged(byte[] key, byte[][] associatedData, byte[][] forged)
    {
        byte[] plaintext = Bytes.Random(new Random(4), 100);
        using Aez aez = new(key, TagSize, Backend.Require());
        byte[] ciphertext = new byte[plaintext.Length + TagSize];
        aez.Encrypt("nonce"u8, plaintext, ciphertext, AezCalls.ToMemories(associatedData));
        byte[] opened = new byte[plaintext.Length];
        return aez.TryDecrypt("nonce"u8, ciphertext, opened, AezCalls.ToMemories(forged)) && opened.AsSpan().SequenceEqual(plaintext);
    }

    /// <param name="Name">The property that makes the key weak.</param>
    /// <param name="Make">Makes the key from three random thirds.</param>
    /// <param name="IsForged">Whether the forgery works under a key.</param>
    private sealed record WeakKey(string Name, Func<byte[], byte[], byte[], byte[]> Make, Func<byte[], bool> IsForged);
}
