namespace AesModes.Tests.Contracts;

/// <summary>A message for <see cref="Aez"/>, encrypted by the vector overload into a separate buffer.</summary>
internal sealed class AezSample : Sample
{
    public AezSample(int size, int tagSize = 16, int[]? stringSizes = null, int nonceSize = 12, int keySize = 48, Backend? backend = null)
        : this(size, tagSize, stringSizes ?? [5], nonceSize, keySize, backend, new Random((size * 1009) + (tagSize * 101) + ((stringSizes?.Sum() ?? 5) * 31) + (nonceSize * 7) + keySize))
    {
    }

    /// <summary>A message from another implementation.</summary>
    public AezSample(byte[] key, int tagSize, byte[] nonce, byte[][] strings, byte[] plaintext, byte[] ciphertext)
        : base(key, nonce, plaintext)
    {
        TagSize = tagSize;
        Strings = AezCalls.ToMemories(strings);
        Ciphertext = ciphertext;
    }

    public AezSample(AezCase message)
        : this(message.Key, message.TagSize, message.Nonce, message.AssociatedData, message.Plaintext, message.Ciphertext)
    {
    }

    private AezSample(int size, int tagSize, int[] stringSizes, int nonceSize, int keySize, Backend? backend, Random random)
        : base(Bytes.Random(random, keySize), Bytes.Random(random, nonceSize), Bytes.Random(random, size))
    {
        TagSize = tagSize;
        Strings = [.. stringSizes.Select(s => Bytes.Random(random, s))];
        Ciphertext = new byte[size + tagSize];
        using Aez aez = Create(backend);
        aez.Encrypt(Nonce, Plaintext, Ciphertext, Strings);
    }

    public int TagSize { get; }

    public override Aez Create(Backend? backend = null) => backend is null ? new Aez(Key, TagSize) : new Aez(Key, TagSize, backend);

    public override IDisposable Create(ReadOnlySpan<byte> key, Backend backend) => new Aez(key, TagSize, backend);

    public override string ToString() =>
        $"{Plaintext.Length} bytes, tag of {TagSize}, nonce of {Nonce.Length}, strings of {string.Join(" and ", Strings.Select(s => s.Length))}";
}

/// <summary>
/// Encrypt, Decrypt and TryDecrypt of <see cref="Aez"/>: each has three span overloads, which Run calls, and three array overloads, which RunArrays calls. A form's samples
/// have strings of these sizes.
/// </summary>
internal sealed record AezForm(string Name, string Source, string Destination, int[] StringSizes, SpanCall? Run, AezForm.ArrayCall? RunArrays = null)
    : Form(typeof(Aez), Name, Source, Destination, Run)
{
    private static readonly int[] _vector = [5, 0, 17];

    /// <summary>A tag longer than 32 bytes extends into the pairs, for which a decryption's destination has no room. A tag of 300 bytes is longer than a group of eight pairs.</summary>
    private static readonly int[] _tagSizes = [0, 8, 16, 40, 100, 300];

    private static readonly int[] _sizesForAll =
        [.. Enumerable.Range(0, 100), 127, 128, 129, 159, 160, 255, 256, 257, 287, 288, 289, 300, 511, 512, 513, 543, 544, 545, 600, 777, 1000, 1031];

    private static readonly AezForm[] _all =
    [
        Encryption("Aez.Encrypt", [], (aez, a) => aez.Encrypt(a.Nonce, a.Source, a.Destination)),
        Encryption("Aez.Encrypt string", [5], (aez, a) => aez.Encrypt(a.Nonce, a.Source, a.Destination, a.Strings[0].Span)),
        Encryption("Aez.Encrypt vector", _vector, (aez, a) => aez.Encrypt(a.Nonce, a.Source, a.Destination, a.Strings)),
        Decryption("Aez.Decrypt", [], Returning<Aez>((aez, a) => aez.Decrypt(a.Nonce, a.Source, a.Destination))),
        Decryption("Aez.Decrypt string", [5], Returning<Aez>((aez, a) => aez.Decrypt(a.Nonce, a.Source, a.Destination, a.Strings[0].Span))),
        Decryption("Aez.Decrypt vector", _vector, Returning<Aez>((aez, a) => aez.Decrypt(a.Nonce, a.Source, a.Destination, a.Strings))),
        Decryption("Aez.TryDecrypt", [], (aez, a) => ((Aez)aez).TryDecrypt(a.Nonce, a.Source, a.Destination)),
        Decryption("Aez.TryDecrypt string", [5], (aez, a) => ((Aez)aez).TryDecrypt(a.Nonce, a.Source, a.Destination, a.Strings[0].Span)),
        Decryption("Aez.TryDecrypt vector", _vector, (aez, a) => ((Aez)aez).TryDecrypt(a.Nonce, a.Source, a.Destination, a.Strings)),
    ];

    private static readonly AezForm[] _arrays =
    [
        Array("Encrypt arrays", [], (aez, a, _) => Done(() => aez.Encrypt(a.Nonce!, a.Source!, a.Destination!))),
        Array("Encrypt string arrays", [5], (aez, a, strings) => Done(() => aez.Encrypt(a.Nonce!, a.Source!, a.Destination!, strings?[0].ToArray()!))),
        Array("Encrypt vector arrays", _vector, (aez, a, strings) => Done(() => aez.Encrypt(a.Nonce!, a.Source!, a.Destination!, strings!))),
        Array("Decrypt arrays", [], (aez, a, _) => Done(() => aez.Decrypt(a.Nonce!, a.Source!, a.Destination!))),
        Array("Decrypt string arrays", [5], (aez, a, strings) => Done(() => aez.Decrypt(a.Nonce!, a.Source!, a.Destination!, strings?[0].ToArray()!))),
        Array("Decrypt vector arrays", _vector, (aez, a, strings) => Done(() => aez.Decrypt(a.Nonce!, a.Source!, a.Destination!, strings!))),
        Array("TryDecrypt arrays", [], (aez, a, _) => aez.TryDecrypt(a.Nonce!, a.Source!, a.Destination!)),
        Array("TryDecrypt string arrays", [5], (aez, a, strings) => aez.TryDecrypt(a.Nonce!, a.Source!, a.Destination!, strings?[0].ToArray()!)),
        Array("TryDecrypt vector arrays", _vector, (aez, a, strings) => aez.TryDecrypt(a.Nonce!, a.Source!, a.Destination!, strings!)),
    ];

    /// <summary>Calls an array overload. The strings are null if the arguments have no associated data.</summary>
    public delegate bool ArrayCall(Aez aez, Arguments arguments, ReadOnlyMemory<byte>[]? strings);

    public static IEnumerable<int> AllTagSizes => [.. Enumerable.Range(0, 101), 127, 128, 129, 255, 256, 257, 300, 1000, 4099];

    /// <summary>The span overloads.</summary>
    public static new IReadOnlyList<AezForm> All => _all;

    public static IReadOnlyList<AezForm> Arrays => _arrays;

    public static TheoryData<string> Encryptions => [.. _all.Where(f => f.Encrypts).Select(f => f.Name)];

    public static TheoryData<string> Decryptions => [.. _all.Where(f => !f.Encrypts).Select(f => f.Name)];

    public static TheoryData<string> WithStrings => [.. _all.Where(f => f.StringSizes.Length > 0).Select(f => f.Name)];

    public override IEnumerable<int> KeySizes => [.. Enumerable.Range(1, 150), 255, 256, 257, 1000, 4096, 10_000];

    public override IReadOnlyDictionary<string, int> FixedSizes => new Dictionary<string, int>();

    public override bool HasDestinationBuffer => true;

    public override bool Encrypts => Source == "plaintext";

    public override bool Authenticates => !Encrypts;

    /// <summary>An empty message, AEZ-tiny, AEZ-core without pairs, with pairs, with fragments, and with a tag that extends past the pairs.</summary>
    public override IReadOnlyList<(int Size, int Other)> Ways =>
        [(0, 0), (0, 16), (0, 100), (1, 0), (5, 8), (15, 16), (16, 16), (31, 16), (40, 16), (63, 0), (64, 0), (64, 16), (100, 16), (300, 16), (20, 100), (300, 300), (1000, 16)];

    /// <summary>Distributes the messages of up to 300 bytes among the overloads.</summary>
    public override IEnumerable<Sample> Sweep =>
        from tagSize in _tagSizes
        from size in Effort.Thin(_sizesForAll.Union(Enumerable.Range(0, 301).Where(s => s % 3 == Math.Min(StringSizes.Length, 2))), Effort.IsSlow || Effort.IsBrief ? 20 : int.MaxValue)
        select new AezSample(size, tagSize, StringSizes, nonceSize: size % 33);

    /// <summary>Every tag size with AEZ-prf, AEZ-tiny, and AEZ-core with and without pairs and fragments.</summary>
    public override IEnumerable<Sample> Sizes =>
        from tagSize in Effort.Thin(AllTagSizes, Effort.IsSlow || Effort.IsBrief ? 20 : int.MaxValue)
        from size in (int[])[0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 100, 300]
        select CreateSample(size, tagSize);

    public override IEnumerable<string> Buffers => ["nonce", Source, Destination];

    /// <summary>A nonce may have any size, but a nonce array may not be null.</summary>
    public override IEnumerable<string> NotNull => StringSizes.Length > 0 ? [.. Buffers, "associatedData"] : Buffers;

    public override IEnumerable<string> StringNames => StringSizes.Select((_, i) => $"string {i}");

    public override IEnumerable<string> Refused => [.. base.Refused, $"nonce-{Destination}:nonce"];

    public static new AezForm Get(string name) => _all.Single(f => f.Name == name);

    public override AezSample CreateSample(int size, int? other = null, int? keySize = null) => new(size, other ?? 16, StringSizes, keySize: keySize ?? 48);

    public override IDisposable Create(byte[] key) => new Aez(key);

    public override IDisposable Create(ReadOnlySpan<byte> key) => new Aez(key);

    public override bool Call(IDisposable instance, Arguments arguments) => RunArrays is null
        ? base.Call(instance, arguments)
        : RunArrays((Aez)instance, arguments, arguments.AssociatedData is null ? null : Split(arguments.AssociatedData));

    /// <summary>Deliberately incorrect arguments may have fewer bytes.</summary>
    protected override ReadOnlyMemory<byte>[] Split(byte[]? associatedData)
    {
        List<ReadOnlyMemory<byte>> strings = [];
        ReadOnlyMemory<byte> rest = associatedData;
        foreach (int size in StringSizes)
        {
            int there = Math.Min(size, rest.Length);
            strings.Add(rest[..there]);
            rest = rest[there..];
        }

        return [.. strings];
    }

    private static AezForm Encryption(string name, int[] stringSizes, Action<Aez, Spans> run) => new(name, "plaintext", "ciphertext", stringSizes, Returning(run));

    private static AezForm Array(string name, int[] stringSizes, ArrayCall run)
    {
        bool encrypts = name.StartsWith("Encrypt", StringComparison.Ordinal);
        return new($"Aez.{name}", encrypts ? "plaintext" : "ciphertext", encrypts ? "ciphertext" : "plaintext", stringSizes, null, run);
    }

    private static bool Done(Action call)
    {
        call();
        return true;
    }

    private static AezForm Decryption(string name, int[] stringSizes, SpanCall run) => new(name, "ciphertext", "plaintext", stringSizes, run);
}
