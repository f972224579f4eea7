using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>The contract of streams if something fails: the correct exception, no output before a message is authenticated, and earlier output removed.</summary>
[SuppressMessage("Usage", "xUnit1051", Justification = "The calls end by themselves.")]
[Fast]
public sealed class StreamFailureTests
{
    private const int Chunk = 64 * 1024;

    /// <summary>Four chunks; the last one is short.</summary>
    private const int Size = 200_000;

    /// <summary>The number of bytes in the output before its position, and after it.</summary>
    private const int Front = 100;

    private const long MaxSize = 1L << 36;

    private static GcmSivSample Message { get; } = new(Size);

    private static readonly Dictionary<string, Func<byte[], byte[]>> _changes = new()
    {
        ["first byte"] = content => Bytes.Flip(content, 0),
        ["byte of the second chunk"] = content => Bytes.Flip(content, 8 * (Chunk + 7)),
        ["last byte"] = content => Bytes.Flip(content, (8 * content.Length) - 1),
        ["a byte shorter"] = content => content[..^1],
        ["a chunk shorter"] = content => content[..^Chunk],
        ["cut at a chunk"] = content => content[..Chunk],
        ["empty"] = _ => [],
        ["a byte longer"] = content => [.. content, 0],
        ["a chunk longer"] = content => [.. content, .. new byte[Chunk]],
    };

    public static TheoryData<bool> Directions => [true, false];

    public static MatrixTheoryData<bool, string> Changes => new([true, false], _changes.Keys);

    public static MatrixTheoryData<bool, int> ChunkSizes => new([true, false], [0, 1, 33, Chunk]);

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_UnfitStreams_AreRefusedAndNothingWritten(bool encrypt)
    {
        string source = encrypt ? "plaintext" : "ciphertext";
        string destination = encrypt ? "ciphertext" : "plaintext";
        using TestStream good = new(Message.Plaintext);
        using TestStream output = new(Sample.Filled(Front), Front);

        using TestStream unseekable = new(Message.Plaintext) { Seekable = false };
        using TestStream unreadable = new(Message.Plaintext) { Readable = false };
        using TestStream unwritable = new() { Writable = false };
        using MemoryStream closed = new([1, 2, 3]);
        closed.Dispose();
        ExpectRefused("unseekable input", source, unseekable, output);
        ExpectRefused("unreadable input", source, unreadable, output);
        ExpectRefused("closed input", source, closed, output);
        ExpectRefused("unwritable output", destination, good, unwritable);
        ExpectRefused("closed output", destination, good, closed);
        ExpectRefused("one stream for both", destination, output, output);
        Assert.Equal(0, output.Writes + output.Cuts + unwritable.Writes + unwritable.Cuts);
        Assert.Equal(0, good.Reads + unseekable.Reads + unreadable.Reads + good.Place);

        void ExpectRefused(string what, string parameter, Stream from, Stream to)
        {
            byte[] tag = Sample.Filled(16);
            Expect.Refused<ArgumentException>(what, parameter, () => Run(encrypt, from, to, tag));
            Expect.Same(Sample.Filled(16), tag, $"{what}: tag");
        }
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_LongerThanTheRfcAllows_AreRefusedBeforeAnyOutput(bool encrypt)
    {
        foreach ((long length, long position) in ((long, long)[])[(MaxSize + 1, 0), (MaxSize + 10, 9), (long.MaxValue, 0)])
        {
            using TestStream input = new(new byte[20], position) { ReportedLength = length };
            using TestStream output = new();
            byte[] tag = Sample.Filled(16);
            Expect.Refused<ArgumentException>(
                $"{length} from {position}", encrypt ? "plaintext" : "ciphertext", () => Run(encrypt, input, output, tag), length - position, MaxSize);
            Assert.Equal(0, input.Reads + output.Writes);
            Expect.Same(Sample.Filled(16), tag, "tag");
        }

        // 64 GiB would take too long. Reaching the first read proves that the call accepts the length.
        foreach ((long length, long position) in ((long, long)[])[(MaxSize, 0), (MaxSize + 9, 9)])
        {
            using TestStream input = new(new byte[20], position) { ReportedLength = length, OnRead = _ => throw new TestException() };
            using TestStream output = new();
            Expect.Throws<TestException>($"{length} from {position}", () => Run(encrypt, input, output, new byte[16]));
            Assert.Equal(0, output.Writes);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(Chunk)]
    [InlineData(Size)]
    public void Decrypt_NotAuthentic_NeverWrites(int size)
    {
        GcmSivSample sample = new(size);
        Check("tag", tag: Bytes.Flip(sample.Tag, 120));
        Check("nonce", nonce: Sample.Filled(12));
        Check("associated data", associatedData: []);
        Check("longer ciphertext", ciphertext: [.. sample.Ciphertext, 0]);
        foreach (int at in ((int[])[0, size / 2, size - 1]).Where(a => a >= 0 && a < size))
        {
            Check($"ciphertext at {at}", ciphertext: Bytes.Flip(sample.Ciphertext, (8 * at) + 7));
        }

        void Check(string what, byte[]? nonce = null, byte[]? ciphertext = null, byte[]? tag = null, byte[]? associatedData = null)
        {
            GcmSivSample forged = new(sample.Key, nonce ?? sample.Nonce, [], associatedData ?? sample.AssociatedData, ciphertext ?? sample.Ciphertext, tag ?? sample.Tag);
            using TestStream input = new(forged.Ciphertext);
            using TestStream output = CreateOutput();
            ExpectTakenBack<AuthenticationTagMismatchException>(encrypt: false, what, input, output, sample: forged);
            Assert.True(output.Writes == 0, $"{what}: the output was written.");
        }
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public void Streams_InputChangesBetweenPasses_ThrowAndTruncateOutput(bool encrypt, string change)
    {
        CheckChange(encrypt, Message, change, seekable: true);
        CheckChange(encrypt, Message, change, seekable: false);
    }

    /// <summary>Messages of exactly one chunk, and an empty message.</summary>
    [Theory]
    [MemberData(nameof(ChunkSizes))]
    public void Streams_InputGrowsOrShrinksByAByte_IsNoticedAndTakenBack(bool encrypt, int size)
    {
        CheckChange(encrypt, new GcmSivSample(size), "a byte longer", seekable: true);
        if (size > 0)
        {
            CheckChange(encrypt, new GcmSivSample(size), "a byte shorter", seekable: true);
        }
    }

    /// <summary>An output that cannot be truncated must contain nothing after the authenticated plaintext.</summary>
    [Fact]
    public void Decrypt_InputGrowsBetweenTheReadings_WritesNothingOfWhatIsNew()
    {
        GcmSivSample sample = new(Chunk + 100);
        using TestStream input = new(sample.Ciphertext) { SecondContent = [.. sample.Ciphertext, .. new byte[5000]] };
        using TestStream output = new() { Seekable = false };
        Expect.Throws<AuthenticationTagMismatchException>("grown", () => Run(encrypt: false, input, output, new byte[16], sample: sample));
        Expect.Same(sample.Plaintext, output.Content, "what was written");
    }

    /// <summary>There are five reads in the first pass (the last finds the end) and the same number in the second, and four writes.</summary>
    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_StreamThrows_PropagatesAndTakesBack(bool encrypt)
    {
        TestException thrown = new();
        for (int at = 1; at <= 8; at++)
        {
            using TestStream input = new(Message.GetInput(encrypt)) { OnRead = read => _ = read == at ? throw thrown : read };
            using TestStream output = CreateOutput();
            Assert.Same(thrown, ExpectTakenBack<TestException>(encrypt, $"read {at}", input, output));
            Assert.True(output.Writes == 0 || at > 4, $"read {at}: written in the first reading.");
        }

        for (int at = 1; at <= 4; at++)
        {
            using TestStream input = new(Message.GetInput(encrypt));
            using TestStream output = new(Sample.Filled(2 * Front), Front) { OnWrite = write => _ = write == at ? throw thrown : write };
            Assert.Same(thrown, ExpectTakenBack<TestException>(encrypt, $"write {at}", input, output));
        }
    }

    /// <summary>
    /// An output with nothing after its position must be exactly as before the call, even if it accepted part of a chunk and then failed. Short reads are not failures. Reads
    /// in the second pass throw too.
    /// </summary>
    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_FailHalfWayThroughAWriteOrARead_LeaveTheOutputAsItWas(bool encrypt)
    {
        byte[] content = Message.GetInput(encrypt);
        for (int at = 1; at <= 4; at++)
        {
            using TestStream input = new(content) { ReadSize = read => 1 + (read % 9000) };
            using TestStream output = new(Sample.Filled(Front), Front) { PartialWrite = at };
            ExpectTakenBack<TestException>(encrypt, $"part of write {at}", input, output);
        }

        using TestStream counted = new(content) { ReadSize = Short };
        Run(encrypt, counted, new MemoryStream(), new byte[16]);
        foreach (int at in Enumerable.Range(1, 20).Select(part => Math.Max(1, counted.Reads * part / 20)))
        {
            using TestStream input = new(content) { ReadSize = Short, OnRead = read => _ = read == at ? throw new TestException() : read };
            using TestStream output = new(Sample.Filled(Front), Front);
            ExpectTakenBack<TestException>(encrypt, $"read {at}", input, output);
        }

        static int Short(int read) => 1 + (read * 977 % 20_000);
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_OutputCannotBeTruncated_ThrowFirstFailure(bool encrypt)
    {
        using TestStream input = new(Message.GetInput(encrypt));
        using TestStream output = new()
        {
            OnWrite = write => _ = write == 2 ? throw new TestException() : write,
            OnSetLength = _ => throw new IOException("cut"),
        };
        Expect.Throws<TestException>("write", () => Run(encrypt, input, output, new byte[16]));
    }

    /// <summary>
    /// There are ten reports: one at the start, one after each of four chunks in the first pass, one before each chunk in the second, and one after success. Cancellation at
    /// the last one has no effect. A call that is already cancelled does nothing.
    /// </summary>
    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_Cancelled_TakeBack(bool encrypt)
    {
        const int Reports = 10;
        for (int at = 0; at <= Reports; at++)
        {
            using CancellationTokenSource source = new();
            Progress progress = new()
            {
                OnReport = report =>
                {
                    if (report == at)
                    {
                        source.Cancel();
                    }
                },
            };
            using TestStream input = new(Message.GetInput(encrypt));
            using TestStream output = CreateOutput();
            if (at == 0)
            {
                source.Cancel();
            }
            else if (at == Reports)
            {
                Run(encrypt, input, output, new byte[16], progress, cancellationToken: source.Token);
                Assert.Equal(Reports, progress.Values.Count);
                break;
            }

            string what = $"at report {at}";
            OperationCanceledException thrown = ExpectTakenBack<OperationCanceledException>(encrypt, what, input, output, progress, cancellationToken: source.Token);
            Assert.Equal(source.Token, thrown.CancellationToken);
            Assert.True(progress.Values.Count == at, $"{what}: went on to report {progress.Values.Count}.");
            Assert.True(at > 0 || input.Reads == 0, "It was read.");

            // Report 6 comes before the first chunk is written.
            Assert.True(output.Writes == Math.Max(at - 5, 0), $"{what}: {output.Writes} writes.");
        }
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_ProgressThrows_PropagatesAndTakesBack(bool encrypt)
    {
        Progress progress = new() { OnReport = report => _ = report == 7 ? throw new TestException() : report };
        using TestStream input = new(Message.GetInput(encrypt));
        using TestStream output = CreateOutput();
        ExpectTakenBack<TestException>(encrypt, "report 7", input, output, progress);
    }

    private static void Run(
        bool encrypt,
        Stream input,
        Stream output,
        byte[] tag,
        IProgress<long>? progress = null,
        GcmSivSample? sample = null,
        CancellationToken cancellationToken = default)
    {
        sample ??= Message;
        using AesGcmSiv siv = sample.Create();
        sample.Crypt(siv, encrypt, input, output, encrypt ? tag : sample.Tag, progress, cancellationToken);
    }

    /// <summary>Changes the input before the second pass reads it.</summary>
    private static void CheckChange(bool encrypt, GcmSivSample sample, string change, bool seekable)
    {
        string what = $"{(encrypt ? "Encrypt" : "Decrypt")}, {sample}, {change}, output {(seekable ? "seekable" : "not seekable")}";
        byte[] content = sample.GetInput(encrypt);
        using TestStream input = new(content) { SecondContent = _changes[change](content) };
        using TestStream output = CreateOutput(seekable);
        if (encrypt)
        {
            ExpectTakenBack<IOException>(encrypt, what, input, output, sample: sample);
        }
        else
        {
            ExpectTakenBack<AuthenticationTagMismatchException>(encrypt, what, input, output, sample: sample);
        }
    }

    private static TestStream CreateOutput(bool seekable = true) => new(Sample.Filled(2 * Front), Front) { Seekable = seekable };

    /// <summary>
    /// Expects the exception and a cleared tag. The streams must stay open, and the output must be truncated to its position at the call; if nothing was written, it must be
    /// unchanged.
    /// </summary>
    private static T ExpectTakenBack<T>(
        bool encrypt,
        string what,
        TestStream input,
        TestStream output,
        IProgress<long>? progress = null,
        GcmSivSample? sample = null,
        CancellationToken cancellationToken = default)
        where T : Exception
    {
        byte[] tag = Sample.Filled(16);
        T thrown = Expect.Throws<T>(what, () => Run(encrypt, input, output, tag, progress, sample, cancellationToken));
        Expect.Same(encrypt ? new byte[16] : Sample.Filled(16), tag, $"{what}: tag");
        Assert.False(input.IsDisposed || output.IsDisposed, $"{what}: a stream was closed.");
        if (output.Seekable)
        {
            Expect.Same(output.FirstContent.AsSpan(0, output.Writes == 0 ? output.FirstContent.Length : (int)output.FirstPlace), output.Content, $"{what}: the output");
            Assert.True(output.Place == output.FirstPlace, $"{what}: the output is at {output.Place}.");
        }

        return thrown;
    }
}

/// <summary>An exception that the library itself never throws.</summary>
internal sealed class TestException() : Exception("thrown by the test");
