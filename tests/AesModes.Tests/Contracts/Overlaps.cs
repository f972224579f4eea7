using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>The position of an argument in the memory that all arguments of a call share.</summary>
internal readonly record struct Piece(int Offset, int Length)
{
    public Span<byte> In(byte[] arena) => arena.AsSpan(Offset, Length);

    public bool Overlaps(Piece other) =>
        Length > 0 && other.Length > 0 && Offset < other.Offset + other.Length && other.Offset < Offset + Length;
}

/// <summary>Checks a form's overlap rules. Source and destination may begin at the same byte.</summary>
internal sealed class Overlaps(Form form)
{
    private const int MaxShift = 40;

    // The pair is in the middle. The other pieces are far from it and from each other.
    private const int Middle = 400;
    private const int Far = 800;
    private const int Distance = 250;

    /// <summary>The size of a call's shared memory, and the longest piece in it.</summary>
    public const int Shared = Far;
    public const int MostBytes = Distance;

    private static readonly byte[] _noise = Bytes.Random(new Random(1), Far + (6 * Distance));

    private readonly string[] _refused = [.. form.Refused];
    private readonly string _together = $"{form.Source}-{form.Destination}:{form.Destination}";

    /// <summary>The form's buffers, in order.</summary>
    public string[] Parameters { get; } = [.. form.Buffers, .. form.StringNames];

    /// <summary>The content of each buffer for the sample.</summary>
    public byte[][] Contents(Sample sample) =>
    [
        .. form.Buffers.Select(p => p == form.Source ? form.GetSource(sample)
            : p == form.Destination ? Sample.Filled(form.GetResultSize(sample))
            : p == "tag" ? form.CreateTag(sample)
            : sample.Nonce),
        .. sample.Strings.Select(s => s.ToArray()),
    ];

    /// <summary>Shifts the two arguments of each pair against each other, from one side to the other. All other arguments are far away.</summary>
    public void CheckEveryPair(IDisposable instance, Sample sample)
    {
        byte[][] contents = Contents(sample);
        for (int first = 0; first < contents.Length; first++)
        {
            for (int second = first + 1; second < contents.Length; second++)
            {
                string names = $"{Parameters[first]}-{Parameters[second]}";
                int from = -Math.Max(contents[second].Length + 1, MaxShift);
                int to = Math.Max(contents[first].Length + 1, MaxShift);
                for (int shift = from; shift <= to; shift++)
                {
                    Piece[] pieces = [.. contents.Select((c, i) => new Piece(i == first ? Middle : i == second ? Middle + shift : Far + (Distance * i), c.Length))];
                    string what = $"{form.Name}, {sample}, {names} at {shift}";
                    bool together = shift == 0 && _together.StartsWith($"{names}:", StringComparison.Ordinal);
                    Assert.True(Check(instance, sample, pieces, what) != false || !together, $"{what}: the sample is not authentic.");
                }
            }
        }
    }

    /// <summary>
    /// Places the arguments anywhere in one memory. The call must throw as documented and write nothing, or give the same result as in separate memory. Where pieces overlap,
    /// the later one wins, and an input wins over a destination.
    /// </summary>
    /// <param name="instance">The instance to call.</param>
    /// <param name="sample">The message.</param>
    /// <param name="pieces">The positions of the arguments in the shared memory.</param>
    /// <param name="what">For failure messages.</param>
    /// <returns>Whether the message was authentic, or null if the call threw.</returns>
    public bool? Check(IDisposable instance, Sample sample, Piece[] pieces, string what)
    {
        // Write destinations first, so that overlapping inputs stay intact.
        byte[][] contents = Contents(sample);
        byte[] arena = (byte[])_noise.Clone();
        foreach (int i in Enumerable.Range(0, pieces.Length).OrderBy(i => !IsWritten(i)))
        {
            contents[i].CopyTo(pieces[i].In(arena));
        }

        byte[] before = (byte[])arena.Clone();
        string[] refused = [.. FindRefused(pieces)];
        if (refused.Length > 0)
        {
            ArgumentException thrown = Expect.Throws<ArgumentException>(what, () => Run(instance, sample, arena, pieces));
            Assert.True(refused.Contains(thrown.ParamName), $"{what}: expected ParamName {string.Join(" or ", refused)}, got {thrown.ParamName ?? "null"}.");
            Expect.Same(before, arena, what);
            return null;
        }

        byte[] arenaApart = new byte[arena.Length];
        Piece[] apart = [.. contents.Select((c, i) => new Piece(Far + (Distance * i), c.Length))];
        for (int i = 0; i < pieces.Length; i++)
        {
            pieces[i].In(arena).CopyTo(apart[i].In(arenaApart));
        }

        bool expected = Run(instance, sample, arenaApart, apart);
        Assert.True(Run(instance, sample, arena, pieces) == expected, $"{what}: expected {expected}.");
        for (int i = 0; i < pieces.Length; i++)
        {
            if (IsWritten(i))
            {
                apart[i].In(arenaApart).CopyTo(pieces[i].In(before));
            }
        }

        Expect.Same(before, arena, what);
        return expected;
    }

    private bool IsWritten(int parameter) => Parameters[parameter] == form.Destination || (form.WritesTag && Parameters[parameter] == "tag");

    /// <summary>Returns whether the message was authentic.</summary>
    private bool Run(IDisposable instance, Sample sample, byte[] arena, Piece[] pieces)
    {
        Spans spans = new()
        {
            Strings = [.. pieces[(pieces.Length - sample.Strings.Length)..].Select(s => new ReadOnlyMemory<byte>(arena, s.Offset, s.Length))],
            Position = sample.Position,
        };
        for (int i = 0; i < pieces.Length - sample.Strings.Length; i++)
        {
            Span<byte> place = pieces[i].In(arena);
            switch (Parameters[i])
            {
                case "tag":
                    spans.Tag = place;
                    break;
                case var source when source == form.Source:
                    spans.Source = place;
                    break;
                case var destination when destination == form.Destination:
                    spans.Destination = place;
                    break;
                default:
                    spans.Nonce = place;
                    break;
            }
        }

        try
        {
            bool authentic = form.Run!(instance, spans);
            form.MakeComparable(instance, spans.Destination, spans.Strings);
            return authentic;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    /// <summary>Returns the parameter that the exception must name for each forbidden overlap.</summary>
    private IEnumerable<string> FindRefused(Piece[] pieces)
    {
        for (int first = 0; first < pieces.Length; first++)
        {
            for (int second = first + 1; second < pieces.Length; second++)
            {
                string pair = $"{Parameters[first]}-{Parameters[second]}:";
                string? rule = _refused.Append(_together).SingleOrDefault(r => r.StartsWith(pair, StringComparison.Ordinal));
                bool begin = rule == _together && pieces[first].Offset == pieces[second].Offset;
                if (rule is not null && !begin && pieces[first].Overlaps(pieces[second]))
                {
                    yield return rule[pair.Length..];
                }
            }
        }
    }
}
