using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// No span call of <see cref="FaceCtr"/> reads or writes a byte outside its spans: each begins, or ends, at an unreadable page. A failure is
/// the end of the process with a stack that names the kernel; AESMODES_TRACE=1 prints each case before it runs.
/// </summary>
public sealed class CtrGuardPageTests
{
    private const int MaxSize = 9000;
    private const int MaxPosition = 32;

    public static MatrixTheoryData<string, bool> Rows => new(TestBackends.Names.Select(r => r.Data), [true, false]);

    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_EverySizeAtEveryPositionAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int n in Thin(name, Enumerable.Range(0, 601 * MaxPosition), most: 601 * MaxPosition, slow: 1500))
        {
            pages.Check(n / MaxPosition, n % MaxPosition);
        }
    }

    /// <summary>
    /// The bitsliced core begins at 13, 32, 40 or 64 blocks and takes groups; 256 blocks are a run; from twice that on a call keeps a table, and takes twelve blocks at
    /// once from it.
    /// </summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_SizeAroundThresholdsAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        int[] sizes = [.. from threshold in (int[])[640, 1024, 2048, 4096, 8192, 8192 + 192, 8192 + 256] from more in Enumerable.Range(-34, 69) select threshold + more];
        foreach (int n in Thin(name, Enumerable.Range(0, sizes.Length * MaxPosition), most: 2000, slow: 100))
        {
            pages.Check(sizes[n / MaxPosition], n % MaxPosition);
        }
    }

    /// <summary>What makes a transform takes one span; the rest are arrays.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void CreateTransform_CounterAtAGuardPage_StaysInside(string name, bool end)
    {
        CtrSample sample = new(100);
        using GuardedMemory memory = new(CtrSample.CounterSize);
        using FaceCtr ctr = sample.Create(TestBackends.Get(name));
        using ICryptoTransform encryptor = ctr.CreateEncryptor(memory.Place(end, sample.InitialCounter));
        using ICryptoTransform decryptor = ctr.CreateDecryptor(memory.Place(end, sample.InitialCounter));
        byte[] ciphertext = encryptor.TransformFinalBlock(sample.Plaintext, 0, 100);
        Expect.Same(sample.Ciphertext, ciphertext, $"{name}, encryptor");
        Expect.Same(sample.Plaintext, decryptor.TransformFinalBlock(ciphertext, 0, 100), $"{name}, decryptor");
    }

    /// <summary>Fewer over emulated instructions; a thirtieth of that where sweeps are short.</summary>
    private static int[] Thin(string name, IEnumerable<int> all, int most, int slow) =>
        Effort.Thin(all, Effort.IsShort(name) ? slow / 30 : TestBackends.IsEmulated(name) ? slow : most);

    private sealed class Pages(Backend backend, string name, bool end) : IDisposable
    {
        // One for each key size, from position 0 on.
        private readonly CtrSample[] _texts = [.. from keySize in (int[])[16, 24, 32] select new CtrSample(MaxSize, 0, keySize)];
        private readonly GuardedMemory _key = new(32);
        private readonly GuardedMemory _counter = new(16);
        private readonly GuardedMemory _source = new(MaxSize);
        private readonly GuardedMemory _destination = new(MaxSize);

        public void Check(int size, int position)
        {
            CtrSample text = _texts[(size + position) % _texts.Length];
            if (GuardPageTests.IsTracing)
            {
                GuardPageTests.Trace(Describe());
            }

            using FaceCtr ctr = new(_key.Place(end, text.Key), backend);
            Span<byte> counter = _counter.Place(end, text.InitialCounter);
            Span<byte> source = _source.Place(end, text.Plaintext.AsSpan(position, size));
            Span<byte> destination = _destination.At(end, size);
            ReadOnlySpan<byte> expected = text.Ciphertext.AsSpan(position, size);
            destination.Fill(Sample.Filler);
            ctr.Encrypt(counter, source, destination, position);
            if (!expected.SequenceEqual(destination))
            {
                Bytes.AssertEqual(expected, destination, $"{Describe()}, apart");
            }

            ctr.Encrypt(counter, source, source, position);
            if (!expected.SequenceEqual(source))
            {
                Bytes.AssertEqual(expected, source, $"{Describe()}, in place");
            }

            string Describe() => $"{name}, {size} bytes at {position}, key of {text.Key.Length}, {(end ? "ending" : "beginning")} at the guard page";
        }

        public void Dispose()
        {
            _key.Dispose();
            _counter.Dispose();
            _source.Dispose();
            _destination.Dispose();
        }
    }
}
