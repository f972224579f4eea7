using AesModes.Modes;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Vectors;

/// <summary>Is BLAKE2b, which makes AEZ's keys, RFC 7693's? It is the same code for all backends.</summary>
[Fast]
public class Blake2bTests
{
    /// <summary>RFC 7693 appendix A, "abc", and messages around blocks.</summary>
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

    private static void Check(Random random, int size, int digestSize)
    {
        byte[] message = Bytes.Random(random, size);
        byte[] digest = new byte[digestSize];
        Blake2b.Hash(message, digest);
        Bytes.AssertEqual(ReferenceAez.Blake2b(message, digestSize), digest, $"digest of {digestSize} bytes of a message of {size} ({Sweep.HowToRepeat})");
    }
}
