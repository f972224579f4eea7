using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>
/// Associated data is a vector: its strings, their boundaries, order and number are authenticated, and a call does not affect the next one. The designers' C code, in contrast,
/// reuses the previous associated data if none is given.
/// </summary>
[Fast]
public class AezAssociatedDataTests
{
    private const int TagSize = 16;

    private static readonly byte[] _key = [.. Enumerable.Range(1, 48).Select(i => (byte)i)];

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), [0, 5, 40]);

    /// <summary>Moves bytes between strings or to the nonce; merges, splits, adds, removes, swaps and pads strings.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_OtherVector_GivesOtherCiphertextAndIsRefused(string name, int size)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        Input[] inputs = MakeInputs(random);
        byte[] plaintext = Bytes.Random(random, size);
        using Aez aez = new(_key, TagSize, backend);
        Dictionary<string, Input> seen = [];
        foreach (Input input in inputs)
        {
            byte[] ciphertext = aez.EncryptToArray(input.Nonce, plaintext, input.Strings);
            Bytes.AssertEqual(input.Encrypt(plaintext), ciphertext, $"ciphertext of {size} bytes with {input} on {name}");
            if (!seen.TryAdd(Convert.ToHexString(ciphertext), input))
            {
                Assert.Fail($"the same ciphertext on {name}, {size} bytes, with {input} and {seen[Convert.ToHexString(ciphertext)]}");
            }

            foreach (Input other in Effort.IsShort(name) ? Sweep.Thin(random, 3, inputs) : inputs)
            {
                byte[]? found = aez.DecryptToArray(other.Nonce, ciphertext, other.Strings, () => $"{size} bytes with {input} as {other} on {name}");
                Assert.True(found is null == (other != input), $"{(found is null ? "refused" : "accepted")} on {name}: {size} bytes with {input} as {other}");
            }
        }
    }

    /// <summary>
    /// No string, one empty string and two empty strings are different inputs. No associated data, an empty vector and a null array of strings with a span nonce are equal; so
    /// are a string and a vector of one string.
    /// </summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_EachOverload_UsesItsVector(string name, int size)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        byte[] nonce = Bytes.Random(random, 12);
        byte[] plaintext = Bytes.Random(random, size);
        byte[] data = Bytes.Random(random, 40);
        using Aez aez = new(_key, TagSize, backend);

        Check(
            [],
            to => aez.Encrypt(nonce, plaintext, to),
            (from, to) => aez.TryDecrypt(nonce, from, to),
            (from, to) => aez.Decrypt(nonce, from, to));
        Check(
            [],
            to => aez.Encrypt(nonce, plaintext, to, ReadOnlySpan<ReadOnlyMemory<byte>>.Empty),
            (from, to) => aez.TryDecrypt(nonce, from, to, ReadOnlySpan<ReadOnlyMemory<byte>>.Empty),
            (from, to) => aez.Decrypt(nonce, from, to, ReadOnlySpan<ReadOnlyMemory<byte>>.Empty));
        Check(
            [],
            to => aez.Encrypt(nonce.AsSpan(), plaintext, to, (ReadOnlyMemory<byte>[])null!),
            (from, to) => aez.TryDecrypt(nonce.AsSpan(), from, to, (ReadOnlyMemory<byte>[])null!),
            (from, to) => aez.Decrypt(nonce.AsSpan(), from, to, (ReadOnlyMemory<byte>[])null!));
        Check(
            [[]],
            to => aez.Encrypt(nonce.AsSpan(), plaintext, to, (byte[])null!),
            (from, to) => aez.TryDecrypt(nonce.AsSpan(), from, to, (byte[])null!),
            (from, to) => aez.Decrypt(nonce.AsSpan(), from, to, (byte[])null!));
        foreach (byte[] single in Enumerable.Range(0, data.Length + 1).Select(n => data[..n]))
        {
            Check(
                [single],
                to => aez.Encrypt(nonce, plaintext, to, single.AsSpan()),
                (from, to) => aez.TryDecrypt(nonce, from, to, single.AsSpan()),
                (from, to) => aez.Decrypt(nonce, from, to, single.AsSpan()));
            CheckVector([single]);
            CheckVector([single, []]);
            CheckVector([[], single]);
        }

        void CheckVector(byte[][] strings)
        {
            ReadOnlyMemory<byte>[] memories = AezCalls.ToMemories(strings);
            Check(
                strings,
                to => aez.Encrypt(nonce, plaintext, to, memories),
                (from, to) => aez.TryDecrypt(nonce, from, to, memories),
                (from, to) => aez.Decrypt(nonce, from, to, memories));
        }

        void Check(byte[][] strings, Action<byte[]> encrypt, Func<byte[], byte[], bool> tryDecrypt, Action<byte[], byte[]> decrypt)
        {
            Input input = new(nonce, strings);
            byte[] ciphertext = new byte[size + TagSize];
            encrypt(ciphertext);
            Bytes.AssertEqual(input.Encrypt(plaintext), ciphertext, $"ciphertext of {size} bytes with {input} on {name}");
            byte[] found = Sample.Filled(size);
            Assert.True(tryDecrypt(ciphertext, found), $"refused on {name}: {size} bytes with {input}");
            Bytes.AssertEqual(plaintext, found, $"TryDecrypt's plaintext of {size} bytes with {input} on {name}");
            found = Sample.Filled(size);
            decrypt(ciphertext, found);
            Bytes.AssertEqual(plaintext, found, $"Decrypt's plaintext of {size} bytes with {input} on {name}");

            string refused = $"{size} bytes, changed, with {input} on {name}";
            byte[] changed = Bytes.Flip(ciphertext, 100);
            Refusal.Check(found, to => tryDecrypt(changed, found), () => $"TryDecrypt, {refused}");
            found = Sample.Filled(size);
            Expect.Throws<AuthenticationTagMismatchException>(refused, () => decrypt(changed, found));
            Expect.Cleared(found, $"Decrypt, {refused}");
        }
    }

    /// <summary>Each kind of vector after each other kind, and after a rejected message.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_AfterACallWithOtherAssociatedData_EqualReference(string name, int size)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        byte[] plaintext = Bytes.Random(random, size);
        Input[] inputs =
        [
            .. from strings in (byte[][][])[[], [[]], [[], []], [Bytes.Random(random, 20)], [Bytes.Random(random, 32), Bytes.Random(random, 300)]]
               select new Input(Bytes.Random(random, 12), strings),
        ];
        using Aez aez = new(_key, TagSize, backend);
        foreach (Input first in inputs)
        {
            foreach (Input second in inputs)
            {
                string what = $"{size} bytes with {second} after {first} on {name}";
                byte[] expected = second.Encrypt(plaintext);
                _ = aez.EncryptToArray(first.Nonce, plaintext, first.Strings);
                Bytes.AssertEqual(expected, aez.EncryptToArray(second.Nonce, plaintext, second.Strings), $"ciphertext of {what}");

                byte[] found = Sample.Filled(size);
                Assert.False(aez.TryDecryptInto(first.Nonce, Bytes.Flip(first.Encrypt(plaintext), 3), found, first.Strings), $"accepted: changed, {first} on {name}");
                Assert.True(aez.TryDecryptInto(second.Nonce, expected, found, second.Strings), $"refused: {what}");
                Bytes.AssertEqual(plaintext, found, $"plaintext of {what}");
            }
        }
    }

    /// <summary>The test vectors have up to 20 strings. Each string has its own multiple of J.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptAndDecrypt_ManyStrings_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        foreach (int count in (int[])[27, 28, 60, 124, 252, 1000])
        {
            AezCase message = AezCase.Create(random, 30, TagSize, 12, [.. AezCase.RandomSizes(random, count, 50)]);
            using Aez aez = message.Open(backend);
            message.Check(aez, name);
        }
    }

    private static Input[] MakeInputs(Random random)
    {
        byte[] nonce = Bytes.Random(random, 16);
        byte[] text = Bytes.Random(random, 48);
        int[] cuts = [0, 1, 15, 16, 17, 31, 32, 33, 47, 48];
        byte[] x = Bytes.Random(random, 16);
        byte[] y = Bytes.Random(random, 16);
        byte[] z = Bytes.Random(random, 20);
        byte[] zPadded = [.. z, 0x80];
        byte[][][] vectors =
        [
            // The same bytes in one, two and three strings.
            [text],
            .. from cut in cuts select (byte[][])[text[..cut], text[cut..]],
            .. from first in cuts from second in cuts where first <= second select (byte[][])[text[..first], text[first..second], text[second..]],

            // Different numbers of empty strings; then strings removed, added, swapped and repeated, which must not cancel out.
            [], [[]], [[], []], [[], [], []],
            [x], [y], [x, y], [y, x], [x, x], [x, x, x], [x, y, x], [x, x, y], [y, x, x],
            [x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x], [x, y, z, x],
            [x, []], [[], x], [x, [], y], [x, y, []], [[], x, y], [[], x, [], y], [[.. x, .. y]], [[.. y, .. x]],

            // Strings that differ only in bytes that look like padding.
            [z], [zPadded], [[.. zPadded, .. new byte[11]]], [[.. z, 0]], [[0x80, .. new byte[15]]], [[0x80]], [[0]], [new byte[16]], [new byte[17]],
        ];
        Input[] inputs =
        [
            .. vectors.Select(v => new Input(nonce, v)),

            // Bytes moved between the nonce and the first string, and the two exchanged.
            .. from cut in cuts.Skip(1) select new Input([.. nonce, .. text[..cut]], [text[cut..]]),
            new Input([.. nonce, .. text], []), new Input([], [nonce]), new Input([], [nonce, x]), new Input(nonce[..15], [[nonce[15]]]), new Input(x, [nonce]), new Input([], []),
        ];
        return [.. inputs.DistinctBy(i => i.ToString())];
    }

    private sealed record Input(byte[] Nonce, byte[][] Strings)
    {
        public byte[] Encrypt(byte[] plaintext) => new ReferenceAez(_key, TagSize).Encrypt(Nonce, Strings, plaintext);

        public override string ToString() => $"nonce {Convert.ToHexStringLower(Nonce)}, associated data ({string.Join(", ", Strings.Select(Convert.ToHexStringLower))})";
    }
}
