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
    /// <summary>The longest message, sealed.</summary>
    private const int MaxSize = 9000;

    /// <summary>
    /// Around these a kernel begins or ends: POLYVAL in byte slices (448 bytes; on 64 blocks 2048), the fused decryption (512) and its batches (256), the
    /// bitsliced core (208, 512, 640, 1024 and the ends of its groups), the table of FACE (8192), twelve blocks from it (192 behind).
    /// </summary>
    private static readonly int[] _thresholds = [640, 768, 1024, 2048, 4096, 8192, 8192 + 192, 8192 + 256];

    public static MatrixTheoryData<string, bool> Rows => new(TestBackends.Names.Select(r => r.Data), [true, false]);

    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_EverySpanAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int size in Thin(name, Enumerable.Range(0, 601), most: 601))
        {
            pages.Check(size, size % 23, keySize: size % 2 == 0 ? 32 : 16);
        }
    }

    /// <summary>Message and associated data take turns in being the long one.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_SizeAroundThresholdsAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        IEnumerable<int> sizes = from threshold in _thresholds from more in Enumerable.Range(-34, 69) select threshold + more;
        foreach (int size in Thin(name, sizes, most: TestBackends.IsEmulated(name) ? 8 : 150))
        {
            pages.Check(size, size % 17, keySize: size % 2 == 0 ? 32 : 16);
            pages.Check(size % 700, size, keySize: size % 2 == 0 ? 16 : 32);
        }
    }

    /// <summary>The associated data is the long one, beside a short message.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_AssociatedDataAtAGuardPage_StaysInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int size in Thin(name, Enumerable.Range(0, 601), most: 601))
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
        foreach (int sizes in Thin(name, Enumerable.Range(0, 34 * 34), most: TestBackends.IsEmulated(name) ? 200 : 34 * 34))
        {
            pages.Check(sizes / 34, sizes % 34, keySize: sizes % 2 == 0 ? 16 : 32);
        }
    }

    /// <summary>The spans of the stream overloads.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Streams_EverySpanAtAGuardPage_StayInside(string name, bool end)
    {
        using Pages pages = new(TestBackends.Get(name), name, end);
        foreach (int size in Thin(name, Enumerable.Range(0, 301), most: 60))
        {
            pages.CheckStreams(size * 7 % 513, size, keySize: size % 2 == 0 ? 16 : 32);
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

    /// <summary>So many; a tenth of that where sweeps are short.</summary>
    private static int[] Thin(string name, IEnumerable<int> all, int most)
    {
        int[] whole = [.. all];
        return Effort.Thin(whole, Effort.IsShort(name) ? Math.Min(whole.Length, most) / 10 : most);
    }

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

        public void CheckStreams(int size, int associatedDataSize, int keySize)
        {
            string what = $"{name}, streams of {size} bytes, {associatedDataSize} of associated data, {(end ? "ending" : "beginning")} at the guard page";
            Trace(what);
            Sample sample = new(size, associatedDataSize, keySize, backend);
            Span<byte> nonce = _nonce.Place(end, sample.Nonce);
            Span<byte> associatedData = _associatedData.Place(end, sample.AssociatedData);
            Span<byte> tag = _tag.At(end, 16);
            using AesGcmSiv siv = new(_key.Place(end, sample.Key), backend);
            using MemoryStream plaintext = new(sample.Plaintext);
            using MemoryStream ciphertext = new();
            using MemoryStream opened = new();
            siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            Expect.Same(sample.Ciphertext, ciphertext.ToArray(), $"{what}: Encrypt");
            Expect.Same(sample.Tag, tag, $"{what}: tag");
            ciphertext.Position = 0;
            siv.Decrypt(nonce, ciphertext, tag, opened, associatedData);
            Expect.Same(sample.Plaintext, opened.ToArray(), $"{what}: Decrypt");
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
