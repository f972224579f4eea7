using AesModes.Backends;
using AesModes.Tests.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract: <see cref="Aez"/>'s overload without associated data is the empty vector, that for one string a vector of one, also when it is
/// empty; and those, like any two different vectors, are different inputs.
/// </summary>
[Fast]
public sealed class AezOverloadTests
{
    private static readonly byte[] _nonce = [1, 2, 3];
    private static readonly byte[] _text = "hello"u8.ToArray();

    /// <summary>By description: associated data, no two of them the same.</summary>
    private static readonly Dictionary<string, ReadOnlyMemory<byte>[]> _vectors = new()
    {
        ["none"] = [],
        ["one empty"] = [default],
        ["two empty"] = [default, default],
        ["three empty"] = [default, default, default],
        ["abc"] = [_text.AsMemory(0, 3)],
        ["a, bc"] = [_text.AsMemory(0, 1), _text.AsMemory(1, 2)],
        ["ab, c"] = [_text.AsMemory(0, 2), _text.AsMemory(2, 1)],
        ["abc, empty"] = [_text.AsMemory(0, 3), default],
        ["empty, abc"] = [default, _text.AsMemory(0, 3)],
    };

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Encrypt_WithoutAssociatedData_IsTheEmptyVector(string name)
    {
        using Aez aez = new(new byte[16], 16, TestBackends.Get(name));
        byte[] without = new byte[21];
        aez.Encrypt(_nonce, _text, without);
        Expect.Same(Encrypt(aez, []), without, name);

        // A null array is no strings; spans that are null are empty ones.
        aez.Encrypt(_nonce, _text, without, (ReadOnlyMemory<byte>[])null!);
        Expect.Same(Encrypt(aez, []), without, $"{name}, null");
        ExpectOpens(() => aez.TryDecrypt(_nonce, without, _text.ToArray()), true, name);
        ExpectOpens(() => aez.TryDecrypt(_nonce, without, _text.ToArray(), Array.Empty<byte>()), false, $"{name}, one empty string");
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Encrypt_OneString_IsAVectorOfOne(string name)
    {
        using Aez aez = new(new byte[16], 16, TestBackends.Get(name));
        for (int size = 0; size <= 40; size++)
        {
            byte[] data = Sample.Filled(size);
            byte[] ciphertext = new byte[21];
            aez.Encrypt(_nonce, _text, ciphertext, data);
            Expect.Same(Encrypt(aez, [data]), ciphertext, $"{name}, {size} bytes");
            ExpectOpens(() => aez.TryDecrypt(_nonce, ciphertext, new byte[5], data), true, $"{name}, {size} bytes");
            ExpectOpens(() => aez.TryDecrypt(_nonce, ciphertext, new byte[5]), false, $"{name}, {size} bytes, none");
            ExpectOpens(() => aez.TryDecrypt(_nonce, ciphertext, new byte[5], [data, default]), false, $"{name}, {size} bytes and an empty string");
        }

        byte[] fromNull = new byte[21];
        aez.Encrypt(_nonce, _text, fromNull, (byte[])null!);
        Expect.Same(Encrypt(aez, [default]), fromNull, $"{name}, null");
    }

    /// <summary>Each opens what was made with the same vector, and nothing else.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_WithAnotherVector_Refuses(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in (int[])[0, 5])
        {
            using Aez aez = new(new byte[16], 16, backend);
            foreach ((string made, ReadOnlyMemory<byte>[] strings) in _vectors)
            {
                byte[] ciphertext = new byte[size + 16];
                aez.Encrypt(_nonce, _text.AsSpan(0, size), ciphertext, strings);
                foreach ((string opened, ReadOnlyMemory<byte>[] others) in _vectors)
                {
                    ExpectOpens(
                        () => aez.TryDecrypt(_nonce, ciphertext, new byte[size], others), made == opened, $"{name}, {size} bytes, made with {made}, opened with {opened}");
                }
            }
        }
    }

    [Fact]
    public void Encrypt_DefaultSpans_AreEmptyOnes()
    {
        using Aez aez = new(new byte[16], 0);
        using Aez tagged = new(new byte[16]);
        aez.Encrypt(default, default, default);
        Assert.True(aez.TryDecrypt(default, default, default));

        byte[] tag = new byte[16];
        tagged.Encrypt(default, default, tag);
        Assert.True(tagged.TryDecrypt(Array.Empty<byte>(), tag, default));
    }

    private static byte[] Encrypt(Aez aez, ReadOnlyMemory<byte>[] strings)
    {
        byte[] ciphertext = new byte[_text.Length + aez.TagSizeInBytes];
        aez.Encrypt(_nonce, _text, ciphertext, strings);
        return ciphertext;
    }

    private static void ExpectOpens(Func<bool> tryDecrypt, bool expected, string what) =>
        Assert.True(tryDecrypt() == expected, $"{what}: {(expected ? "refused" : "accepted")}.");
}
