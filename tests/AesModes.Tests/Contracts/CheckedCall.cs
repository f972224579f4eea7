using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>
/// Makes a sample's call, in place and with separate buffers, and repeats it with a changed bit if the form authenticates. Expects the result, or a cleared plaintext, and
/// nothing else written. Buffers are in arrays or next to an unreadable page. There, an access outside ends the process with a stack trace that names the kernel;
/// AESMODES_TRACE=1 prints each case before it runs.
/// </summary>
/// <param name="guardedBytes">The longest buffer next to an unreadable page, or 0 to use arrays.</param>
internal sealed class CheckedCall(int guardedBytes = 0) : IDisposable
{
    private const int MostStrings = 5;

    /// <summary>The number of filler bytes on each side of a buffer in an array.</summary>
    private const int Margin = 64;

    private readonly GuardedMemory[] _pages = guardedBytes > 0 ? [.. Enumerable.Range(0, 5 + MostStrings).Select(_ => new GuardedMemory(guardedBytes))] : [];
    private readonly (byte[] Array, int Start, int Size)[] _arrays = new (byte[], int, int)[5];

    public static bool IsTracing { get; } = Environment.GetEnvironmentVariable("AESMODES_TRACE") == "1";

    public static void Trace(string what)
    {
        if (IsTracing)
        {
            Console.Error.WriteLine(what);
        }
    }

    /// <param name="form">The method to call. A form without spans uses its own arrays or streams.</param>
    /// <param name="sample">The message.</param>
    /// <param name="backend">The backend to test.</param>
    /// <param name="where">The backend's name and other details for failure messages.</param>
    /// <param name="end">Whether buffers end at the page; otherwise, they begin after it.</param>
    public void Check(Form form, Sample sample, Backend backend, string where, bool end = true)
    {
        string place = guardedBytes == 0 ? "" : end ? ", ending at the guard page" : ", beginning at the guard page";
        string what = $"{form.Name}, {sample}, key of {sample.Key.Length} on {where}{place}";
        Trace(what);
        using IDisposable instance = sample.Create(Place(2, sample.Key, end), backend);
        byte[] source = form.GetSource(sample);
        byte[] tag = form.CreateTag(sample);
        CheckApartAndInPlace(source, tag, isAuthentic: true, what);
        if (form.Authenticates && sample is not AezSample { TagSize: < 8 })
        {
            // Changes a bit of the tag, or of the message that contains the tag.
            bool hasTag = form.FixedSizes.ContainsKey("tag");
            byte[] changed = hasTag ? source : Bytes.Flip(source, 131 * source.Length % ((8 * source.Length) - 5));
            CheckApartAndInPlace(changed, hasTag ? Bytes.Flip(tag, 29 * source.Length % 128) : tag, isAuthentic: false, $"{what}, changed");
        }

        void CheckApartAndInPlace(byte[] from, byte[] tagOrRoom, bool isAuthentic, string call)
        {
            // In place, an array form needs a source and a result of the same size.
            bool mayShare = form.HasDestinationBuffer && (form.Run is not null || form.GetResultSize(sample) == from.Length);
            foreach (bool inPlace in mayShare ? (bool[])[false, true] : [false])
            {
                string how = inPlace ? $"{call}, in place" : call;
                if (form.Run is null)
                {
                    CheckArguments(form, instance, sample, from, tagOrRoom, isAuthentic, inPlace, how);
                }
                else
                {
                    CheckSpans(form, instance, sample, from, tagOrRoom, isAuthentic, inPlace, end, how);
                }
            }
        }
    }

    public void Dispose() => Array.ForEach(_pages, p => p.Dispose());

    private void CheckSpans(Form form, IDisposable instance, Sample sample, byte[] source, byte[] tag, bool isAuthentic, bool inPlace, bool end, string what)
    {
        // In place, the longer of the two buffers determines the position at the page.
        int size = form.GetResultSize(sample);
        Span<byte> first = Place(0, source, end, inPlace ? Math.Max(source.Length, size) : source.Length);
        Spans spans = new()
        {
            Nonce = Place(3, sample.Nonce, end),
            Source = first[..source.Length],
            Destination = inPlace ? first[..size] : Place(1, Sample.Filled(size), end),
            Tag = Place(4, tag, end),
            Strings = guardedBytes == 0 ? sample.Strings : [.. sample.Strings.Select((s, i) => _pages[5 + i].PlaceMemory(end, s.Span))],
            Position = sample.Position,
        };
        bool accepted;
        try
        {
            accepted = form.Run!(instance, spans);
        }
        catch (AuthenticationTagMismatchException) when (form.Throws)
        {
            accepted = false;
        }

        Assert.True(accepted == isAuthentic, $"{what}: {(accepted ? "accepted" : "refused")}");
        if (accepted)
        {
            form.ExpectResult(instance, sample, spans.Destination, spans.Tag, what);
        }
        else
        {
            Expect.Cleared(spans.Destination, what);
        }

        int left = inPlace ? Math.Min(size, source.Length) : 0;
        Expect.Same(source.AsSpan(left), spans.Source[left..], $"{what}: source");
        foreach ((byte[] array, int start, int length) in _arrays)
        {
            Bytes.AssertAll(Sample.Filler, array.AsSpan(0, start), $"{what}: before a span");
            Bytes.AssertAll(Sample.Filler, array.AsSpan(start + length), $"{what}: behind a span");
        }
    }

    private static void CheckArguments(Form form, IDisposable instance, Sample sample, byte[] source, byte[] tag, bool isAuthentic, bool inPlace, string what)
    {
        Arguments arguments = form.CreateArguments(sample);
        (arguments.Source, arguments.Tag, arguments.SourceStream) = ([.. source], [.. tag], new MemoryStream(source, writable: false));
        arguments.Destination = inPlace ? arguments.Source : arguments.Destination;
        if (isAuthentic)
        {
            Assert.True(form.Call(instance, arguments), $"{what}: refused");
            form.ExpectResult(instance, arguments, sample);
            return;
        }

        if (form.Throws)
        {
            Expect.Throws<AuthenticationTagMismatchException>(what, () => form.Call(instance, arguments));
        }
        else
        {
            Assert.False(form.Call(instance, arguments), $"{what}: accepted");
        }

        Assert.Equal(0, arguments.DestinationStream!.Length);
        if (form.HasDestinationBuffer)
        {
            Expect.Cleared(arguments.Destination, what);
        }
    }

    /// <summary>Places the content, followed by filler up to the given size. In an array, the position in a vector varies with the size; whole blocks are never aligned to 16 bytes.</summary>
    private Span<byte> Place(int memory, ReadOnlySpan<byte> content, bool end, int? size = null)
    {
        int length = size ?? content.Length;
        Span<byte> place;
        if (guardedBytes > 0)
        {
            place = _pages[memory].At(end, length);
            place.Fill(Sample.Filler);
        }
        else
        {
            int start = Margin + 1 + (content.Length % 16);
            _arrays[memory] = (Sample.Filled(start + length + Margin), start, length);
            place = _arrays[memory].Array.AsSpan(start, length);
        }

        content.CopyTo(place);
        return place;
    }
}
