using AesModes.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>One of <see cref="Aez"/>'s methods; those for no associated data and for one string take it from the vector's front.</summary>
/// <returns>What TryDecrypt returns; true where the others return.</returns>
internal delegate bool AezCall(
    Aez aez, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<ReadOnlyMemory<byte>> strings);

/// <summary><see cref="Aez"/>'s methods: three, each in three overloads, called by Run. A sample for it has strings of these sizes.</summary>
internal sealed record AezForm(string Name, string Source, string Destination, int[] StringSizes, AezCall Run)
    : Form(typeof(Aez), Name, Source, Destination)
{
    private static readonly int[] _vector = [5, 0, 17];

    private static readonly AezForm[] _all =
    [
        Encryption("Aez.Encrypt", [], (aez, nonce, source, destination, _) => aez.Encrypt(nonce, source, destination)),
        Encryption("Aez.Encrypt string", [5], (aez, nonce, source, destination, strings) => aez.Encrypt(nonce, source, destination, strings[0].Span)),
        Encryption("Aez.Encrypt vector", _vector, (aez, nonce, source, destination, strings) => aez.Encrypt(nonce, source, destination, strings)),
        Decryption("Aez.Decrypt", [], (aez, nonce, source, destination, _) => aez.Decrypt(nonce, source, destination)),
        Decryption("Aez.Decrypt string", [5], (aez, nonce, source, destination, strings) => aez.Decrypt(nonce, source, destination, strings[0].Span)),
        Decryption("Aez.Decrypt vector", _vector, (aez, nonce, source, destination, strings) => aez.Decrypt(nonce, source, destination, strings)),
        new("Aez.TryDecrypt", "ciphertext", "plaintext", [], (aez, nonce, source, destination, _) => aez.TryDecrypt(nonce, source, destination)),
        new("Aez.TryDecrypt string", "ciphertext", "plaintext", [5], (aez, nonce, source, destination, strings) => aez.TryDecrypt(nonce, source, destination, strings[0].Span)),
        new("Aez.TryDecrypt vector", "ciphertext", "plaintext", _vector, (aez, nonce, source, destination, strings) => aez.TryDecrypt(nonce, source, destination, strings)),
    ];

    private delegate void Action(
        Aez aez, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<ReadOnlyMemory<byte>> strings);

    public static new TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    public static new IReadOnlyList<AezForm> All => _all;

    public static TheoryData<string> Encryptions => [.. _all.Where(f => f.Encrypts).Select(f => f.Name)];

    public static TheoryData<string> Decryptions => [.. _all.Where(f => !f.Encrypts).Select(f => f.Name)];

    public override IReadOnlyDictionary<string, int> FixedSizes => new Dictionary<string, int>();

    public override bool HasDestinationBuffer => true;

    public bool Encrypts => Source == "plaintext";

    /// <summary>Whether a message that is not authentic is an exception.</summary>
    public bool Throws => Name.StartsWith("Aez.Decrypt", StringComparison.Ordinal);

    public static new AezForm Get(string name) => _all.Single(f => f.Name == name);

    public AezSample CreateSample(int size, int tagSize = 16) => new(size, tagSize, StringSizes);

    public override IDisposable Create(int size, Backend? backend = null) => CreateSample(size).Create(backend);

    public override Arguments CreateArguments(int size) => CreateArguments(CreateSample(size));

    /// <summary>The vector's strings stand one behind the other in one array.</summary>
    public Arguments CreateArguments(AezSample sample) => new()
    {
        Nonce = (byte[])sample.Nonce.Clone(),
        Source = (byte[])(Encrypts ? sample.Plaintext : sample.Ciphertext).Clone(),
        Destination = Sample.Filled((Encrypts ? sample.Ciphertext : sample.Plaintext).Length),
        AssociatedData = [.. sample.Strings.SelectMany(s => s.ToArray())],
    };

    public override void Call(IDisposable instance, Arguments arguments)
    {
        List<ReadOnlyMemory<byte>> strings = [];
        ReadOnlyMemory<byte> rest = arguments.AssociatedData;
        foreach (int size in StringSizes)
        {
            // Arguments made wrong on purpose may have less.
            int there = Math.Min(size, rest.Length);
            strings.Add(rest[..there]);
            rest = rest[there..];
        }

        Run((Aez)instance, arguments.Nonce, arguments.Source, arguments.Destination, strings.ToArray());
    }

    public override void ExpectResult(IDisposable instance, Arguments arguments, int size)
    {
        AezSample sample = CreateSample(size);
        Expect.Same(Encrypts ? sample.Ciphertext : sample.Plaintext, arguments.Destination, $"{Name}, {size} bytes");
    }

    private static AezForm Encryption(string name, int[] stringSizes, Action run) => new(name, "plaintext", "ciphertext", stringSizes, Returning(run));

    private static AezForm Decryption(string name, int[] stringSizes, Action run) => new(name, "ciphertext", "plaintext", stringSizes, Returning(run));

    private static AezCall Returning(Action run) => (aez, nonce, source, destination, strings) =>
    {
        run(aez, nonce, source, destination, strings);
        return true;
    };
}
