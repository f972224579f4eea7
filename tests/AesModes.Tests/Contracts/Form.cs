namespace AesModes.Tests.Contracts;

/// <summary>A call's arguments. A form uses those that its method has parameters for.</summary>
internal sealed class Arguments
{
    /// <summary>In counter mode, the initial counter.</summary>
    public byte[]? Nonce { get; set; }

    public byte[]? Source { get; set; }

    public byte[]? Destination { get; set; }

    public byte[]? Tag { get; set; }

    /// <summary>The strings of a vector, concatenated.</summary>
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

    /// <summary>Expects that the call wrote to none of the buffers.</summary>
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

/// <summary>A call's arguments in memory of any kind. A form uses those that its method has parameters for.</summary>
internal ref struct Spans
{
    /// <summary>In counter mode, the initial counter.</summary>
    public ReadOnlySpan<byte> Nonce { get; set; }

    public ReadOnlySpan<byte> Source { get; set; }

    public Span<byte> Destination { get; set; }

    public Span<byte> Tag { get; set; }

    /// <summary>The associated data. AES-GCM-SIV has one string.</summary>
    public ReadOnlyMemory<byte>[] Strings { get; set; }

    public long Position { get; set; }
}

/// <summary>Calls a form's method. Returns false if the message is not authentic and the method does not throw.</summary>
internal delegate bool SpanCall(IDisposable instance, Spans arguments);

/// <summary>
/// A public instance method that takes arguments, callable with any arguments, so that one test checks a contract of all methods. <see cref="FormTests"/> checks that none is
/// missing.
/// </summary>
/// <param name="Type">The class of the method.</param>
/// <param name="Name">The method's name and the kind of overload.</param>
/// <param name="Source">The source parameter's name.</param>
/// <param name="Destination">The destination parameter's name, or empty if the method returns the result.</param>
/// <param name="Run">Calls the method. Null if it takes arrays or streams.</param>
internal abstract record Form(Type Type, string Name, string Source, string Destination, SpanCall? Run)
{
    private static readonly Form[] _all = [.. GcmSivForm.All, .. AezForm.All, .. AezForm.Arrays, .. CtrForm.All];

    /// <summary>Public classes that use a mode and have their own tests.</summary>
    private static readonly Type[] _built = [typeof(AezPages), typeof(ChunkedAesGcmSiv), typeof(ChunkedEncryptionStream)];

    /// <summary>All public types with instances, except the one that Stryker adds.</summary>
    public static Type[] PublicTypes { get; } = [.. typeof(AesGcmSiv).Assembly.GetExportedTypes().Where(type => !type.IsAbstract && !type.FullName!.StartsWith("Stryker", StringComparison.Ordinal))];

    /// <summary>The public classes that implement a mode.</summary>
    public static Type[] ModeClasses { get; } = [.. PublicTypes.Except(_built)];

    public static TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    /// <summary>The forms that take spans and no arrays or streams.</summary>
    public static TheoryData<string> SpanNames => [.. SpanForms.Select(f => f.Name)];

    public static IReadOnlyList<Form> All => _all;

    public static IEnumerable<Form> SpanForms => _all.Where(f => f.Run is not null);

    /// <summary>The span forms of each class.</summary>
    public static Form[][] SpanFormsByClass { get; } = [.. SpanForms.GroupBy(f => f.Type).Select(g => g.ToArray())];

    /// <summary>One form of each class, for tests of the class.</summary>
    public static TheoryData<string> Classes => [.. SpanFormsByClass.Select(g => g[0].Name)];

    /// <summary>The accepted key sizes, or many of them.</summary>
    public abstract IEnumerable<int> KeySizes { get; }

    /// <summary>The parameters that always have the same size, and that size.</summary>
    public abstract IReadOnlyDictionary<string, int> FixedSizes { get; }

    public abstract bool HasDestinationBuffer { get; }

    public abstract bool Encrypts { get; }

    /// <summary>Whether the method decrypts and rejects messages that are not authentic.</summary>
    public abstract bool Authenticates { get; }

    /// <summary>Whether the method throws if a message is not authentic.</summary>
    public bool Throws => !Name.Contains("Try", StringComparison.Ordinal);

    public bool IsArrays => Name.EndsWith("arrays", StringComparison.Ordinal);

    public bool IsStreams => Name.EndsWith("streams", StringComparison.Ordinal);

    /// <summary>The parameters of an array overload that must not be null.</summary>
    public virtual IEnumerable<string> NotNull => [.. FixedSizes.Keys, .. ((string[])[Source, Destination]).Where(p => p.Length > 0)];

    /// <summary>Whether the method writes the tag.</summary>
    public virtual bool WritesTag => false;

    /// <summary>A message for each path through the mode: its size, and the mode's other size or position (see <see cref="CreateSample"/>).</summary>
    public abstract IReadOnlyList<(int Size, int Other)> Ways { get; }

    /// <summary>Messages of every size for which a kernel may have a special case.</summary>
    public abstract IEnumerable<Sample> Sweep { get; }

    /// <summary>Messages for tests that do not depend on the backend.</summary>
    public virtual IEnumerable<Sample> Sizes => Sweep;

    /// <summary>The names of the method's buffers except associated data, in the order of <see cref="Overlaps"/>.</summary>
    public virtual IEnumerable<string> Buffers => [.. FixedSizes.Keys.Where(p => p != "tag"), Source, Destination, .. FixedSizes.Keys.Where(p => p == "tag")];

    /// <summary>The names of the associated-data strings.</summary>
    public abstract IEnumerable<string> StringNames { get; }

    /// <summary>Pairs of buffers that must not overlap at all, and the parameter that the exception names.</summary>
    public virtual IEnumerable<string> Refused => [.. StringNames.Select(s => $"{Destination}-{s}:associatedData")];

    public static Form Get(string name) => _all.Single(f => f.Name == name);

    /// <param name="size">The size of the plaintext.</param>
    /// <param name="other">The size of AES-GCM-SIV's associated data or of AEZ's tag, or counter mode's position.</param>
    /// <param name="keySize">The size of the key.</param>
    public abstract Sample CreateSample(int size, int? other = null, int? keySize = null);

    /// <summary>Creates an instance for a message of the given size, on the backend or, if null, with the public constructor.</summary>
    public IDisposable Create(int size, Backend? backend = null) => CreateSample(size).Create(backend);

    public abstract IDisposable Create(byte[] key);

    public abstract IDisposable Create(ReadOnlySpan<byte> key);

    public virtual byte[] GetSource(Sample sample) => Encrypts ? sample.Plaintext : sample.Ciphertext;

    public virtual int GetResultSize(Sample sample) => (Encrypts ? sample.Ciphertext : sample.Plaintext).Length;

    /// <summary>Creates correct arguments: destinations contain filler, and a decryption's source is authentic.</summary>
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

    /// <summary>The tag to read, or a buffer for it.</summary>
    public byte[] CreateTag(Sample sample) => WritesTag ? Sample.Filled(sample.Tag.Length) : (byte[])sample.Tag.Clone();

    /// <returns>False if the message is not authentic and the method does not throw.</returns>
    public virtual bool Call(IDisposable instance, Arguments arguments) => Run!(instance, new Spans
    {
        Nonce = arguments.Nonce,
        Source = arguments.Source,
        Destination = arguments.Destination,
        Tag = arguments.Tag,
        Strings = Split(arguments.AssociatedData),
        Position = arguments.Position,
    });

    /// <summary>Calls the method with the sample's arguments and these buffers.</summary>
    public bool Call(IDisposable instance, Sample sample, ReadOnlySpan<byte> source, Span<byte> destination, Span<byte> tag, long? position = null) => Run!(instance, new Spans
    {
        Nonce = sample.Nonce,
        Source = source,
        Destination = destination,
        Tag = tag,
        Strings = sample.Strings,
        Position = position ?? sample.Position,
    });

    /// <summary>Expects the result of a call with these arguments.</summary>
    public virtual void ExpectResult(IDisposable instance, Arguments arguments, Sample sample) =>
        ExpectResult(instance, sample, arguments.Destination, arguments.Tag, $"{Name}, {sample}");

    public virtual void ExpectResult(IDisposable instance, Sample sample, ReadOnlySpan<byte> destination, ReadOnlySpan<byte> tag, string what)
    {
        Expect.Same(Encrypts ? sample.Ciphertext : sample.Plaintext, destination, what);
        Expect.Same(sample.Tag, tag, $"{what}: tag");
    }

    /// <summary>Replaces a random result by its decryption, so that two results can be compared.</summary>
    public virtual void MakeComparable(IDisposable instance, Span<byte> destination, ReadOnlyMemory<byte>[] strings)
    {
    }

    /// <summary>Replaces the argument of the named parameter.</summary>
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

    /// <summary>Adapts a method that returns nothing.</summary>
    protected static SpanCall Returning<T>(Action<T, Spans> run) => (instance, arguments) =>
    {
        run((T)instance, arguments);
        return true;
    };

    /// <summary>Splits concatenated strings.</summary>
    protected virtual ReadOnlyMemory<byte>[] Split(byte[]? associatedData) => [associatedData];
}
