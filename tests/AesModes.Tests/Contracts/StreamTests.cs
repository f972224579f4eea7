using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using AesModes.Tests.Tool;

namespace AesModes.Tests.Contracts;

/// <summary>The contract of streams if nothing fails: the same result as the span overloads, from any position and in pieces of any size.</summary>
[SuppressMessage("Usage", "xUnit1051", Justification = "The calls end by themselves; cancelling them is tested in StreamFailureTests.")]
[Fast]
public sealed class StreamTests
{
    private const int Chunk = 64 * 1024;

    public static MatrixTheoryData<bool, int> ProgressRows => new([true, false], [0, 1, 1001, Chunk, 200_001]);

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Streams_ShortMessages_MatchSpanOverloads(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in Effort.Thin(Enumerable.Range(0, 301), Effort.IsThin(name) ? 40 : 301))
        {
            CheckRoundTrip(backend, new GcmSivSample(size, associatedDataSize: size % 37, keySize: size % 2 == 0 ? 16 : 32));
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Streams_AroundChunkBorders_GiveWhatSpansGive(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in Effort.Thin([Chunk - 1, Chunk, Chunk + 1, (2 * Chunk) - 1, 2 * Chunk, (2 * Chunk) + 17, 200_000], Effort.IsSlow ? 2 : 7))
        {
            CheckRoundTrip(backend, new GcmSivSample(size));
        }
    }

    [Theory]
    [InlineData("a byte at a time")]
    [InlineData("odd sizes")]
    [InlineData("nearly a chunk")]
    public void Streams_ShortReads_GiveWhatSpansGive(string kind)
    {
        Func<int, int> readSize = kind switch
        {
            "a byte at a time" => _ => 1,
            "odd sizes" => read => 1 + (read * 7919 % 4001),
            _ => _ => Chunk - 1,
        };
        foreach (int size in (int[])[1, 33, 300, Chunk - 1, Chunk, Chunk + 1, (2 * Chunk) + 5])
        {
            CheckRoundTrip(new GcmSivSample(size), kind, content => new TestStream(content) { ReadSize = readSize });
        }
    }

    /// <summary>Both streams contain other bytes before their position. The output also has bytes after it, of which the call overwrites only the first.</summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 7)]
    [InlineData(Chunk + 3, 16)]
    [InlineData(5, Chunk + 1)]
    public void Streams_NotAtTheirBeginning_WorkFromWhereTheyAre(int before, int outputBefore)
    {
        byte[] output = Sample.Filled(outputBefore + 1500);
        CheckRoundTrip(
            new GcmSivSample(1000),
            $"from {before} to {outputBefore}",
            content => new TestStream([.. Sample.Filled(before), .. content], before),
            () => new TestStream(output, outputBefore),
            result => [.. output[..outputBefore], .. result, .. output[..500]],
            (_, to) => Assert.Equal(outputBefore + 1000, to.Position));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(11)]
    [InlineData(5000)]
    public void Streams_InputAtOrBehindItsEnd_IsAnEmptyMessage(int position) =>
        CheckRoundTrip(new GcmSivSample(0), $"at {position}", _ => new TestStream(new byte[10], position));

    /// <summary>If another process changes a file's size, the stream's length is incorrect. Only the bytes that are read count.</summary>
    [Theory]
    [InlineData(0, 1)]
    [InlineData(0, 1000)]
    [InlineData(1, 0)]
    [InlineData(1000, 0)]
    [InlineData(1000, 16)]
    [InlineData(1000, 999)]
    [InlineData(1000, 1001)]
    [InlineData(1000, 10_000_000)]
    [InlineData(Chunk + 1, 1)]
    [InlineData((2 * Chunk) + 77, 555)]
    [InlineData((2 * Chunk) + 77, Chunk)]
    public void Streams_InputReportsWrongLength_ReadToEnd(int size, long told) =>
        CheckRoundTrip(new GcmSivSample(size), $"{told} told", content => new TestStream(content) { ReportedLength = told });

    [Fact]
    public void Streams_OutputThatCannotSeek_Works() => CheckRoundTrip(
        new GcmSivSample(Chunk + 100),
        "output that cannot seek",
        content => new TestStream(content) { Writable = false },
        () => new TestStream { Seekable = false, Readable = false });

    /// <summary>The call must clear the buffer for the message's pieces, whether or not the message is authentic.</summary>
    [Theory]
    [InlineData(100)]
    [InlineData(100_000)]
    public void Streams_AfterReturn_HaveClearedTheirBuffer(int size)
    {
        GcmSivSample sample = new(size);
        using AesGcmSiv siv = sample.Create();
        foreach (bool encrypt in (bool[])[true, false])
        {
            using TestStream input = new(sample.GetInput(encrypt));
            sample.Crypt(siv, encrypt, input, Stream.Null, (byte[])sample.Tag.Clone());
            Expect.Cleared(input.FirstBuffer, encrypt ? "Encrypt" : "Decrypt");
        }

        using TestStream forged = new(sample.Ciphertext);
        Expect.Throws<AuthenticationTagMismatchException>("Decrypt", () => sample.Crypt(siv, encrypt: false, forged, Stream.Null, new byte[16]));
        Expect.Cleared(forged.FirstBuffer, "Decrypt of a wrong tag");
    }

    /// <summary>Uses a real file, so that the operating system does short writes, buffering and truncation.</summary>
    [Fact]
    public void Streams_Files_RoundTrip()
    {
        GcmSivSample sample = new((3 * Chunk) + 11);
        using AesGcmSiv siv = sample.Create();
        using TestFolder folder = new();
        using FileStream file = File.Create(folder["file"]);
        using MemoryStream back = new();
        byte[] tag = new byte[16];
        sample.Crypt(siv, encrypt: true, new MemoryStream(sample.Plaintext), file, tag);
        Assert.Equal(sample.Plaintext.Length, file.Length);
        file.Position = 0;
        sample.Crypt(siv, encrypt: false, file, back, tag);
        Expect.Same(sample.Plaintext, back.ToArray(), "plaintext");
        Assert.True(file.CanRead);
    }

    [Theory]
    [MemberData(nameof(ProgressRows))]
    public void Streams_Progress_RisesFromZeroToTheSizeHalfByEachReading(bool encrypt, int size)
    {
        GcmSivSample sample = new(size);
        using AesGcmSiv siv = sample.Create();
        Progress progress = new();
        long? atFirstWrite = null;
        using TestStream input = new([.. Sample.Filled(9), .. sample.GetInput(encrypt)], 9);
        using TestStream output = new() { OnWrite = _ => atFirstWrite ??= progress.Values[^1] };
        sample.Crypt(siv, encrypt, input, output, (byte[])sample.Tag.Clone(), progress);
        string values = string.Join(", ", progress.Values);
        Assert.True(progress.Values[0] == 0, values);
        Assert.True(progress.Values[^1] == size, values);
        Assert.True(progress.Values.Zip(progress.Values.Skip(1)).All(p => p.First <= p.Second), values);
        Assert.True(progress.Values.Count >= 2 * size / Chunk, values);
        Assert.True((atFirstWrite ?? 0) == size / 2, $"{atFirstWrite} at the first write; {values}");
    }

    /// <summary>Stream's default span overloads rent a shared pool buffer and leave the message in it. Many streams do not override them.</summary>
    [Fact]
    public void Streams_SpanOverloads_AreNotUsed()
    {
        GcmSivSample sample = new(200_000);
        using AesGcmSiv siv = sample.Create();
        foreach (bool encrypt in (bool[])[true, false])
        {
            using ArrayStream input = new();
            using ArrayStream output = new();
            input.Write(sample.GetInput(encrypt), 0, 200_000);
            input.Position = 0;
            sample.Crypt(siv, encrypt, input, output, (byte[])sample.Tag.Clone());
            Expect.Same(sample.GetOutput(encrypt), output.ToArray(), "output");
        }
    }

    private static void CheckRoundTrip(Backend backend, GcmSivSample sample) => CheckRoundTrip(
        sample, $"{backend}", content => new TestStream(content) { Writable = false }, check: (from, to) => ExpectOpenAtEnd(from, to, $"{backend}, {sample}"), backend: backend);

    /// <summary>Encrypts and decrypts, each with its own streams.</summary>
    /// <param name="sample">The message.</param>
    /// <param name="what">For failure messages.</param>
    /// <param name="createInput">Creates an input with this content.</param>
    /// <param name="createOutput">Creates an output. If null, the output is empty.</param>
    /// <param name="around">The output's expected content for this result. If null, the result alone.</param>
    /// <param name="check">Further checks of both streams.</param>
    /// <param name="backend">The backend to test.</param>
    private static void CheckRoundTrip(
        GcmSivSample sample,
        string what,
        Func<byte[], TestStream> createInput,
        Func<TestStream>? createOutput = null,
        Func<byte[], byte[]>? around = null,
        Action<TestStream, TestStream>? check = null,
        Backend? backend = null)
    {
        createOutput ??= () => new TestStream();
        using AesGcmSiv siv = sample.Create(backend);
        foreach (bool encrypt in (bool[])[true, false])
        {
            string call = $"{what}, {sample}, {(encrypt ? "encrypted" : "decrypted")}";
            byte[] tag = encrypt ? Sample.Filled(16) : [.. sample.Tag];
            byte[] expected = sample.GetOutput(encrypt);
            using TestStream input = createInput(sample.GetInput(encrypt));
            using TestStream output = createOutput();
            sample.Crypt(siv, encrypt, input, output, tag);
            Expect.Same(around?.Invoke(expected) ?? expected, output.Content, call);
            Expect.Same(sample.Tag, tag, $"{call}: tag");
            check?.Invoke(input, output);
        }
    }

    private static void ExpectOpenAtEnd(TestStream input, TestStream output, string what)
    {
        Assert.False(input.IsDisposed || output.IsDisposed, $"{what}: a stream was closed.");
        Assert.True(input.Position == input.Length, $"{what}: the input was left at {input.Position} of {input.Length}.");
        Assert.True(output.Position == output.Length, $"{what}: the output was left at {output.Position} of {output.Length}.");
        Assert.True(output.Cuts == 0, $"{what}: the output was cut.");
    }

    private sealed class ArrayStream : MemoryStream
    {
        public override int Read(Span<byte> buffer) => throw new NotSupportedException();

        public override void Write(ReadOnlySpan<byte> buffer) => throw new NotSupportedException();
    }
}

/// <summary>Collects the reports on the reporting thread.</summary>
internal sealed class Progress : IProgress<long>
{
    public List<long> Values { get; } = [];

    /// <summary>Called with the report's number, starting at 1.</summary>
    public Action<int>? OnReport { get; init; }

    public void Report(long value)
    {
        Values.Add(value);
        OnReport?.Invoke(Values.Count);
    }
}
