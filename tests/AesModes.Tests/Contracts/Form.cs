namespace AesModes.Tests.Contracts;

/// <summary>A call's arguments. A form uses those it has parameters for.</summary>
internal sealed class Arguments
{
    /// <summary>Counter mode: the initial counter.</summary>
    public byte[]? Nonce { get; set; }

    public byte[]? Source { get; set; }

    public byte[]? Destination { get; set; }

    public byte[]? Tag { get; set; }

    /// <summary>The strings of a vector stand one behind the other.</summary>
    public byte[]? AssociatedData { get; set; }

    public long Position { get; set; }

    public Stream? SourceStream { get; set; }

    public Stream? DestinationStream { get; set; }

    public Arguments Copy() => new()
    {
        Nonce = (byte[]?)Nonce?.Clone(),
        Source = (byte[]?)Source?.Clone(),
        Destination = (byte[]?)Destination?.Clone(),
        Tag = (byte[]?)Tag?.Clone(),
        AssociatedData = (byte[]?)AssociatedData?.Clone(),
        Position = Position,
    };

    /// <summary>Nothing was written to any of the buffers.</summary>
    public void ExpectSame(Arguments before, string what)
    {
        Expect.Same(before.Nonce, Nonce, $"{what}: nonce");
        Expect.Same(before.Source, Source, $"{what}: source");
        Expect.Same(before.Destination, Destination, $"{what}: destination");
        Expect.Same(before.Tag, Tag, $"{what}: tag");
        Expect.Same(before.AssociatedData, AssociatedData, $"{what}: associated data");
        Assert.True(DestinationStream is not MemoryStream { Length: > 0 }, $"{what}: the destination stream was written.");
        Assert.True(SourceStream is not MemoryStream { Position: > 0 }, $"{what}: the source stream was read.");
    }
}

/// <summary>A call's arguments in any memory. A form uses those it has parameters for.</summary>
internal ref struct Spans
{
    /// <summary>Counter mode: the initial counter.</summary>
    public ReadOnlySpan<byte> Nonce { get; set; }

    public ReadOnlySpan<byte> Source { get; set; }

    public Span<byte> Destination { get; set; }

    public Span<byte> Tag { get; set; }

    /// <summary>The associated data: AES-GCM-SIV has one string.</summary>
    public ReadOnlyMemory<byte>[] Strings { get; set; }

    public long Position { get; set; }
}

/// <summary>A call by a form; false for a message that is not authentic, where the method does not throw.</summary>
internal delegate bool SpanCall(IDisposable instance, Spans arguments);

/// <summary>
/// Every public instance method that takes arguments, called with whatever arguments a test wants: contracts that hold for all are
/// tested on all. <see cref="FormTests"/> counts that none is missing.
/// </summary>
/// <param name="Type">Whose method it is.</param>
/// <param name="Name">The method and what tells its overloads apart.</param>
/// <param name="Source">The source's parameter name.</param>
/// <param name="Destination">The destination's parameter name; empty where the result is returned.</param>
/// <param name="Run">The call; null where the method takes arrays or streams.</param>
internal abstract record Form(Type Type, string Name, string Source, string Destination, SpanCall? Run)
{
    private static readonly Form[] _all = [.. GcmSivForm.All, .. AezForm.All, .. AezForm.Arrays, .. CtrForm.All];

    /// <summary>Public classes that are built on a mode and have tests of their own.</summary>
    private static readonly Type[] _built = [typeof(AezPages), typeof(ChunkedAesGcmSiv), typeof(ChunkedEncryptionStream)];

    /// <summary>All public types with instances, but for the one that Stryker adds.</summary>
    public static Type[] PublicTypes { get; } = [.. typeof(AesGcmSiv).Assembly.GetExportedTypes().Where(type => !type.IsAbstract && !type.FullName!.StartsWith("Stryker", StringComparison.Ordinal))];

    /// <summary>The public classes of a mode each.</summary>
    public static Type[] ModeClasses { get; } = [.. PublicTypes.Except(_built)];

    public static TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    /// <summary>Those that take spans and no arrays or streams.</summary>
    public static TheoryData<string> SpanNames => [.. SpanForms.Select(f => f.Name)];

    public static IReadOnlyList<Form> All => _all;

    public static IEnumerable<Form> SpanForms => _all.Where(f => f.Run is not null);

    /// <summary>The same by their classes.</summary>
    public static Form[][] SpanFormsByClass { get; } = [.. SpanForms.GroupBy(f => f.Type).Select(g => g.ToArray())];

    /// <summary>One form of each class, where the question is the class's.</summary>
    public static TheoryData<string> Classes => [.. SpanFormsByClass.Select(g => g[0].Name)];

    /// <summary>The sizes of keys that are taken, or many of them.</summary>
    public abstract IEnumerable<int> KeySizes { get; }

    /// <summary>The parameters that take one size only, whatever the message, and that size.</summary>
    public abstract IReadOnlyDictionary<string, int> FixedSizes { get; }

    public abstract bool HasDestinationBuffer { get; }

    public abstract bool Encrypts { get; }

    /// <summary>Whether it decrypts and refuses what is not authentic.</summary>
    public abstract bool Authenticates { get; }

    /// <summary>Whether a message that is not authentic is an exception.</summary>
    public bool Throws => !Name.Contains("Try", StringComparison.Ordinal);

    public bool IsArrays => Name.EndsWith("arrays", StringComparison.Ordinal);

    public bool IsStreams => Name.EndsWith("streams", StringComparison.Ordinal);

    /// <summary>The parameters that refuse null in an overload for arrays.</summary>
    public virtual IEnumerable<string> NotNull => [.. FixedSizes.Keys, .. ((string[])[Source, Destination]).Where(p => p.Length > 0)];

    /// <summary>Whether the tag is a destination.</summary>
    public virtual bool WritesTag => false;

    /// <summary>
    /// A message for each way through the mode: its size, and what else the mode's messages have (<see cref="CreateSample"/>).
    /// </summary>
    public abstract IReadOnlyList<(int Size, int Other)> Ways { get; }

    /// <summary>Messages of all sizes that a kernel may treat in ways of their own.</summary>
    public abstract IEnumerable<Sample> Sweep { get; }

    /// <summary>The same for what no backend has a part in.</summary>
    public virtual IEnumerable<Sample> Sizes => Sweep;

    /// <summary>The names of buffers in the order of <see cref="Overlaps"/>: without those of associated data, and those that it has no parameter for.</summary>
    public virtual IEnumerable<string> Buffers => [.. FixedSizes.Keys.Where(p => p != "tag"), Source, Destination, .. FixedSizes.Keys.Where(p => p == "tag")];

    /// <summary>Names for the strings of associated data.</summary>
    public abstract IEnumerable<string> StringNames { get; }

    /// <summary>Pairs of buffers that may not overlap at all, and the parameter to be named.</summary>
    public virtual IEnumerable<string> Refused => [.. StringNames.Select(s => $"{Destination}-{s}:associatedData")];

    public static Form Get(string name) => _all.Single(f => f.Name == name);

    /// <param name="size">The plaintext's.</param>
    /// <param name="other">The size of AES-GCM-SIV's associated data or of AEZ's tag, or counter mode's position.</param>
    /// <param name="keySize">The key's.</param>
    public abstract Sample CreateSample(int size, int? other = null, int? keySize = null);

    /// <summary>An instance for a message of so many bytes: on the backend or, without one, as a user makes it.</summary>
    public IDisposable Create(int size, Backend? backend = null) => CreateSample(size).Create(backend);

    public abstract IDisposable Create(byte[] key);

    public abstract IDisposable Create(ReadOnlySpan<byte> key);

    public virtual byte[] GetSource(Sample sample) => Encrypts ? sample.Plaintext : sample.Ciphertext;

    public virtual int GetResultSize(Sample sample) => (Encrypts ? sample.Ciphertext : sample.Plaintext).Length;

    /// <summary>Arguments that are all right for it: destinations hold the filler, and what a decryption reads is authentic.</summary>
    public Arguments CreateArguments(Sample sample) => new()
    {
        Nonce = (byte[])sample.Nonce.Clone(),
        Source = (byte[])GetSource(sample).Clone(),
        Destination = Sample.Filled(GetResultSize(sample)),
        Tag = CreateTag(sample),
        AssociatedData = [.. sample.Strings.SelectMany(s => s.ToArray())],
        Position = sample.Position,
        SourceStream = new MemoryStream(GetSource(sample), writable: false),
        DestinationStream = new MemoryStream(),
    };

    /// <inheritdoc cref="CreateArguments(Sample)"/>
    public Arguments CreateArguments(int size) => CreateArguments(CreateSample(size));

    /// <summary>The tag that is read, or room for it.</summary>
    public byte[] CreateTag(Sample sample) => WritesTag ? Sample.Filled(sample.Tag.Length) : (byte[])sample.Tag.Clone();

    /// <returns>False for a message that is not authentic, where the method does not throw.</returns>
    public virtual bool Call(IDisposable instance, Arguments arguments) => Run!(instance, new Spans
    {
        Nonce = arguments.Nonce,
        Source = arguments.Source,
        Destination = arguments.Destination,
        Tag = arguments.Tag,
        Strings = Split(arguments.AssociatedData),
        Position = arguments.Position,
    });

    /// <summary>The sample's call from and to this memory.</summary>
    public bool Call(IDisposable instance, Sample sample, ReadOnlySpan<byte> source, Span<byte> destination, Span<byte> tag, long? position = null) => Run!(instance, new Spans
    {
        Nonce = sample.Nonce,
        Source = source,
        Destination = destination,
        Tag = tag,
        Strings = sample.Strings,
        Position = position ?? sample.Position,
    });

    /// <summary>Is the result of a call with such arguments right?</summary>
    public virtual void ExpectResult(IDisposable instance, Arguments arguments, Sample sample) =>
        ExpectResult(instance, sample, arguments.Destination, arguments.Tag, $"{Name}, {sample}");

    public virtual void ExpectResult(IDisposable instance, Sample sample, ReadOnlySpan<byte> destination, ReadOnlySpan<byte> tag, string what)
    {
        Expect.Same(Encrypts ? sample.Ciphertext : sample.Plaintext, destination, what);
        Expect.Same(sample.Tag, tag, $"{what}: tag");
    }

    /// <summary>Of a result that is random, what it stands for: so that two calls can be compared.</summary>
    public virtual void MakeComparable(IDisposable instance, Span<byte> destination, ReadOnlyMemory<byte>[] strings)
    {
    }

    /// <summary>Replaces one argument by the parameter's name.</summary>
    public void Set(Arguments arguments, string parameter, byte[]? value)
    {
        switch (parameter)
        {
            case "nonce" or "initialCounter":
                arguments.Nonce = value;
                break;
            case "tag":
                arguments.Tag = value;
                break;
            case "associatedData":
                arguments.AssociatedData = value;
                break;
            case var _ when parameter == Source:
                arguments.Source = value;
                break;
            default:
                Assert.Equal(Destination, parameter);
                arguments.Destination = value;
                break;
        }
    }

    /// <summary>For a method that returns nothing.</summary>
    protected static SpanCall Returning<T>(Action<T, Spans> run) => (instance, arguments) =>
    {
        run((T)instance, arguments);
        return true;
    };

    /// <summary>The strings that stand one behind the other.</summary>
    protected virtual ReadOnlyMemory<byte>[] Split(byte[]? associatedData) => [associatedData];
}
