using AesModes.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary><see cref="AesGcmSiv"/>'s methods, called by Run.</summary>
internal sealed record GcmSivForm(string Name, string Source, string Destination, Action<AesGcmSiv, Arguments> Run)
    : Form(typeof(AesGcmSiv), Name, Source, Destination)
{
    private static readonly GcmSivForm[] _all =
    [
        new("Encrypt arrays", "plaintext", "ciphertext", (siv, a) => siv.Encrypt(a.Nonce!, a.Source!, a.Destination!, a.Tag!, a.AssociatedData)),
        new("Encrypt spans", "plaintext", "ciphertext", (siv, a) => siv.Encrypt(a.Nonce.AsSpan(), a.Source, a.Destination, a.Tag, a.AssociatedData)),
        new("Encrypt streams", "plaintext", "ciphertext", (siv, a) => siv.Encrypt(a.Nonce, a.SourceStream!, a.DestinationStream!, a.Tag, a.AssociatedData)),
        new("Decrypt arrays", "ciphertext", "plaintext", (siv, a) => siv.Decrypt(a.Nonce!, a.Source!, a.Tag!, a.Destination!, a.AssociatedData)),
        new("Decrypt spans", "ciphertext", "plaintext", (siv, a) => siv.Decrypt(a.Nonce.AsSpan(), a.Source, a.Tag, a.Destination, a.AssociatedData)),
        new("Decrypt streams", "ciphertext", "plaintext", (siv, a) => siv.Decrypt(a.Nonce, a.SourceStream!, a.Tag, a.DestinationStream!, a.AssociatedData)),
        new("TryDecrypt spans", "ciphertext", "plaintext", (siv, a) => siv.TryDecrypt(a.Nonce, a.Source, a.Tag, a.Destination, a.AssociatedData)),
        new("Seal arrays", "plaintext", "", (siv, a) => siv.Seal(a.Source!, a.AssociatedData)),
        new("Seal spans", "plaintext", "destination", (siv, a) => siv.Seal(a.Source, a.AssociatedData, a.Destination)),
        new("Open arrays", "sealedMessage", "", (siv, a) => siv.Open(a.Source!, a.AssociatedData)),
        new("Open spans", "sealedMessage", "plaintext", (siv, a) => siv.Open(a.Source, a.AssociatedData, a.Destination)),
    ];

    public static new TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    public static new IReadOnlyList<GcmSivForm> All => _all;

    public override IReadOnlyDictionary<string, int> FixedSizes => HasNonceAndTag
        ? new Dictionary<string, int> { ["nonce"] = Sample.NonceSize, ["tag"] = Sample.TagSize }
        : [];

    public bool HasNonceAndTag => Name.Contains("crypt", StringComparison.Ordinal);

    public override bool HasDestinationBuffer => Destination.Length > 0 && !IsStreams;

    public bool IsArrays => Name.EndsWith("arrays", StringComparison.Ordinal);

    public bool IsStreams => Name.EndsWith("streams", StringComparison.Ordinal);

    public bool Encrypts => Name.StartsWith("Encrypt", StringComparison.Ordinal);

    public bool Seals => Name.StartsWith("Seal", StringComparison.Ordinal);

    public bool Opens => Name.StartsWith("Open", StringComparison.Ordinal);

    public static new GcmSivForm Get(string name) => _all.Single(f => f.Name == name);

    public override void Call(IDisposable instance, Arguments arguments) => Run((AesGcmSiv)instance, arguments);

    public override IDisposable Create(int size, Backend? backend = null) => new Sample(size).Create(backend);

    public override Arguments CreateArguments(int size) => CreateArguments(new Sample(size));

    public Arguments CreateArguments(Sample sample)
    {
        byte[] source = Encrypts || Seals ? sample.Plaintext : Opens ? sample.Sealed : sample.Ciphertext;
        return new Arguments
        {
            Nonce = (byte[])sample.Nonce.Clone(),
            Source = (byte[])source.Clone(),
            Destination = Sample.Filled(sample.Plaintext.Length + (Seals ? Sample.Overhead : 0)),
            Tag = Encrypts ? Sample.Filled(Sample.TagSize) : (byte[])sample.Tag.Clone(),
            AssociatedData = (byte[])sample.AssociatedData.Clone(),
            SourceStream = new MemoryStream(source, writable: false),
            DestinationStream = new MemoryStream(),
        };
    }

    public override void ExpectResult(IDisposable instance, Arguments arguments, int size) => ExpectResult(instance, arguments, new Sample(size));

    public void ExpectResult(IDisposable instance, Arguments arguments, Sample sample)
    {
        int size = sample.Plaintext.Length;
        byte[] expected = Encrypts ? sample.Ciphertext : sample.Plaintext;
        byte[] result = IsStreams ? ((MemoryStream)arguments.DestinationStream!).ToArray() : arguments.Destination!;
        if (Seals && HasDestinationBuffer)
        {
            result = ((AesGcmSiv)instance).Open(result, sample.AssociatedData);
        }

        if (Destination.Length > 0)
        {
            Expect.Same(expected, result, $"{Name}, {size} bytes");
            Expect.Same(sample.Tag, arguments.Tag, $"{Name}, {size} bytes: tag");
        }
    }
}
