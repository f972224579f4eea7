using AesModes.Backends;
using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// Calls whose spans begin, or end, at unreadable pages each. A byte read or written outside ends the process with a stack that names the
/// kernel; AESMODES_TRACE=1 prints each case before it runs.
/// </summary>
/// <param name="mostBytes">Of each span.</param>
/// <param name="isGuarded">Otherwise they are arrays.</param>
internal sealed class GuardedCall(int mostBytes, bool isGuarded = true) : IDisposable
{
    private const int MostStrings = 5;

    private readonly GuardedMemory[] _memories = isGuarded ? [.. Enumerable.Range(0, 5 + MostStrings).Select(_ => new GuardedMemory(mostBytes))] : [];

    public static bool IsTracing { get; } = Environment.GetEnvironmentVariable("AESMODES_TRACE") == "1";

    public static void Trace(string what)
    {
        if (IsTracing)
        {
            Console.Error.WriteLine(what);
        }
    }

    /// <summary>The sample's call, apart and in place; and, where it is refused by false, with a bit changed.</summary>
    public void Check(Form form, Sample sample, Backend backend, bool end, string where)
    {
        string what = $"{form.Name}, {sample}, key of {sample.Key.Length} on {where}, {(end ? "ending" : "beginning")} at the guard page";
        Trace(what);
        using IDisposable instance = sample.Create(Place(2, sample.Key), backend);
        byte[] source = form.GetSource(sample);
        int size = form.GetResultSize(sample);
        Spans spans = new()
        {
            Nonce = Place(3, sample.Nonce),
            Source = Place(0, source),
            Destination = Place(1, Sample.Filled(size)),
            Tag = Place(4, form.CreateTag(sample)),
            Strings = [.. sample.Strings.Select((s, i) => isGuarded ? _memories[5 + i].PlaceMemory(end, s.Span) : s)],
            Position = sample.Position,
        };
        Assert.True(form.Run!(instance, spans), what);
        form.ExpectResult(instance, sample, spans.Destination, spans.Tag, what);
        Expect.Same(source, spans.Source, $"{what}: source");

        // In place the longer of the two stands at the page.
        Span<byte> both = Place(0, new byte[Math.Max(source.Length, size)]);
        source.CopyTo(both);
        spans.Source = both[..source.Length];
        spans.Destination = both[..size];
        Assert.True(form.Run!(instance, spans), $"{what}, in place");
        form.ExpectResult(instance, sample, spans.Destination, spans.Tag, $"{what}, in place");
        if (form.Throws || !form.Authenticates || sample is AezSample { TagSize: < 8 })
        {
            return;
        }

        Span<byte> changed = Place(0, source);
        (spans.Tag.IsEmpty ? changed : spans.Tag)[^1] ^= 1;
        spans.Source = changed;
        spans.Destination = Place(1, Sample.Filled(size));
        Assert.False(form.Run!(instance, spans), $"{what}, changed");
        Expect.Cleared(spans.Destination, $"{what}, changed");
        spans.Destination = changed[..size];
        Assert.False(form.Run!(instance, spans), $"{what}, changed, in place");
        Expect.Cleared(spans.Destination, $"{what}, changed, in place");

        Span<byte> Place(int memory, byte[] content) => isGuarded ? _memories[memory].Place(end, content) : (byte[])content.Clone();
    }

    public void Dispose() => Array.ForEach(_memories, m => m.Dispose());
}
