using System.Globalization;
using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Tests.Backends;

/// <summary>
/// Tests that the counter carries into each byte, after any number of blocks, with and without FACE's table. The table's run of 256 blocks ends at 2⁸; the difference common to
/// its entries changes up to 2³²; the entries change at 2⁴⁰; and the counter wraps at 2¹²⁸.
/// </summary>
[Fast]
public class CtrCounterTests
{
    private const int MaxDistance = 300;

    /// <summary>A span call of this many bytes or more uses a table.</summary>
    private const int WithTable = 8192;

    /// <summary>The length of the longest message. Its first block is at most <see cref="MaxDistance"/> blocks before the crossing.</summary>
    private const int StreamSize = 16 * 1000;

    private static readonly int[] _exponents = [8, 16, 24, 32, 40, 64, 128];

    /// <summary>Shared by all backends. Each crossing has random bits above the carry.</summary>
    private static readonly Lazy<Crossing[]> _crossings = new(() =>
    {
        Random random = new(38);
        return [.. from exponent in _exponents from keySize in (int[])[16, 24, 32] select Crossing.Create(random, exponent, keySize)];
    });

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), _exponents);

    /// <summary>Calls shorter than 8 KiB use no table. Starts at the initial counter and at a position inside a block.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_CrossingAfter0To300BlocksWithoutTable_EqualsReference(string name, int exponent) =>
        ForEachDistance(name, exponent, (ctr, crossing, distance, random, what) =>
        {
            int size = (16 * distance) + random.Next(1, WithTable - (16 * MaxDistance));
            byte[] text = new byte[size];
            ctr.Encrypt(crossing.Counter(distance), text, text);
            crossing.Check(distance, 0, text, $"{what}, {size} bytes");

            int skip = random.Next(1, 16);
            text.AsSpan().Clear();
            ctr.Encrypt(crossing.Counter(MaxDistance), text, text, (16 * (MaxDistance - distance)) + skip);
            crossing.Check(distance, skip, text, $"{what}, {size} bytes from a position {skip} bytes into a block");
        });

    [Theory]
    [MemberData(nameof(Rows))]
    public void Encrypt_CrossingAfter0To300BlocksWithTable_EqualsReference(string name, int exponent) =>
        ForEachDistance(name, exponent, (ctr, crossing, distance, random, what) =>
        {
            int size = WithTable + random.Next(1500);
            byte[] text = new byte[size];
            ctr.Encrypt(crossing.Counter(distance), text, text);
            crossing.Check(distance, 0, text, $"{what}, {size} bytes");
        });

    /// <summary>A transform keeps a table across calls of any size. The first call ends at the crossing or anywhere.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Transform_CrossingAfter0To300BlocksInThreePieces_EqualsReference(string name, int exponent) =>
        ForEachDistance(name, exponent, (ctr, crossing, distance, random, what) =>
        {
            int size = (16 * distance) + random.Next(1, 16 * 400);
            int first = random.Next(2) == 0 ? 16 * distance : random.Next(size);
            int second = random.Next(size - first);
            byte[] text = new byte[size];
            using ICryptoTransform transform = ctr.CreateEncryptor(crossing.Counter(distance));
            transform.TransformBlock(text, 0, first, text, 0);
            transform.TransformBlock(text, first, second, text, first);
            transform.TransformFinalBlock(text, first + second, size - first - second).CopyTo(text, first + second);
            crossing.Check(distance, 0, text, $"{what}, {first} and {second} of {size} bytes");
        });

    private static void ForEachDistance(string name, int exponent, Action<FaceCtr, Crossing, int, Random, string> check)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        int count = Effort.IsSlow ? 4 : Effort.IsThin(name) ? 40 : MaxDistance + 1;
        foreach (Crossing crossing in _crossings.Value.Where(c => c.Exponent == exponent))
        {
            using FaceCtr ctr = new(crossing.Key, backend);
            foreach (int distance in Sweep.Thin(random, count, [.. Enumerable.Range(0, MaxDistance + 1)]))
            {
                check(ctr, crossing, distance, random, string.Create(
                    CultureInfo.InvariantCulture,
                    $"{name}: 2^{exponent} crossed after {distance} blocks, AES-{8 * crossing.Key.Length} ({Sweep.HowToRepeat})"));
            }
        }
    }

    /// <param name="Exponent">The counter at the crossing is a multiple of 2 to the power of this.</param>
    /// <param name="Key">The key.</param>
    /// <param name="Value">The counter at the crossing.</param>
    /// <param name="KeyStream">Begins <see cref="MaxDistance"/> blocks before the crossing.</param>
    private sealed record Crossing(int Exponent, byte[] Key, BigInteger Value, byte[] KeyStream)
    {
        public static Crossing Create(Random random, int exponent, int keySize)
        {
            byte[] key = Bytes.Random(random, keySize);
            BigInteger above = new(Bytes.Random(random, 16), isUnsigned: true);
            BigInteger value = exponent == 128 ? 0 : ReferenceCtr.Wrap(((above << 1) + 1) << exponent);
            byte[] keyStream = ReferenceCtr.KeyStream(key, ReferenceCtr.CounterBlock(value - MaxDistance), 0, StreamSize);
            return new Crossing(exponent, key, value, keyStream);
        }

        public byte[] Counter(int distance) => ReferenceCtr.CounterBlock(Value - distance);

        /// <summary>Expects the ciphertext of a message of zeros.</summary>
        public void Check(int distance, int skip, ReadOnlySpan<byte> ciphertext, string what)
        {
            ReadOnlySpan<byte> expected = KeyStream.AsSpan((16 * (MaxDistance - distance)) + skip, ciphertext.Length);
            if (!expected.SequenceEqual(ciphertext))
            {
                Bytes.AssertEqual(expected, ciphertext, what);
            }
        }
    }
}
