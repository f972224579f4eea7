using System.Globalization;
using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Tests.Backends;

/// <summary>
/// Compares counter mode with the reference: without FACE's table (span calls shorter than 8 KiB), with a new table (longer span calls), and with a table kept across calls of
/// any size (transforms).
/// </summary>
[Fast]
public class CtrTableTests
{
    private const int Size = 24_000;

    /// <summary>Numbers of blocks around the table's size and around batches.</summary>
    private static readonly int[] _blocks = [1, 2, 7, 8, 9, 100, 255, 256, 257, 300];

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), [16, 24, 32]);

    /// <summary>Encrypts pieces of random sizes. The counter carries into random bytes on the way.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_EveryLevelInRandomPieces_EqualsReference(string name, int keySize)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        int rounds = Effort.IsSlow ? 1 : Effort.IsThin(name) ? 10 : 60;
        for (int round = 0; round < rounds; round++)
        {
            byte[] key = Bytes.Random(random, keySize);
            byte[] counter = Counter(random);
            byte[] plaintext = Bytes.Random(random, Size);
            byte[] expected = ReferenceCtr.Xor(key, counter, plaintext);
            string what = string.Create(
                CultureInfo.InvariantCulture, $"{name}, AES-{8 * keySize}, counter {Convert.ToHexString(counter)}, round {round} ({Sweep.HowToRepeat})");
            using FaceCtr ctr = new(key, backend);

            byte[] text = new byte[Size];
            ctr.Encrypt(counter, plaintext, text);
            Bytes.AssertEqual(expected, text, $"one call, {what}");

            List<int> sizes = [];
            text.AsSpan().Clear();
            for (int at = 0; at < Size; at += sizes[^1])
            {
                sizes.Add(Math.Min(random.Next(8192), Size - at));
                ctr.Encrypt(counter, plaintext.AsSpan(at, sizes[^1]), text.AsSpan(at, sizes[^1]), at);
            }

            Bytes.AssertEqual(expected, text, $"calls without a table of {string.Join(", ", sizes)} bytes, {what}");

            using ICryptoTransform transform = ctr.CreateEncryptor(counter);
            sizes.Clear();
            text.AsSpan().Clear();
            for (int at = 0; at < Size; at += sizes[^1])
            {
                sizes.Add(Math.Min(PieceSize(random), Size - at));
                transform.TransformBlock(plaintext, at, sizes[^1], text, at);
            }

            Bytes.AssertEqual(expected, text, $"a transform's calls of {string.Join(", ", sizes)} bytes, {what}");
        }
    }

    /// <summary>A call fills any part of the table and ends with a whole or partial block. The next calls continue there.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Transform_TablePartlyFilled_MatchesReference(string name, int keySize)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        byte[] key = Bytes.Random(random, keySize);
        using FaceCtr ctr = new(key, backend);
        foreach (int low in (int[])[0, 1, 128, 250, 255])
        {
            byte[] counter = [.. Bytes.Random(random, 15), (byte)low];
            byte[] expected = ReferenceCtr.KeyStream(key, counter, 0, 16 * 900);
            foreach (int blocks in Sweep.Thin(random, Effort.IsSlow ? 2 : Effort.IsThin(name) ? 20 : 301, [.. Enumerable.Range(0, 301)]))
            {
                int first = (16 * blocks) + random.Next(16);
                byte[] text = new byte[16 * 900];
                using ICryptoTransform transform = ctr.CreateEncryptor(counter);
                transform.TransformBlock(text, 0, first, text, 0);
                int second = random.Next(text.Length - first);
                transform.TransformBlock(text, first, second, text, first);
                transform.TransformBlock(text, first + second, text.Length - first - second, text, first + second);
                Bytes.AssertEqual(expected, text, string.Create(
                    CultureInfo.InvariantCulture, $"{name}, AES-{8 * keySize}, last byte {low}, {first} and {second} bytes ({Sweep.HowToRepeat})"));
            }
        }
    }

    /// <summary>A run of 256 blocks can begin at any entry of the table.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_EveryLastByteOfTheCounter_EqualsReference(string name, int keySize)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        byte[] key = Bytes.Random(random, keySize);
        byte[] counter = Bytes.Random(random, 16);
        counter[15] = 0;
        const int Length = 16 * 700;
        byte[] keyStream = ReferenceCtr.KeyStream(key, counter, 0, (16 * 256) + Length);
        using FaceCtr ctr = new(key, backend);
        foreach (int low in Sweep.Thin(random, Effort.IsSlow ? 3 : Effort.IsThin(name) ? 40 : 256, [.. Enumerable.Range(0, 256)]))
        {
            counter[15] = (byte)low;
            ReadOnlySpan<byte> expected = keyStream.AsSpan(16 * low, Length);
            string what = string.Create(CultureInfo.InvariantCulture, $"{name}, AES-{8 * keySize}, last byte {low} ({Sweep.HowToRepeat})");
            byte[] text = new byte[Length];
            ctr.Encrypt(counter, text, text);
            Bytes.AssertEqual(expected, text, $"one call, {what}");

            using ICryptoTransform transform = ctr.CreateEncryptor(counter);
            text = transform.TransformFinalBlock(new byte[Length], 0, Length);
            Bytes.AssertEqual(expected, text, $"transform, {what}");
        }
    }

    /// <summary>A random counter that soon carries into one of its bytes.</summary>
    private static byte[] Counter(Random random)
    {
        BigInteger power = BigInteger.One << (8 * random.Next(1, 17));
        BigInteger above = new(Bytes.Random(random, 16), isUnsigned: true);
        return ReferenceCtr.CounterBlock((above * power) - random.Next(1500));
    }

    private static int PieceSize(Random random) => random.Next(4) switch
    {
        0 => random.Next(1, 40),
        1 => random.Next(1, 1000),
        2 => 16 * _blocks[random.Next(_blocks.Length)],
        _ => random.Next(1, 9000),
    };
}
