namespace AesModes.Tests.Contracts;

/// <summary>A message for <see cref="AesGcmSiv"/>, encrypted by the span overload into a separate buffer.</summary>
internal sealed class GcmSivSample : Sample
{
    public const int NonceSize = 12;
    public const int TagSize = 16;
    public const int Overhead = NonceSize + TagSize;

    public GcmSivSample(int size, int associatedDataSize = 5, int keySize = 32, Backend? backend = null)
        : this(size, associatedDataSize, keySize, backend, new Random((size * 1009) + (associatedDataSize * 31) + keySize))
    {
    }

    /// <summary>A message from another implementation.</summary>
    public GcmSivSample(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData, byte[] ciphertext, byte[] tag)
        : base(key, nonce, plaintext)
    {
        AssociatedData = associatedData;
        Strings = [associatedData];
        Ciphertext = ciphertext;
        Tag = tag;
    }

    private GcmSivSample(int size, int associatedDataSize, int keySize, Backend? backend, Random random)
        : this(Bytes.Random(random, keySize), Bytes.Random(random, NonceSize), Bytes.Random(random, size), Bytes.Random(random, associatedDataSize), new byte[size], new byte[TagSize])
    {
        using AesGcmSiv siv = Create(backend);
        siv.Encrypt(Nonce.AsSpan(), Plaintext, Ciphertext, Tag, AssociatedData);
    }

    public byte[] AssociatedData { get; }

    /// <summary>The message in Seal's layout.</summary>
    public byte[] Sealed => [.. Nonce, .. Ciphertext, .. Tag];

    public override AesGcmSiv Create(Backend? backend = null) => backend is null ? new AesGcmSiv(Key) : new AesGcmSiv(Key, backend);

    public override IDisposable Create(ReadOnlySpan<byte> key, Backend backend) => new AesGcmSiv(key, backend);

    /// <summary>Calls a stream overload.</summary>
    public void Crypt(
        AesGcmSiv siv, bool encrypt, Stream input, Stream output, Span<byte> tag, IProgress<long>? progress = null, CancellationToken cancellationToken = default)
    {
        if (encrypt)
        {
            siv.Encrypt(Nonce, input, output, tag, AssociatedData, progress, cancellationToken);
        }
        else
        {
            siv.Decrypt(Nonce, input, tag, output, AssociatedData, progress, cancellationToken);
        }
    }

    public override string ToString() => $"{Plaintext.Length} bytes, {AssociatedData.Length} of associated data, AES-{8 * Key.Length}";
}

/// <summary><see cref="AesGcmSiv"/>'s methods. Run calls those for spans, and RunOther those for arrays or streams.</summary>
internal sealed record GcmSivForm(string Name, string Source, string Destination, SpanCall? Run, Action<AesGcmSiv, Arguments>? RunOther)
    : Form(typeof(AesGcmSiv), Name, Source, Destination, Run)
{
    private static readonly GcmSivForm[] _all =
    [
        Other("Encrypt arrays", "plaintext", "ciphertext", (siv, a) => siv.Encrypt(a.Nonce!, a.Source!, a.Destination!, a.Tag!, a.AssociatedData)),
        Other("Encrypt streams", "plaintext", "ciphertext", (siv, a) => siv.Encrypt(a.Nonce, a.SourceStream!, a.DestinationStream!, a.Tag, a.AssociatedData)),
        Other("Decrypt arrays", "ciphertext", "plaintext", (siv, a) => siv.Decrypt(a.Nonce!, a.Source!, a.Tag!, a.Destination!, a.AssociatedData)),
        Other("Decrypt streams", "ciphertext", "plaintext", (siv, a) => siv.Decrypt(a.Nonce, a.SourceStream!, a.Tag, a.DestinationStream!, a.AssociatedData)),
        Other("Seal arrays", "plaintext", "", (siv, a) => a.Destination = siv.Seal(a.Source!, a.AssociatedData)),
        Other("Open arrays", "sealedMessage", "", (siv, a) => a.Destination = siv.Open(a.Source!, a.AssociatedData)),
        Spans("Encrypt spans", "plaintext", "ciphertext", (siv, a) => siv.Encrypt(a.Nonce, a.Source, a.Destination, a.Tag, a.Strings[0].Span)),
        Spans("Decrypt spans", "ciphertext", "plaintext", (siv, a) => siv.Decrypt(a.Nonce, a.Source, a.Tag, a.Destination, a.Strings[0].Span)),
        Spans("Seal spans", "plaintext", "destination", (siv, a) => siv.Seal(a.Source, a.Strings[0].Span, a.Destination)),
        Spans("Open spans", "sealedMessage", "plaintext", (siv, a) => siv.Open(a.Source, a.Strings[0].Span, a.Destination)),
        new("TryDecrypt spans", "ciphertext", "plaintext", (siv, a) => ((AesGcmSiv)siv).TryDecrypt(a.Nonce, a.Source, a.Tag, a.Destination, a.Strings[0].Span), null),
        new("TryOpen spans", "sealedMessage", "plaintext", (siv, a) => ((AesGcmSiv)siv).TryOpen(a.Source, a.Strings[0].Span, a.Destination), null),
    ];

    public static new TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    public static new IReadOnlyList<GcmSivForm> All => _all;

    public override IEnumerable<int> KeySizes => [16, 32];

    public override IReadOnlyDictionary<string, int> FixedSizes => HasNonceAndTag
        ? new Dictionary<string, int> { ["nonce"] = GcmSivSample.NonceSize, ["tag"] = GcmSivSample.TagSize }
        : [];

    public bool HasNonceAndTag => Name.Contains("crypt", StringComparison.Ordinal);

    public override bool HasDestinationBuffer => Destination.Length > 0 && !IsStreams;

    public override bool Encrypts => Source == "plaintext";

    public override bool Authenticates => !Encrypts;

    public override bool WritesTag => Encrypts && HasNonceAndTag;

    public bool Seals => Name.StartsWith("Seal", StringComparison.Ordinal);

    public bool Opens => Name.Contains("Open", StringComparison.Ordinal);

    public override IReadOnlyList<(int Size, int Other)> Ways =>
        [(0, 5), (1, 0), (12, 5), (16, 16), (17, 5), (100, 20), (300, 0), (1000, 100), (9000, 5)];

    public override IEnumerable<Sample> Sweep =>
        from size in Enumerable.Range(0, 70).Concat([100, 127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 600, 777, 1031])
        from associatedDataSize in size < 20 ? (int[])[0, 3, 16, 17] : [size % 19]
        select new GcmSivSample(size, associatedDataSize);

    public override IEnumerable<string> StringNames => ["associatedData"];

    public override IEnumerable<string> Refused =>
    [
        .. base.Refused,
        .. HasNonceAndTag ? [$"nonce-{Destination}:nonce", $"{Source}-tag:tag", $"{Destination}-tag:tag"] : Array.Empty<string>(),
        .. WritesTag ? ["nonce-tag:nonce", "tag-associatedData:associatedData"] : Array.Empty<string>(),
    ];

    public static new GcmSivForm Get(string name) => _all.Single(f => f.Name == name);

    public override GcmSivSample CreateSample(int size, int? other = null, int? keySize = null) => new(size, other ?? 5, keySize ?? 32);

    public override IDisposable Create(byte[] key) => new AesGcmSiv(key);

    public override IDisposable Create(ReadOnlySpan<byte> key) => new AesGcmSiv(key);

    public override byte[] GetSource(Sample sample) => Opens ? ((GcmSivSample)sample).Sealed : base.GetSource(sample);

    public override int GetResultSize(Sample sample) => sample.Plaintext.Length + (Seals ? GcmSivSample.Overhead : 0);

    public override bool Call(IDisposable instance, Arguments arguments)
    {
        if (RunOther is null)
        {
            return base.Call(instance, arguments);
        }

        RunOther((AesGcmSiv)instance, arguments);
        return true;
    }

    public override void ExpectResult(IDisposable instance, Arguments arguments, Sample sample)
    {
        byte[] result = IsStreams ? ((MemoryStream)arguments.DestinationStream!).ToArray() : arguments.Destination!;
        ExpectResult(instance, sample, result, arguments.Tag, $"{Name}, {sample}");
    }

    public override void ExpectResult(IDisposable instance, Sample sample, ReadOnlySpan<byte> destination, ReadOnlySpan<byte> tag, string what)
    {
        if (Seals)
        {
            Expect.Same(sample.Plaintext, ((AesGcmSiv)instance).Open(destination.ToArray(), ((GcmSivSample)sample).AssociatedData), what);
        }
        else
        {
            base.ExpectResult(instance, sample, destination, tag, what);
        }
    }

    /// <summary>Replaces the ciphertext by the plaintext, because the nonce is random.</summary>
    public override void MakeComparable(IDisposable instance, Span<byte> destination, ReadOnlyMemory<byte>[] strings)
    {
        if (Seals)
        {
            byte[] opened = ((AesGcmSiv)instance).Open(destination.ToArray(), strings[0].ToArray());
            destination.Clear();
            opened.CopyTo(destination);
        }
    }

    private static GcmSivForm Other(string name, string source, string destination, Action<AesGcmSiv, Arguments> run) => new(name, source, destination, null, run);

    private static GcmSivForm Spans(string name, string source, string destination, Action<AesGcmSiv, Spans> run) => new(name, source, destination, Returning(run), null);
}
