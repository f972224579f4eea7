using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>Tests the contract of <see cref="AezPages"/>: its results, what it rejects, and the documented cases that it does not detect.</summary>
[SuppressMessage("Reliability", "CA2000", Justification = "When they are disposed is the test, or they are in memory alone.")]
[Fast]
public sealed class AezPagesTests
{
    private static readonly byte[] _key = Bytes.Random(new Random(48), 48);

    public static MatrixTheoryData<int, int> Sizes => new([16, 17, 100, 4096], [0, 16]);

    public static TheoryData<int> TagSizes => [0, 16];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Pages_WrittenAndReadAtRandom_AreThoseOfAnArray(int pageSize, int tagSize)
    {
        Random random = Sweep.Start();
        using TestStream stream = new() { ReadSize = n => n % 2 == 0 ? 1 + (n % 50) : int.MaxValue };
        using AezPages pages = new(stream, _key, pageSize, tagSize);
        Assert.Equal((pageSize, tagSize, 0), (pages.PageSizeInBytes, pages.TagSizeInBytes, pages.PageCount));
        List<byte[]> model = [];
        byte[] content = new byte[pageSize];
        int steps = Effort.IsSlow || Effort.IsBrief ? 200 : 3000;
        for (int i = 0; i < steps; i++)
        {
            int page = random.Next(model.Count + (model.Count < 40 ? 1 : 0));
            if (page == model.Count || random.Next(3) == 0)
            {
                byte[] next = Bytes.Random(random, pageSize);
                byte[] before = [.. next];
                pages.WritePage(page, next);
                Expect.Same(before, next, "the source");
                model = [.. model[..page], next, .. model.Skip(page + 1)];
            }
            else
            {
                pages.ReadPage(page, content);
                Expect.Same(model[page], content, $"page {page}, {Sweep.HowToRepeat}");
            }

            Assert.Equal(model.Count, pages.PageCount);
        }

        // The format: Aez encrypts each page with the page number as nonce.
        using Aez aez = new(_key, tagSize);
        byte[] expected = [.. model.SelectMany((page, number) => Encrypt(aez, number, page))];
        Expect.Same(expected, stream.Content, $"the stream, {Sweep.HowToRepeat}");
    }

    [Theory]
    [MemberData(nameof(TagSizes))]
    public void Pages_Reopened_KeepTheirContent(int tagSize)
    {
        using MemoryStream stream = new();
        byte[] content = Sample.Filled(32);
        using (AezPages pages = new(stream, _key.AsSpan(), 32, tagSize, leaveOpen: true))
        {
            pages.WritePage(0, new byte[32]);
            pages.WritePage(1, content);
        }

        // The stream is now at its end, but page 0 still begins at the stream's beginning.
        using AezPages again = new(stream, _key, 32, tagSize);
        byte[] read = new byte[32];
        again.ReadPage(1, read);
        Expect.Same(content, read, "page 1");
        again.ReadPage(0, read);
        Expect.Cleared(read, "page 0");
    }

    [Fact]
    public void Constructor_WithoutSizes_TakesPagesOf4096BytesWithATag()
    {
        using AezPages pages = new(new MemoryStream(new byte[2 * 4112]), _key);
        Assert.Equal((4096, 16, 2), (pages.PageSizeInBytes, pages.TagSizeInBytes, pages.PageCount));
    }

    [Fact]
    public void Constructor_WrongArguments_AreRefusedAndNothingWritten()
    {
        using TestStream stream = new(new byte[100]);
        using TestStream unreadable = new() { Readable = false };
        using TestStream unseekable = new() { Seekable = false };
        byte[] weak = [.. new byte[16], .. _key[16..]];
        Expect.Refused<ArgumentNullException>("array", "stream", () => _ = new AezPages(null!, (byte[])null!, -1, -1));
        Expect.Refused<ArgumentNullException>("span", "stream", () => _ = new AezPages(null!, default(ReadOnlySpan<byte>), -1, -1));
        Expect.Refused<ArgumentNullException>("array", "key", () => _ = new AezPages(unreadable, (byte[])null!, -1, -1));
        Expect.Refused<ArgumentException>("unreadable", "stream", () => _ = new AezPages(unreadable, _key));
        Expect.Refused<ArgumentException>("unseekable", "stream", () => _ = new AezPages(unseekable, _key));
        Expect.Refused<ArgumentException>("empty key", "key", () => _ = new AezPages(stream, []), 0, 1);
        Expect.Refused<ArgumentException>("weak key", "key", () => _ = new AezPages(stream, weak));
        Expect.Refused<ArgumentException>("weak key", "key", () => _ = new AezPages(stream, weak.AsSpan()));
        foreach (int size in (int[])[int.MinValue, -1, 0, 15])
        {
            Expect.Refused<ArgumentOutOfRangeException>($"page of {size}", "pageSizeInBytes", () => _ = new AezPages(stream, _key, size), 16, size);
        }

        Expect.Refused<ArgumentOutOfRangeException>("large page", "pageSizeInBytes", () => _ = new AezPages(stream, _key, Array.MaxLength - 15), Array.MaxLength - 16);
        foreach (int size in (int[])[-1, 1, 15, 17, 32])
        {
            Expect.Refused<ArgumentOutOfRangeException>($"tag of {size}", "tagSizeInBytes", () => _ = new AezPages(stream, _key, 16, size), 0, 16);
        }

        InvalidDataException thrown = Expect.Throws<InvalidDataException>("length", () => _ = new AezPages(stream, _key, 16));
        Assert.Contains("100 bytes", thrown.Message, StringComparison.Ordinal);
        Assert.Contains("of 32 bytes", thrown.Message, StringComparison.Ordinal);
        Assert.False(stream.IsDisposed);
        Assert.Equal((0, 0, 0, 0L), (stream.Reads, stream.Writes, stream.Cuts, stream.Place));
    }

    [Theory]
    [MemberData(nameof(TagSizes))]
    public void Call_WrongPageOrSize_IsRefusedAndChangesNothing(int tagSize)
    {
        (TestStream stream, AezPages pages) = Create(3, tagSize);
        byte[] before = stream.Content;
        byte[] destination = Sample.Filled(20);
        foreach (long page in (long[])[long.MinValue, -1, 3, 4, long.MaxValue])
        {
            Expect.Refused<ArgumentOutOfRangeException>($"page {page}", "page", () => pages.ReadPage(page, destination), page);
            if (page != 3)
            {
                Expect.Refused<ArgumentOutOfRangeException>($"page {page}", "page", () => pages.WritePage(page, destination), page);
            }
        }

        foreach (int size in (int[])[0, 19, 21, 36])
        {
            byte[] wrong = Sample.Filled(size);
            Expect.Refused<ArgumentException>($"{size} bytes", "destination", () => pages.ReadPage(0, wrong), 20, size);
            Expect.Refused<ArgumentException>($"{size} bytes", "source", () => pages.WritePage(3, wrong), 20, size);
            Expect.Same(Sample.Filled(size), wrong, "buffer");
        }

        Expect.Same(Sample.Filled(20), destination, "destination");
        Expect.Same(before, stream.Content, "stream");
    }

    [Fact]
    public void ReadPage_AfterAnyChange_IsRefusedAndCleared()
    {
        (TestStream stream, AezPages pages) = Create(3, 16);
        byte[] content = new byte[20];
        for (int at = 0; at < 36; at++)
        {
            for (int bit = 0; bit < 8; bit++)
            {
                Flip(stream, 36 + at, 1 << bit);
                content.AsSpan().Fill(Sample.Filler);
                Expect.Throws<AuthenticationTagMismatchException>($"bit {bit} of byte {at}", () => pages.ReadPage(1, content));
                Expect.Cleared(content, "destination");
                Flip(stream, 36 + at, 1 << bit);
            }
        }

        foreach (int page in (int[])[0, 1, 2])
        {
            pages.ReadPage(page, content);
            Expect.Same(Content(page), content, $"page {page}");
        }
    }

    [Fact]
    public void ReadPage_ChangedWithoutATag_IsNoise()
    {
        (TestStream stream, AezPages pages) = Create(3, 0);
        byte[] content = new byte[20];
        int same = 0;
        for (int at = 0; at < 20; at++)
        {
            Flip(stream, 20 + at, 1);
            pages.ReadPage(1, content);
            same += content.Zip(Content(1)).Count(pair => pair.First == pair.Second);
            Flip(stream, 20 + at, 1);
        }

        // Of 400 random bytes, each matches with probability 1/256.
        Assert.InRange(same, 0, 20);
        pages.ReadPage(2, content);
        Expect.Same(Content(2), content, "another page");
    }

    [Fact]
    public void ReadPage_InAnotherPlace_IsRefusedOrNoise()
    {
        byte[] content = new byte[20];
        (TestStream stream, AezPages pages) = Create(3, 16);
        Overwrite(stream, [.. stream.Content[36..72], .. stream.Content[..36], .. stream.Content[72..]]);
        Expect.Throws<AuthenticationTagMismatchException>("page 0", () => pages.ReadPage(0, content));
        Expect.Throws<AuthenticationTagMismatchException>("page 1", () => pages.ReadPage(1, content));

        (stream, pages) = Create(3, 0);
        Overwrite(stream, [.. stream.Content[20..40], .. stream.Content[..20], .. stream.Content[40..]]);
        pages.ReadPage(0, content);
        Assert.NotEqual(Content(1), content);
    }

    /// <summary>The documented limits: an old page, a stream truncated after a page, and a page of another stream under the same key.</summary>
    [Fact]
    public void ReadPage_OldPageOrTruncatedStream_IsAccepted()
    {
        (TestStream stream, AezPages pages) = Create(3, 16);
        byte[] old = stream.Content;
        byte[] content = new byte[20];
        pages.WritePage(1, Sample.Filled(20));
        Overwrite(stream, [.. stream.Content[..36], .. old[36..72], .. stream.Content[72..]]);
        pages.ReadPage(1, content);
        Expect.Same(Content(1), content, "the old page");

        stream.SetLength(72);
        Assert.Equal(2, pages.PageCount);
        pages.ReadPage(1, content);
        Expect.Same(Content(1), content, "the page before the cut");

        // The same content gives the same bytes, even in another stream.
        (TestStream other, _) = Create(2, 16);
        Expect.Same(other.Content, stream.Content, "another stream");
    }

    [Theory]
    [MemberData(nameof(TagSizes))]
    public void Call_OnAPartOfAPage_IsInvalidData(int tagSize)
    {
        (TestStream stream, AezPages pages) = Create(3, tagSize);
        stream.SetLength(stream.Length - 1);
        byte[] before = stream.Content;
        byte[] content = Sample.Filled(20);
        Expect.Throws<InvalidDataException>("PageCount", () => _ = pages.PageCount);
        Expect.Throws<InvalidDataException>("ReadPage", () => pages.ReadPage(0, content));
        Expect.Throws<InvalidDataException>("WritePage", () => pages.WritePage(0, content));
        Expect.Same(Sample.Filled(20), content, "buffer");
        Expect.Same(before, stream.Content, "stream");

        stream.SetLength(20 + tagSize);
        pages.ReadPage(0, content);
        Expect.Same(Content(0), content, "after the cut");
    }

    [Fact]
    public void WritePage_FailsHalfway_LosesOnlyThatPage()
    {
        using TestStream stream = new() { PartialWrite = 4 };
        using AezPages pages = new(stream, _key, 20);
        byte[] content = new byte[20];
        foreach (int page in (int[])[0, 1, 2])
        {
            pages.WritePage(page, Content(page));
        }

        Expect.Throws<TestException>("WritePage", () => pages.WritePage(1, Sample.Filled(20)));
        Expect.Throws<AuthenticationTagMismatchException>("ReadPage", () => pages.ReadPage(1, content));
        pages.ReadPage(2, content);
        Expect.Same(Content(2), content, "page 2");
        pages.WritePage(1, Content(1));
        pages.ReadPage(1, content);
        Expect.Same(Content(1), content, "page 1, written again");
    }

    [Fact]
    public void WritePage_ToAStreamThatCannotWrite_IsNotSupported()
    {
        (TestStream written, _) = Create(2, 16);
        using AezPages pages = new(new TestStream(written.Content) { Writable = false }, _key, 20);
        byte[] content = new byte[20];
        Expect.Throws<NotSupportedException>("WritePage", () => pages.WritePage(0, content));
        pages.ReadPage(1, content);
        Expect.Same(Content(1), content, "page 1");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Dispose_OnceOrTwice_ErasesTheKeyAndClosesTheStream(bool leaveOpen)
    {
        using TestStream stream = new();
        AezPages pages = new(stream, _key, 20, leaveOpen: leaveOpen);
        pages.WritePage(0, Content(0));
        Modes.ExpandedKey key = DisposeTests.FindKey(pages)!;
        Assert.True(MemoryMarshal.AsBytes(key.Vectors).ContainsAnyExcept((byte)0));
        for (int i = 0; i < 2; i++)
        {
            pages.Dispose();
            Expect.Cleared(MemoryMarshal.AsBytes(key.Vectors), "the key");
            Assert.Equal(!leaveOpen, stream.IsDisposed);
            Expect.Throws<ObjectDisposedException>("ReadPage", () => pages.ReadPage(-1, default));
            Expect.Throws<ObjectDisposedException>("WritePage", () => pages.WritePage(-1, default));
            ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>("PageCount", () => _ = pages.PageCount);
            Assert.Equal(typeof(AezPages).FullName, thrown.ObjectName);
        }

        Assert.Equal((20, 16), (pages.PageSizeInBytes, pages.TagSizeInBytes));
        Assert.Equal(36, stream.Content.Length);
    }

    [Fact]
    public void Dispose_DuringAWrite_LeavesTheWholePage()
    {
        AezPages? pages = null;
        using TestStream stream = new() { OnWrite = _ => pages!.Dispose() };
        pages = new AezPages(stream, _key, 20);
        pages.WritePage(0, Content(0));
        using AezPages again = new(new TestStream(stream.Content), _key, 20);
        byte[] content = new byte[20];
        again.ReadPage(0, content);
        Expect.Same(Content(0), content, "the page");
    }

    [Fact]
    public void Dispose_DuringARead_LeavesNoPlaintext()
    {
        (TestStream written, _) = Create(2, 16);
        AezPages? pages = null;
        using TestStream stream = new(written.Content) { OnRead = _ => pages!.Dispose() };
        pages = new AezPages(stream, _key, 20);
        byte[] content = new byte[20];
        Expect.Throws<ObjectDisposedException>("ReadPage", () => pages.ReadPage(0, content));
        Expect.Cleared(content, "destination");
    }

    private static byte[] Content(int page) => Bytes.Random(new Random(page), 20);

    /// <summary>Creates pages of 20 bytes.</summary>
    private static (TestStream Stream, AezPages Pages) Create(int count, int tagSize)
    {
        TestStream stream = new();
        AezPages pages = new(stream, _key, 20, tagSize);
        for (int page = 0; page < count; page++)
        {
            pages.WritePage(page, Content(page));
        }

        return (stream, pages);
    }

    private static byte[] Encrypt(Aez aez, long number, byte[] page)
    {
        byte[] nonce = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(nonce, number);
        byte[] ciphertext = new byte[page.Length + aez.TagSizeInBytes];
        aez.Encrypt(nonce, page, ciphertext);
        return ciphertext;
    }

    private static void Flip(TestStream stream, int at, int mask)
    {
        byte[] content = stream.Content;
        content[at] ^= (byte)mask;
        Overwrite(stream, content);
    }

    private static void Overwrite(TestStream stream, byte[] content)
    {
        stream.Position = 0;
        stream.Write(content);
    }
}
