using System.Security.Cryptography;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract of streams, when something goes wrong: the right exception, nothing written before a message is authentic, and what was written
/// taken back.
/// </summary>
[Fast]
public sealed class StreamFailureTests
{
    private const int Chunk = 64 * 1024;

    /// <summary>Four chunks, the last short.</summary>
    private const int Size = 200_000;

    /// <summary>What stands in the output in front of its position, and behind.</summary>
    private const int Front = 100;

    private const long MaxSize = 1L << 36;

    private static readonly GcmSivSample _sample = new(Size);

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

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_UnfitStreams_AreRefusedAndNothingWritten(bool encrypt)
    {
        string source = encrypt ? "plaintext" : "ciphertext";
        string destination = encrypt ? "ciphertext" : "plaintext";
        using TestStream good = new(_sample.Plaintext);
        using TestStream output = new(Sample.Filled(Front), Front);

        using TestStream unseekable = new(_sample.Plaintext) { Seekable = false };
        using TestStream unreadable = new(_sample.Plaintext) { Readable = false };
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
    [InlineData(true, MaxSize + 1, 0)]
    [InlineData(true, MaxSize + 10, 9)]
    [InlineData(true, long.MaxValue, 0)]
    [InlineData(false, MaxSize + 1, 0)]
    [InlineData(false, MaxSize + 10, 9)]
    [InlineData(false, long.MaxValue, 0)]
    public void Streams_LongerThanTheRfcAllows_AreRefusedBeforeAnyOutput(bool encrypt, long length, long position)
    {
        using TestStream input = new(new byte[20], position) { ReportedLength = length };
        using TestStream output = new();
        byte[] tag = Sample.Filled(16);
        ArgumentException thrown = Expect.Throws<ArgumentException>($"{length} from {position}", () => Run(encrypt, input, output, tag));
        Assert.Equal(encrypt ? "plaintext" : "ciphertext", thrown.ParamName);
        Assert.Contains($"{length - position}", thrown.Message, StringComparison.Ordinal);
        Assert.Contains($"{MaxSize}", thrown.Message, StringComparison.Ordinal);
        Assert.Equal(0, input.Reads + output.Writes);
        Expect.Same(Sample.Filled(16), tag, "tag");
    }

    [Theory]
    [InlineData(true, MaxSize, 0)]
    [InlineData(true, MaxSize + 9, 9)]
    [InlineData(false, MaxSize, 0)]
    [InlineData(false, MaxSize + 9, 9)]
    public void Streams_AsLongAsTheRfcAllows_AreRead(bool encrypt, long length, long position)
    {
        // Nobody waits for 64 GiB: reaching the first read is the proof.
        using TestStream input = new(new byte[20], position) { ReportedLength = length, OnRead = _ => throw new TimeoutException("read") };
        using TestStream output = new();
        Expect.Throws<TimeoutException>($"{length} from {position}", () => Run(encrypt, input, output, new byte[16]));
        Assert.Equal(0, output.Writes);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(Chunk)]
    [InlineData(Size)]
    public void Decrypt_NotAuthentic_WritesNotOnce(int size)
    {
        GcmSivSample sample = new(size);
        using AesGcmSiv siv = sample.Create();
        Check("tag", sample.Nonce, sample.Ciphertext, Bytes.Flip(sample.Tag, 120), sample.AssociatedData);
        Check("nonce", Sample.Filled(12), sample.Ciphertext, sample.Tag, sample.AssociatedData);
        Check("associated data", sample.Nonce, sample.Ciphertext, sample.Tag, []);
        Check("longer ciphertext", sample.Nonce, [.. sample.Ciphertext, 0], sample.Tag, sample.AssociatedData);
        foreach (int at in (int[])[0, size / 2, size - 1])
        {
            if (at >= 0 && at < size)
            {
                Check($"ciphertext at {at}", sample.Nonce, Bytes.Flip(sample.Ciphertext, (8 * at) + 7), sample.Tag, sample.AssociatedData);
            }
        }

        void Check(string what, byte[] nonce, byte[] ciphertext, byte[] tag, byte[] associatedData)
        {
            using TestStream input = new(ciphertext);
            using TestStream output = CreateOutput();
            Expect.Throws<AuthenticationTagMismatchException>(what, () => siv.Decrypt(nonce, input, tag, output, associatedData));
            Assert.True(output.Writes == 0, $"{what}: the output was written.");
            Expect.Same(Sample.Filled(2 * Front), output.Content, $"{what}: the output");
            Assert.True(output.Place == Front, $"{what}: the output is at {output.Place}.");
        }
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public void Streams_InputChangesBetweenTheReadings_IsNoticedAndTakenBack(bool encrypt, string change)
    {
        CheckChange(encrypt, _sample, _changes[change], change, seekable: true);
        CheckChange(encrypt, _sample, _changes[change], change, seekable: false);
    }

    /// <summary>Where the whole message is one chunk, and where there is none.</summary>
    [Theory]
    [InlineData(true, 0)]
    [InlineData(true, 1)]
    [InlineData(true, 33)]
    [InlineData(true, Chunk)]
    [InlineData(false, 0)]
    [InlineData(false, 1)]
    [InlineData(false, 33)]
    [InlineData(false, Chunk)]
    public void Streams_InputGrowsOrShrinksByAByte_IsNoticedAndTakenBack(bool encrypt, int size)
    {
        foreach (string change in (string[])["a byte longer", .. size > 0 ? ["a byte shorter"] : Array.Empty<string>()])
        {
            CheckChange(encrypt, new GcmSivSample(size), _changes[change], $"{size} bytes, {change}", seekable: true);
        }
    }

    /// <summary>An output that cannot be cut shows what was written: nothing behind the end of what was authentic.</summary>
    [Fact]
    public void Decrypt_InputGrowsBetweenTheReadings_WritesNothingOfWhatIsNew()
    {
        GcmSivSample sample = new(Chunk + 100);
        using AesGcmSiv siv = sample.Create();
        using TestStream input = new(sample.Ciphertext) { SecondContent = [.. sample.Ciphertext, .. new byte[5000]] };
        using TestStream output = new() { Seekable = false };
        Expect.Throws<AuthenticationTagMismatchException>("grown", () => siv.Decrypt(sample.Nonce, input, sample.Tag, output, sample.AssociatedData));
        Expect.Same(sample.Plaintext, output.Content, "what was written");
    }

    /// <summary>Reads: five in the first reading (the last finds the end), then the same again. Writes: four.</summary>
    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_StreamThrows_PropagatesAndTakesBack(bool encrypt)
    {
        TestException thrown = new();
        for (int at = 1; at <= 8; at++)
        {
            using TestStream input = CreateInput(encrypt, read => Throw(read, at));
            using TestStream output = CreateOutput();
            ExpectThrown($"read {at}", input, output);
            Assert.True(output.Writes == 0 || at > 4, $"read {at}: written in the first reading.");
            if (output.Writes > 0)
            {
                ExpectTakenBack(output, $"read {at}");
            }
        }

        for (int at = 1; at <= 4; at++)
        {
            using TestStream input = CreateInput(encrypt, null);
            using TestStream output = new(Sample.Filled(2 * Front), Front) { OnWrite = write => Throw(write, at) };
            ExpectThrown($"write {at}", input, output);
            ExpectTakenBack(output, $"write {at}");
        }

        void Throw(int number, int at)
        {
            if (number == at)
            {
                throw thrown;
            }
        }

        void ExpectThrown(string what, TestStream input, TestStream output)
        {
            byte[] tag = Sample.Filled(16);
            Assert.Same(thrown, Expect.Throws<TestException>(what, () => Run(encrypt, input, output, tag)));
            if (encrypt)
            {
                Expect.Cleared(tag, $"{what}: tag");
            }

            Assert.False(input.IsDisposed || output.IsDisposed, $"{what}: a stream was closed.");
        }
    }

    /// <summary>
    /// As it was at the call, to the byte: with nothing behind its position, an output that took a part of a chunk and failed has what it had.
    /// Reads are short, which is no failure; those of the second reading throw as well.
    /// </summary>
    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_FailHalfWayThroughAWriteOrARead_LeaveTheOutputAsItWas(bool encrypt)
    {
        byte[] content = encrypt ? _sample.Plaintext : _sample.Ciphertext;
        for (int at = 1; at <= 4; at++)
        {
            using TestStream input = new(content) { ReadSize = read => 1 + (read % 9000) };
            using TestStream output = new(Sample.Filled(Front), Front) { PartialWrite = at };
            byte[] tag = Sample.Filled(16);
            Expect.Throws<TestException>($"part of write {at}", () => Run(encrypt, input, output, tag));
            ExpectAsItWas(output, $"part of write {at}");
        }

        using TestStream counted = new(content) { ReadSize = Short };
        Run(encrypt, counted, new MemoryStream(), new byte[16], cancellationToken: TestContext.Current.CancellationToken);
        foreach (int at in Enumerable.Range(1, 20).Select(part => Math.Max(1, counted.Reads * part / 20)))
        {
            using TestStream input = new(content) { ReadSize = Short, OnRead = read => _ = read == at ? throw new TestException() : read };
            using TestStream output = new(Sample.Filled(Front), Front);
            Expect.Throws<TestException>($"read {at}", () => Run(encrypt, input, output, new byte[16]));
            ExpectAsItWas(output, $"read {at}");
        }

        static int Short(int read) => 1 + (read * 977 % 20_000);

        static void ExpectAsItWas(TestStream output, string what)
        {
            Expect.Same(Sample.Filled(Front), output.Content, $"{what}: the output");
            Assert.True(output.Place == Front && !output.IsDisposed, $"{what}: the output is at {output.Place}.");
        }
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_OutputThatCannotBeCutEither_ReportsTheFirstFailure(bool encrypt)
    {
        using TestStream input = CreateInput(encrypt, null);
        using TestStream output = new()
        {
            OnWrite = write => _ = write == 2 ? throw new TestException() : write,
            OnSetLength = _ => throw new IOException("cut"),
        };
        Expect.Throws<TestException>("write", () => Run(encrypt, input, output, new byte[16]));
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_CancelledBefore_DoNothing(bool encrypt)
    {
        CancellationToken cancelled = new(canceled: true);
        using TestStream input = CreateInput(encrypt, null);
        using TestStream output = CreateOutput();
        OperationCanceledException thrown = Expect.Throws<OperationCanceledException>("before", () => Run(encrypt, input, output, new byte[16], cancellationToken: cancelled));
        Assert.Equal(cancelled, thrown.CancellationToken);
        Assert.Equal(0, input.Reads + output.Writes);
        Expect.Same(Sample.Filled(2 * Front), output.Content, "output");
    }

    /// <summary>
    /// Reports: one at the start, one after each of four chunks in the first reading, one before each of them in the second, and one when all
    /// was found right; with that all is done.
    /// </summary>
    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_CancelledInTheMiddle_TakeBack(bool encrypt)
    {
        const int Reports = 10;
        for (int at = 1; at <= Reports; at++)
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
            using TestStream input = CreateInput(encrypt, null);
            using TestStream output = CreateOutput();
            byte[] tag = Sample.Filled(16);
            if (at == Reports)
            {
                Run(encrypt, input, output, tag, progress, cancellationToken: source.Token);
                Assert.Equal(Reports, progress.Values.Count);
                break;
            }

            string what = $"at report {at}";
            OperationCanceledException thrown = Expect.Throws<OperationCanceledException>(what, () => Run(encrypt, input, output, tag, progress, cancellationToken: source.Token));
            Assert.Equal(source.Token, thrown.CancellationToken);
            Assert.True(progress.Values.Count == at, $"{what}: went on to report {progress.Values.Count}.");
            if (encrypt)
            {
                Expect.Cleared(tag, $"{what}: tag");
            }

            // Report 6 stands before the first chunk that is written.
            Assert.True(output.Writes == Math.Max(at - 5, 0), $"{what}: {output.Writes} writes.");
            ExpectTakenBack(output, what);
        }
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_ProgressThrows_PropagatesAndTakesBack(bool encrypt)
    {
        Progress progress = new() { OnReport = report => _ = report == 7 ? throw new TestException() : report };
        using TestStream input = CreateInput(encrypt, null);
        using TestStream output = CreateOutput();
        Expect.Throws<TestException>("report 7", () => Run(encrypt, input, output, new byte[16], progress));
        ExpectTakenBack(output, "report 7");
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
        sample ??= _sample;
        using AesGcmSiv siv = sample.Create();
        if (encrypt)
        {
            siv.Encrypt(sample.Nonce, input, output, tag, sample.AssociatedData, progress, cancellationToken);
        }
        else
        {
            siv.Decrypt(sample.Nonce, input, sample.Tag, output, sample.AssociatedData, progress, cancellationToken);
        }
    }

    /// <summary>The input has other bytes when it is read for the second time.</summary>
    private static void CheckChange(bool encrypt, GcmSivSample sample, Func<byte[], byte[]> change, string what, bool seekable)
    {
        what = $"{(encrypt ? "Encrypt" : "Decrypt")}, {what}, output {(seekable ? "seekable" : "not seekable")}";
        byte[] content = encrypt ? sample.Plaintext : sample.Ciphertext;
        using TestStream input = new(content) { SecondContent = change(content) };
        using TestStream output = CreateOutput(seekable);
        byte[] tag = Sample.Filled(16);
        Exception? thrown = Record.Exception(() => Run(encrypt, input, output, tag, sample: sample));
        Assert.True(thrown?.GetType() == (encrypt ? typeof(IOException) : typeof(AuthenticationTagMismatchException)), $"{what}: {thrown}");
        Expect.Same(encrypt ? new byte[16] : Sample.Filled(16), tag, $"{what}: tag");
        if (seekable)
        {
            ExpectTakenBack(output, what);
        }
    }

    private static TestStream CreateInput(bool encrypt, Action<int>? onRead) =>
        new(encrypt ? _sample.Plaintext : _sample.Ciphertext) { OnRead = onRead };

    private static TestStream CreateOutput(bool seekable = true) => new(Sample.Filled(2 * Front), Front) { Seekable = seekable };

    /// <summary>Cut at the position at the call, and standing there; where nothing was written, untouched.</summary>
    private static void ExpectTakenBack(TestStream output, string what)
    {
        Expect.Same(Sample.Filled(output.Writes == 0 ? 2 * Front : Front), output.Content, $"{what}: the output");
        Assert.True(output.Place == Front, $"{what}: the output is at {output.Place}.");
        Assert.False(output.IsDisposed, $"{what}: the output was closed.");
    }
}

/// <summary>Nothing that the library could throw by itself.</summary>
internal sealed class TestException() : Exception("thrown by the test");
