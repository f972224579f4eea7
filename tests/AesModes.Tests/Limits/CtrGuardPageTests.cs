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
    private const int MaxSize = 8192 + 100;
    private const int MaxPosition = 32;

    public static MatrixTheoryData<string, bool> Rows => new(TestBackends.Names.Select(r => r.Data), [true, false]);

    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_EverySizeAtEveryPositionAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int n in Thin(name, Enumerable.Range(0, 601 * MaxPosition), slow: 1500))
        {
            pages.Check(n / MaxPosition, n % MaxPosition);
        }
    }

    /// <summary>A run of 256 blocks; from twice that on a call keeps a table.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_SizeAroundThresholdsAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        int[] sizes = [.. from threshold in (int[])[4096, 8192] from more in Enumerable.Range(-34, 69) select threshold + more];
        foreach (int n in Thin(name, Enumerable.Range(0, sizes.Length * MaxPosition), slow: 200))
        {
            pages.Check(sizes[n / MaxPosition], n % MaxPosition);
        }
    }

    /// <summary>Fewer over emulated instructions; a thirtieth of that where sweeps are short.</summary>
    private static int[] Thin(string name, IEnumerable<int> all, int slow) =>
        Effort.Thin(all, Effort.IsShort(name) ? slow / 30 : TestBackends.IsEmulated(name) ? slow : int.MaxValue);

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
