using System.Buffers.Binary;

namespace AesModes.Tests.Limits;

/// <summary>
/// The ciphertext of an empty message is a tag from AEZ-prf. Tests that decryption compares all of it for equality. The designers' C code accepts every tag whose set bits are
/// also set in the correct one, so it always accepts zeros.
/// </summary>
[Fast]
public class AezEmptyMessageTests
{
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_AnyBitOfTheTagChanged_IsRefused(string name) => ForEach(name, TagSizes(name), (check, tag, _) =>
    {
        foreach (int bit in Effort.Thin(Enumerable.Range(0, 8 * tag.Length), Effort.IsShort(name) ? 8 : int.MaxValue))
        {
            check(Bytes.Flip(tag, bit));
        }
    });

    /// <summary>All zeros, all ones, the complement, and zeros or ones with some bytes of the tag.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_ZerosAndOnes_AreRefusedUnlessRight(string name) => ForEach(name, TagSizes(name), (check, tag, _) =>
    {
        byte[] zeros = new byte[tag.Length];
        byte[] ones = [.. zeros.Select(_ => (byte)0xFF)];
        check(zeros);
        check(ones);
        check([.. tag.Select(b => (byte)~b)]);
        for (int i = 0; i < tag.Length; i++)
        {
            check([.. zeros[..i], tag[i], .. zeros[(i + 1)..]]);
            check([.. ones[..i], tag[i], .. ones[(i + 1)..]]);
            check([.. tag[..i], .. zeros[i..]]);
            check([.. zeros[..i], .. tag[i..]]);
        }
    });

    /// <summary>All tags of one byte and, except in a short sweep, all tags of two bytes.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_AnyShortTag_IsRefusedUnlessRight(string name)
    {
        ForEach(name, [1], (check, _, _) =>
        {
            for (int other = 0; other < 256; other++)
            {
                check([(byte)other]);
            }
        });
        ForEach(name, [2], (check, _, _) =>
        {
            byte[] other = new byte[2];
            for (int value = 0; value < 65536; value += Effort.IsShort(name) ? 257 : 1)
            {
                BinaryPrimitives.WriteUInt16BigEndian(other, (ushort)value);
                check(other);
            }
        });
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_SubsetsAndSupersetsOfTheTagsBits_AreRefusedUnlessRight(string name) =>
        ForEach(name, [3, 8, 15, 16, 17, 31, 32, 33, 100], (check, tag, random) =>
        {
            for (int i = 0; i < (Effort.IsShort(name) ? 10 : 1000); i++)
            {
                byte[] some = Bytes.Random(random, tag.Length);
                check([.. tag.Zip(some, (t, s) => (byte)(t & s))]);
                check([.. tag.Zip(some, (t, s) => (byte)(t | s))]);

                // Change only one byte, so that the rest of the tag is correct.
                int at = random.Next(tag.Length);
                check([.. tag[..at], (byte)(tag[at] & some[at]), .. tag[(at + 1)..]]);
                check([.. tag[..at], (byte)(tag[at] | some[at]), .. tag[(at + 1)..]]);
            }
        });

    private static int[] TagSizes(string name) => Effort.Thin(Enumerable.Range(1, 100), Effort.IsShort(name) ? 12 : 100);

    /// <summary>Passes three arguments to the test: a check that only the correct tag is accepted, the correct tag, and a random generator.</summary>
    private static void ForEach(string name, IEnumerable<int> tagSizes, Action<Action<byte[]>, byte[], Random> test)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        foreach (int tagSize in tagSizes)
        {
            ForTagSize(name, backend, random, tagSize, test);
        }
    }

    private static void ForTagSize(string name, Backend backend, Random random, int tagSize, Action<Action<byte[]>, byte[], Random> test)
    {
        AezCase message = AezCase.CreateAny(random, 0, tagSize);
        using Aez aez = message.Open(backend);
        byte[] tag = message.Ciphertext;
        byte[] nonce = message.Nonce;
        ReadOnlyMemory<byte>[] associatedData = AezCalls.ToMemories(message.AssociatedData);
        Bytes.AssertEqual(tag, aez.EncryptToArray(nonce, [], message.AssociatedData), $"tag of {message} on {name}");
        Assert.True(aez.TryDecrypt(nonce, tag, [], associatedData), $"refused as it is: {message} on {name}");
        test(Check, tag, random);

        void Check(byte[] other)
        {
            bool isRight = other.AsSpan().SequenceEqual(tag);
            if (aez.TryDecrypt(nonce, other, [], associatedData) != isRight)
            {
                Assert.Fail($"{(isRight ? "refused" : "accepted")}: {Convert.ToHexStringLower(other)} for {Convert.ToHexStringLower(tag)}, byte {other.AsSpan().CommonPrefixLength(tag)} differs, {message} on {name}");
            }
        }
    }
}
