using System.Globalization;
using System.Numerics;

namespace AesModes.Tests.Backends;

/// <summary>Tests that encrypting a piece at any position and of any size gives the same bytes as encrypting the whole message.</summary>
[Fast]
public class CtrPositionTests
{
    private const int Size = 20_000;

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), [16, 24, 32]);

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_RandomPositionsAndSizes_EqualTheSlice(string name, int keySize)
    {
        CtrSample whole = new(Size, keySize: keySize);
        using FaceCtr ctr = whole.Create(TestBackends.Get(name));
        Random random = Sweep.Start();
        int rounds = Effort.IsSlow ? 30 : 300;
        for (int round = 0; round < rounds; round++)
        {
            int position = random.Next(Size + 1);
            int size = round % 3 == 0 ? Math.Min(random.Next(60), Size - position) : random.Next(Size - position + 1);
            string what = Describe(name, whole, position, size);
            byte[] text = Sample.Filled(size);
            ctr.Encrypt(whole.InitialCounter, whole.Plaintext.AsSpan(position, size), text, position);
            Bytes.AssertEqual(whole.Ciphertext.AsSpan(position, size), text, $"ciphertext, {what}");
            ctr.Decrypt(whole.InitialCounter, text, text, position);
            Bytes.AssertEqual(whole.Plaintext.AsSpan(position, size), text, $"plaintext, {what}");
        }
    }

    /// <summary>Every position in the first two blocks, with every size up to four blocks.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_EveryPositionAndSizeOfAFewBlocks_EqualsTheSlice(string name, int keySize)
    {
        CtrSample whole = new(100, keySize: keySize);
        using FaceCtr ctr = whole.Create(TestBackends.Get(name));
        foreach (int n in Effort.Thin(Enumerable.Range(0, 33 * 65), Effort.IsSlow ? 300 : 33 * 65))
        {
            (int position, int size) = (n / 65, n % 65);
            byte[] text = Sample.Filled(size);
            ctr.Encrypt(whole.InitialCounter, whole.Plaintext.AsSpan(position, size), text, position);
            Bytes.AssertEqual(whole.Ciphertext.AsSpan(position, size), text, Describe(name, whole, position, size));
        }
    }

    /// <summary>Tests the largest positions, up to a last byte at long.MaxValue − 1.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_PositionNearTheLargest_EqualsReference(string name, int keySize)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in (int[])[0, 1, 2, 15, 16, 17, 31, 33, 100, 5000, 8192, 10_000])
        {
            foreach (int before in (int[])[0, 1, 14, 15, 16, 17, 100])
            {
                Check(backend, name, new CtrSample(size, long.MaxValue - size - before, keySize), null);
            }
        }
    }

    /// <summary>Positions whose block number crosses a power of two, and positions at which the counter wraps at 2¹²⁸ in the piece or before it.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_PositionWrapsCounter_MatchesReference(string name, int keySize)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        int rounds = Effort.IsSlow ? 1 : 4;
        for (int round = 0; round < rounds; round++)
        {
            for (int exponent = 8; exponent < 59; exponent += 3)
            {
                // The piece begins up to 20 blocks before the power of two and ends after it.
                long position = Math.Max(0, (16L << exponent) - random.Next(320));
                int size = random.Next(321, round == 0 ? 10_000 : 1000);
                CtrSample sample = new(size, position, keySize);
                Check(backend, name, sample, null);

                // The counter also wraps at the position, a few blocks later, or far before it.
                foreach (long toTheWrap in (long[])[position / 16, (position / 16) + random.Next(20), random.NextInt64((position / 16) + 1)])
                {
                    Check(backend, name, sample, ReferenceCtr.CounterBlock(-(BigInteger)toTheWrap));
                }
            }
        }
    }

    /// <summary>Uses the sample's counter if none is given.</summary>
    private static void Check(Backend backend, string name, CtrSample sample, byte[]? counter)
    {
        byte[] expected = counter is null ? sample.Ciphertext : ReferenceCtr.Xor(sample.Key, counter, sample.Plaintext, sample.Position);
        using FaceCtr ctr = sample.Create(backend);
        byte[] text = Sample.Filled(sample.Plaintext.Length);
        ctr.Encrypt(counter ?? sample.InitialCounter, sample.Plaintext, text, sample.Position);
        Bytes.AssertEqual(expected, text, $"{name}: {sample}, counter {Convert.ToHexString(counter ?? sample.InitialCounter)} ({Sweep.HowToRepeat})");
    }

    private static string Describe(string name, CtrSample whole, int position, int size) => string.Create(
        CultureInfo.InvariantCulture, $"{name}: {size} bytes from {position} on, AES-{8 * whole.Key.Length} ({Sweep.HowToRepeat})");
}
