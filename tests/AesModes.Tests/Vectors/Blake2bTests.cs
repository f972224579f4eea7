using AesModes.Modes;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Vectors;

/// <summary>Tests BLAKE2b (RFC 7693), which derives AEZ's keys. All backends share this code.</summary>
[Fast]
public class Blake2bTests
{
    /// <summary>RFC 7693 appendix A ("abc"), and messages around block boundaries.</summary>
    [Fact]
    public void Hash_Vectors_GiveDigest() => TestVectors.AssertAllPass(TestVectors.Load<Blake2bCase>("aes.json"), Backend.Require());

    [Fact]
    public void Hash_EverySizeOfMessageAndDigest_EqualsBouncyCastles()
    {
        Random random = Sweep.Start();
        int[] digestSizes = [.. Enumerable.Range(1, 64)];
        for (int size = 0; size <= 300; size++)
        {
            foreach (int digestSize in Sweep.Thin(random, 16, digestSizes).Append(1 + (size % 64)))
            {
                Check(random, size, digestSize);
            }
        }

        for (int i = 0; i < 500; i++)
        {
            Check(random, random.Next(10_000), random.Next(1, 65));
        }
    }

    /// <summary>
    /// More than 2^16 and 2^24 zeros, so that the byte counter needs more bits than above. The digests are from <c>head -c SIZE /dev/zero | b2sum -l 384</c> (GNU coreutils
    /// 9.1) and from Python's hashlib, which agree.
    /// </summary>
    [Theory]
    [InlineData(65_700, "07122b5d4362e7d8590977c2f80b95697f2eade57d78764ede9838ffca31475487b74b7cff6ec3fa0ceb9d4204c05b79")]
    [InlineData(16_777_300, "b4070507510741bc18b68faecca8872dc6f75c3a34dc84264e71755e294131704f75989edd1369e09a78f6575357f133")]
    public void Hash_LongMessage_GivesTheDigestOfOthers(int size, string digest)
    {
        byte[] actual = new byte[48];
        Blake2b.Hash(new byte[size], actual);
        Bytes.AssertEqual(Convert.FromHexString(digest), actual, $"digest of {size} zeros");
    }

    private static void Check(Random random, int size, int digestSize)
    {
        byte[] message = Bytes.Random(random, size);
        byte[] digest = new byte[digestSize];
        Blake2b.Hash(message, digest);
        Bytes.AssertEqual(ReferenceAez.Blake2b(message, digestSize), digest, $"digest of {digestSize} bytes of a message of {size} ({Sweep.HowToRepeat})");
    }
}
