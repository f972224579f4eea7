using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// No call of <see cref="Aez"/> reads or writes a byte outside its spans: each span of it begins, or ends, at an unreadable page. A failure
/// is the end of the process with a stack that names the kernel; AESMODES_TRACE=1 prints each case before it runs.
/// </summary>
public sealed class AezGuardPageTests
{
    private const int MaxSize = 4400;
    private const int MaxNonce = 64;
    private const int MaxString = 100;

    private static readonly int[] _tagSizes = [0, 1, 16, 31, 40, 100];

    public static MatrixTheoryData<string, bool> Rows => new(TestBackends.Names.Select(r => r.Data), [true, false]);

    /// <summary>Every length of the message with every tag; the nonce's and the associated data's go through all theirs beside it.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_EverySpanAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        int tags = _tagSizes.Length;
        foreach (int n in Cases())
        {
            pages.Check(n / tags, _tagSizes[n % tags], (n * 7) % (MaxNonce + 1), (n * 11) % (MaxString + 1));
        }

        // Each length with one of the tags where all would take long.
        IEnumerable<int> Cases() => IsSlow(name) && !Sweep.IsExhaustive
            ? Thin(name, Enumerable.Range(0, 601).Select(size => (size * tags) + ((size + Sweep.Seed) & int.MaxValue) % tags), most: 601, slow: 601)
            : Thin(name, Enumerable.Range(0, 601 * tags), most: 601 * tags, slow: 601 * tags);
    }

    /// <summary>The passes' batches of pairs, and groups of 256 bytes, in long messages, and software's chunks: all that is around their ends.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_MessageAroundThresholdsAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        int[] sizes = [.. from threshold in (int[])[768, 1024, 2048, 4096] from more in Enumerable.Range(-34, 69) select threshold + more];
        foreach (int n in Thin(name, Enumerable.Range(0, sizes.Length * _tagSizes.Length), most: 400, slow: 60))
        {
            pages.Check(sizes[n / _tagSizes.Length], _tagSizes[n % _tagSizes.Length], 12, 16);
        }

        // The hash's chunk, in the nonce and in the strings.
        foreach (int size in Thin(name, Enumerable.Range(2048 - 34, 69), most: 40, slow: 8))
        {
            pages.Check(size % 40, tagSize: 16, size, size);
        }
    }

    /// <summary>Every length of the nonce with every one of the associated data, beside short messages.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_EveryNonceAndAssociatedDataAtGuardPages_StaysInside(string name, bool end)
    {
        const int Strings = MaxString + 1;
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int n in Thin(name, Enumerable.Range(0, (MaxNonce + 1) * Strings), most: 3000, slow: 500))
        {
            pages.Check(n % 50, tagSize: 16, n / Strings, n % Strings);
        }

        foreach (int size in Thin(name, Enumerable.Range(MaxString + 1, 200), most: 200, slow: 40))
        {
            pages.Check(size % 40, tagSize: 16, size, size);
        }
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void Constructor_KeyAtAGuardPage_StaysInside(string name, bool end)
    {
        Backend backend = TestBackends.Get(name);
        using GuardedMemory memory = new(MaxSize);
        foreach (int keySize in Enumerable.Range(1, 300))
        {
            AezSample sample = new(20, keySize: keySize);
            using Aez aez = new(memory.Place(end, sample.Key), 16, backend);
            Assert.True(aez.TryDecrypt(sample.Nonce, sample.Ciphertext, new byte[20], sample.Strings), $"{name}, key of {keySize}");
        }
    }

    /// <summary>Fewer in software and over emulated instructions; a tenth of that where sweeps are short.</summary>
    private static int[] Thin(string name, IEnumerable<int> all, int most, int slow) => Effort.Thin(
        all, Effort.IsShort(name) ? slow / 10 : IsSlow(name) ? slow : most);

    private static bool IsSlow(string name) => !TestBackends.Get(name).IsHardwareAccelerated || TestBackends.IsEmulated(name);

    private sealed class Pages(Backend backend, string name, bool end) : IDisposable
    {
        private readonly GuardedMemory _nonce = new(MaxSize);
        private readonly GuardedMemory _source = new(MaxSize);
        private readonly GuardedMemory _destination = new(MaxSize);
        private readonly GuardedMemory[] _strings = [new(MaxSize), new(MaxSize), new(MaxSize)];

        public void Check(int size, int tagSize, int nonceSize, int stringSize)
        {
            foreach (AezForm form in AezForm.All)
            {
                // The sample's own call is on the collector's memory, under no guard.
                int[] stringSizes = [.. form.StringSizes.Select((_, i) => i == 1 ? nonceSize : stringSize)];
                AezSample sample = new(size, tagSize, stringSizes, nonceSize, backend: backend);
                string what = $"{name}, {form.Name}, {sample}, {(end ? "ending" : "beginning")} at the guard page";
                GuardPageTests.Trace(what);
                Check(form, sample, what);
            }
        }

        public void Dispose()
        {
            _nonce.Dispose();
            _source.Dispose();
            _destination.Dispose();
            Array.ForEach(_strings, s => s.Dispose());
        }

        private void Check(AezForm form, AezSample sample, string what)
        {
            using Aez aez = sample.Create(backend);
            Span<byte> nonce = _nonce.Place(end, sample.Nonce);
            ReadOnlyMemory<byte>[] strings = [.. sample.Strings.Select((s, i) => _strings[i].PlaceMemory(end, s.Span))];
            byte[] from = form.Encrypts ? sample.Plaintext : sample.Ciphertext;
            byte[] to = form.Encrypts ? sample.Ciphertext : sample.Plaintext;

            Span<byte> source = _source.Place(end, from);
            Span<byte> destination = _destination.At(end, to.Length);
            destination.Fill(Sample.Filler);
            Assert.True(form.Run(aez, nonce, source, destination, strings), what);
            Expect.Same(to, destination, what);

            // In place the longer of the two stands at the page.
            Span<byte> both = _source.At(end, sample.Ciphertext.Length);
            from.CopyTo(both);
            Assert.True(form.Run(aez, nonce, both[..from.Length], both[..to.Length], strings), $"{what}, in place");
            Expect.Same(to, both[..to.Length], $"{what}, in place");
            if (!form.Encrypts && !form.Throws && sample.TagSize >= 8)
            {
                CheckRefused(form, aez, sample, nonce, strings, what);
            }
        }

        private void CheckRefused(AezForm form, Aez aez, AezSample sample, Span<byte> nonce, ReadOnlyMemory<byte>[] strings, string what)
        {
            Span<byte> source = _source.Place(end, sample.Ciphertext);
            source[^1] ^= 1;
            Span<byte> destination = _destination.At(end, sample.Plaintext.Length);
            Assert.False(form.Run(aez, nonce, source, destination, strings), $"{what}, changed");
            Expect.Cleared(destination, $"{what}, changed");
            Assert.False(form.Run(aez, nonce, source, source[..destination.Length], strings), $"{what}, changed, in place");
            Expect.Cleared(source[..destination.Length], $"{what}, changed, in place");
        }
    }
}
