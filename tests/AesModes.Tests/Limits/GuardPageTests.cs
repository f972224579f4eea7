using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// No call reads or writes a byte outside its spans: each span of it begins, or ends, at an unreadable page. A failure is the end of the
/// process with a stack that names the kernel; AESMODES_TRACE=1 prints each case before it runs.
/// </summary>
public sealed class GuardPageTests
{
    private const int MaxSize = 1200;

    public static TheoryData<string, bool> Rows
    {
        get
        {
            TheoryData<string, bool> rows = [];
            foreach (string name in TestBackends.Fast.Select(r => r.Data))
            {
                rows.Add(name, true);
                rows.Add(name, false);
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_EverySpanAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int size in Sizes())
        {
            pages.Check(size, size % 23, keySize: size % 2 == 0 ? 32 : 16);
        }
    }

    /// <summary>The associated data is the long one, beside a short message.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_AssociatedDataAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int size in Sizes())
        {
            pages.Check(size % 19, size, keySize: size % 2 == 0 ? 16 : 32);
        }
    }

    /// <summary>Where the paths for few blocks begin and end: every size of both.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_ShortMessageAndAssociatedDataAtGuardPages_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int sizes in Effort.Thin(Enumerable.Range(0, 34 * 34), Effort.IsSlow ? 100 : 34 * 34))
        {
            pages.Check(sizes / 34, sizes % 34, keySize: sizes % 2 == 0 ? 16 : 32);
        }
    }

    /// <summary>For cases so many that their names take as long as they.</summary>
    internal static bool IsTracing { get; } = Environment.GetEnvironmentVariable("AESMODES_TRACE") == "1";

    internal static void Trace(string what)
    {
        if (IsTracing)
        {
            Console.Error.WriteLine(what);
        }
    }

    private static IEnumerable<int> Sizes() => Effort.IsSlow
        ? Effort.Thin(Enumerable.Range(0, 301), 80).Concat(Effort.Thin(Enumerable.Range(500, 101), 10)).Concat(Effort.Thin(Enumerable.Range(1024, 77), 2))
        : Enumerable.Range(0, 301).Concat(Enumerable.Range(500, 101)).Concat(Effort.Thin(Enumerable.Range(1024, 77), 20));

    private sealed class Pages(Backend backend, string name, bool end) : IDisposable
    {
        private readonly GuardedMemory _key = new(32);
        private readonly GuardedMemory _nonce = new(16);
        private readonly GuardedMemory _tag = new(16);
        private readonly GuardedMemory _associatedData = new(MaxSize);
        private readonly GuardedMemory _source = new(MaxSize);
        private readonly GuardedMemory _destination = new(MaxSize);

        public void Check(int size, int associatedDataSize, int keySize)
        {
            string what = $"{name}, {size} bytes, {associatedDataSize} of associated data, key of {keySize}, {(end ? "ending" : "beginning")} at the guard page";
            Trace(what);

            // The sample's own call is on the collector's memory, under no guard.
            Sample sample = new(size, associatedDataSize, keySize, backend);
            Span<byte> key = _key.Place(end, sample.Key);
            Span<byte> nonce = _nonce.Place(end, sample.Nonce);
            Span<byte> associatedData = _associatedData.Place(end, sample.AssociatedData);
            Span<byte> source = _source.Place(end, sample.Plaintext);
            Span<byte> destination = _destination.At(end, size);
            Span<byte> tag = _tag.At(end, 16);
            using AesGcmSiv siv = new(key, backend);

            destination.Fill(Sample.Filler);
            tag.Fill(Sample.Filler);
            siv.Encrypt(nonce, source, destination, tag, associatedData);
            Expect.Same(sample.Ciphertext, destination, $"{what}: Encrypt");
            Expect.Same(sample.Tag, tag, $"{what}: tag");
            siv.Encrypt(nonce, source, source, tag, associatedData);
            Expect.Same(sample.Ciphertext, source, $"{what}: Encrypt in place");

            Assert.True(siv.TryDecrypt(nonce, source, tag, destination, associatedData), $"{what}: TryDecrypt");
            Expect.Same(sample.Plaintext, destination, $"{what}: TryDecrypt");
            siv.Decrypt(nonce, source, tag, source, associatedData);
            Expect.Same(sample.Plaintext, source, $"{what}: Decrypt in place");

            tag[0] ^= 1;
            sample.Ciphertext.CopyTo(source);
            Assert.False(siv.TryDecrypt(nonce, source, tag, destination, associatedData), $"{what}: changed tag");
            Expect.Cleared(destination, $"{what}: changed tag");
            Assert.False(siv.TryDecrypt(nonce, source, tag, source, associatedData), $"{what}: changed tag in place");
            Expect.Cleared(source, $"{what}: changed tag in place");

            sample.Plaintext.CopyTo(source);
            Span<byte> box = _destination.At(end, size + Sample.Overhead);
            siv.Seal(source, associatedData, box);
            siv.Open(box, associatedData, source);
            Expect.Same(sample.Plaintext, source, $"{what}: Seal and Open");
            siv.Open(box, associatedData, box[..size]);
            Expect.Same(sample.Plaintext, box[..size], $"{what}: Open in place");
            siv.Seal(box[..size], associatedData, box);
            siv.Open(box, associatedData, source);
            Expect.Same(sample.Plaintext, source, $"{what}: Seal in place");
        }

        public void Dispose()
        {
            _key.Dispose();
            _nonce.Dispose();
            _tag.Dispose();
            _associatedData.Dispose();
            _source.Dispose();
            _destination.Dispose();
        }
    }
}
