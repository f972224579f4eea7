using System.Security.Cryptography;

namespace AesModes.Tests.Limits;

/// <summary>The contract: span overloads allocate no managed memory at any length. Stream overloads allocate the same amount for every message.</summary>
public sealed class AllocationTests
{
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void SpanCalls_AtManyLengths_AllocateNothing(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in Effort.Thin(Enumerable.Range(0, 140).Concat([255, 256, 257, 300, 511, 512, 1023, 1024, 4096, 16384]), Effort.IsSlow ? 80 : 150)
            .Append(Effort.IsSlow ? 5000 : 1 << 20))
        {
            GcmSivSample sample = new(size, associatedDataSize: size % 45, keySize: size % 2 == 0 ? 16 : 32, backend);
            foreach (GcmSivForm form in GcmSivForm.All.Where(f => f.Run is not null))
            {
                Check(form, sample, backend, name);
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void AezCalls_AtManyLengths_AllocateNothing(string name)
    {
        Backend backend = TestBackends.Get(name);
        int most = Effort.IsSlow ? 5000 : backend.IsHardwareAccelerated && !TestBackends.IsEmulated(name) ? 1 << 20 : 20_000;
        foreach (int size in (int[])[0, 1, 16, 17, 31, 32, 48, 64, 100, 300, 1000, 4096, most])
        {
            foreach (int tagSize in (int[])[0, 16, 100])
            {
                foreach (AezForm form in AezForm.All)
                {
                    Check(form, form.CreateSample(size, tagSize), backend, name);
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void CtrCalls_AtManyLengths_AllocateNothing(string name)
    {
        Backend backend = TestBackends.Get(name);
        int most = Effort.IsSlow ? 9000 : TestBackends.IsEmulated(name) ? 50_000 : 1 << 20;
        foreach (int size in (int[])[0, 1, 15, 16, 17, 100, 127, 128, 129, 1000, 4096, 8191, 8192, 8193, most])
        {
            foreach (long position in (long[])[0, 5, 1L << 40])
            {
                CtrSample sample = new(size, position, keySize: 16 + (size % 3 * 8));
                foreach (CtrForm form in CtrForm.All.Where(f => f.Run is not null))
                {
                    Check(form, sample, backend, name);
                }

                using FaceCtr ctr = sample.Create(backend);
                using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
                byte[] destination = new byte[size];
                ExpectNone(() => transform.TransformBlock(sample.Plaintext, 0, size, destination, 0), $"{name}, TransformBlock, {sample}");

                // The returned array and its header.
                int array = size + 32;
                long final = Measure(() => transform.TransformFinalBlock(sample.Plaintext, 0, size));
                Assert.True(final <= array, $"{name}, TransformFinalBlock, {sample}: {final} bytes allocated.");
            }
        }
    }

    [Fact]
    public void ReadStreamAndPages_ReadAndWrite_AllocateNothing()
    {
        using FaceCtr ctr = new(new byte[16]);
        using GeneratedStream source = new(100_000);
        using Stream stream = ctr.CreateReadStream(source, new byte[16]);
        using MemoryStream file = new();
        using AezPages pages = new(file, new byte[32]);
        byte[] buffer = new byte[10_000], page = new byte[pages.PageSizeInBytes];
        pages.WritePage(0, page);
        ExpectNone(() => stream.Position = stream.Read(buffer) - buffer.Length, "Read");
        ExpectNone(() => stream.Position = stream.Read(buffer, 1, 100) - 100, "Read of an array");
        ExpectNone(() => stream.Position = stream.ReadByte() & 0, "ReadByte");
        ExpectNone(() => pages.WritePage(0, page), "WritePage");
        ExpectNone(() => pages.ReadPage(0, page), "ReadPage");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Streams_LongMessage_AllocateNoMoreThanShort(bool encrypt)
    {
        using AesGcmSiv siv = new(new byte[32]);
        long size = AesGcmSiv.IsHardwareAccelerated || Sweep.IsExhaustive ? 20_000_000 : Effort.IsSlow ? 400_000 : 2_000_000;
        long little = MeasureStream(Math.Min(200_000, size / 2));
        long big = MeasureStream(size);
        Assert.True(little < 100_000, $"{little} bytes for a message of a few chunks.");
        Assert.True(big <= little, $"{big} bytes for a message of {size}, {little} for one of a few chunks.");

        long MeasureStream(long messageSize)
        {
            byte[] tag = new byte[16];
            byte[] nonce = new byte[12];
            if (encrypt)
            {
                using GeneratedStream plaintext = new(messageSize);
                return Measure(() =>
                {
                    plaintext.Position = 0;
                    siv.Encrypt(nonce, plaintext, Stream.Null, tag);
                });
            }

            using MemoryStream ciphertext = new(new byte[messageSize]);
            using GeneratedStream zeros = new(messageSize);
            siv.Encrypt(nonce, zeros, ciphertext, tag);
            return Measure(() =>
            {
                ciphertext.Position = 0;
                siv.Decrypt(nonce, ciphertext, tag, Stream.Null);
            });
        }
    }

    private static void Check(Form form, Sample sample, Backend backend, string name)
    {
        using IDisposable instance = sample.Create(backend);
        byte[] source = form.GetSource(sample);
        byte[] destination = new byte[form.GetResultSize(sample)];
        byte[] tag = form.CreateTag(sample);
        ExpectNone(() => form.Call(instance, sample, source, destination, tag), $"{name}, {form.Name}, {sample}");
        if (form.Authenticates && !form.Throws)
        {
            byte[] changed = [.. source.Select(b => (byte)~b)];
            byte[] otherTag = [.. tag.Select(b => (byte)~b)];
            ExpectNone(() => form.Call(instance, sample, changed, destination, otherTag), $"{name}, {form.Name}, {sample}, another message");
        }
    }

    private static void ExpectNone(Action call, string what)
    {
        long allocated = Measure(call);
        Assert.True(allocated == 0, $"{what}: {allocated} bytes allocated.");
    }

    /// <summary>
    /// Returns the bytes that every call allocates: the minimum of several calls. The runtime sometimes adds to this thread's count, at a method's first call and when other
    /// threads trigger a garbage collection.
    /// </summary>
    private static long Measure(Action call)
    {
        call();
        long least = long.MaxValue;
        for (int i = 0; i < 5 && least > 0; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            call();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    /// <summary>Generates zeros without storing them.</summary>
    private sealed class GeneratedStream(long length) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => true;

        public override bool CanWrite => false;

        public override long Length => length;

        public override long Position { get; set; }

        public override int Read(Span<byte> buffer)
        {
            int count = (int)Math.Min(buffer.Length, Length - Position);
            buffer[..count].Clear();
            Position += count;
            return count;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }
    }
}
