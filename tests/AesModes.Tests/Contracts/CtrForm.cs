using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>A message for <see cref="FaceCtr"/>, or a piece of one, encrypted by <see cref="ReferenceCtr"/>.</summary>
internal sealed class CtrSample : Sample
{
    public const int CounterSize = 16;

    public CtrSample(int size, long position = 0, int keySize = 32)
        : this(size, position, keySize, new Random((size * 1009) + (int)(position % 1_000_003) + keySize))
    {
    }

    public CtrSample(byte[] key, byte[] initialCounter, byte[] plaintext, long position, byte[]? ciphertext = null)
        : base(key, initialCounter, plaintext)
    {
        Position = position;
        Ciphertext = ciphertext ?? ReferenceCtr.Xor(key, initialCounter, plaintext, position);
    }

    private CtrSample(int size, long position, int keySize, Random random)
        : this(Bytes.Random(random, keySize), Bytes.Random(random, CounterSize), Bytes.Random(random, size), position)
    {
    }

    public byte[] InitialCounter => Nonce;

    public override FaceCtr Create(Backend? backend = null) => backend is null ? new FaceCtr(Key) : new FaceCtr(Key, backend);

    public override IDisposable Create(ReadOnlySpan<byte> key, Backend backend) => new FaceCtr(key, backend);

    /// <summary>Cuts a piece out of a message that begins at position 0.</summary>
    public CtrSample Cut(int position, int size) =>
        new(Key, InitialCounter, Plaintext.AsSpan(position, size).ToArray(), position, Ciphertext.AsSpan(position, size).ToArray());

    public override string ToString() => $"{Plaintext.Length} bytes at {Position}, AES-{8 * Key.Length}";
}

/// <summary><see cref="FaceCtr"/>'s methods. Run calls those for spans, and RunArrays those for arrays. The forms that create a transform use it from the first byte of the key stream.</summary>
internal sealed record CtrForm(
    string Name,
    string Source,
    string Destination,
    SpanCall? Run,
    Func<FaceCtr, byte[]?, ICryptoTransform>? CreateTransform = null,
    Action<FaceCtr, Arguments>? RunArrays = null)
    : Form(typeof(FaceCtr), Name, Source, Destination, Run)
{
    private static readonly CtrForm[] _all =
    [
        new("FaceCtr.Encrypt", "plaintext", "ciphertext", Returning<FaceCtr>((ctr, a) => ctr.Encrypt(a.Nonce, a.Source, a.Destination, a.Position))),
        new("FaceCtr.Decrypt", "ciphertext", "plaintext", Returning<FaceCtr>((ctr, a) => ctr.Decrypt(a.Nonce, a.Source, a.Destination, a.Position))),
        new("FaceCtr.Encrypt arrays", "plaintext", "ciphertext", null, null, (ctr, a) => ctr.Encrypt(a.Nonce!, a.Source!, a.Destination!, a.Position)),
        new("FaceCtr.Decrypt arrays", "ciphertext", "plaintext", null, null, (ctr, a) => ctr.Decrypt(a.Nonce!, a.Source!, a.Destination!, a.Position)),
        new("FaceCtr.CreateEncryptor", "", "", null, (ctr, counter) => ctr.CreateEncryptor(counter)),
        new("FaceCtr.CreateDecryptor", "", "", null, (ctr, counter) => ctr.CreateDecryptor(counter)),
    ];

    public static new TheoryData<string> SpanNames => [.. _all.Where(f => f.Run is not null).Select(f => f.Name)];

    public static new IReadOnlyList<CtrForm> All => _all;

    public override IEnumerable<int> KeySizes => [16, 24, 32];

    public override IReadOnlyDictionary<string, int> FixedSizes => new Dictionary<string, int> { ["initialCounter"] = CtrSample.CounterSize };

    public override bool HasDestinationBuffer => Destination.Length > 0;

    public override bool Encrypts => Name.Contains("Encrypt", StringComparison.Ordinal);

    public override bool Authenticates => false;

    /// <summary>With and without a partial block first, and with a table.</summary>
    public override IReadOnlyList<(int Size, int Other)> Ways =>
        [(1, 0), (16, 0), (17, 0), (5, 3), (16, 3), (100, 15), (1000, 0), (8192, 0), (10_000, 7)];

    /// <summary>Partial blocks, whole batches and, from 8192 bytes, calls with a table.</summary>
    public override IEnumerable<Sample> Sweep =>
        from size in Enumerable.Range(0, 301).Concat([1000, 4080, 4095, 4096, 4097, 8191, 8192, 8193, 8200, 10_000, 12_345])
        select new CtrSample(size, position: size % 4 == 0 ? 0 : size % 19, keySize: 16 + (8 * (size % 3)));

    public override IEnumerable<string> StringNames => [];

    public override IEnumerable<string> Refused => [$"initialCounter-{Destination}:initialCounter"];

    public static new CtrForm Get(string name) => _all.Single(f => f.Name == name);

    public override CtrSample CreateSample(int size, int? other = null, int? keySize = null) => new(size, other ?? 0, keySize ?? 32);

    public override IDisposable Create(byte[] key) => new FaceCtr(key);

    public override IDisposable Create(ReadOnlySpan<byte> key) => new FaceCtr(key);

    public override bool Call(IDisposable instance, Arguments arguments)
    {
        if (RunArrays is not null)
        {
            RunArrays((FaceCtr)instance, arguments);
            return true;
        }

        if (CreateTransform is null)
        {
            return base.Call(instance, arguments);
        }

        using ICryptoTransform transform = CreateTransform((FaceCtr)instance, arguments.Nonce);
        transform.TransformFinalBlock(arguments.Source ?? [], 0, arguments.Source?.Length ?? 0).CopyTo(arguments.Destination.AsSpan());
        return true;
    }
}
