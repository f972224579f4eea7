using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>A call's arguments. A form uses those it has parameters for.</summary>
internal sealed class Arguments
{
    public byte[]? Nonce { get; set; }

    public byte[]? Source { get; set; }

    public byte[]? Destination { get; set; }

    public byte[]? Tag { get; set; }

    public byte[]? AssociatedData { get; set; }

    public Stream? SourceStream { get; set; }

    public Stream? DestinationStream { get; set; }

    public Arguments Copy() => new()
    {
        Nonce = (byte[]?)Nonce?.Clone(),
        Source = (byte[]?)Source?.Clone(),
        Destination = (byte[]?)Destination?.Clone(),
        Tag = (byte[]?)Tag?.Clone(),
        AssociatedData = (byte[]?)AssociatedData?.Clone(),
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

/// <summary>
/// Every public instance method that takes arguments, called with whatever arguments a test wants: contracts that hold for all are
/// tested on all. <see cref="FormTests"/> counts that none is missing.
/// </summary>
/// <param name="Name">The method and the kind of its parameters.</param>
/// <param name="Source">The source's parameter name.</param>
/// <param name="Destination">The destination's parameter name; empty where the result is returned.</param>
/// <param name="Call">Makes the call.</param>
internal sealed record Form(string Name, string Source, string Destination, Action<AesGcmSiv, Arguments> Call)
{
    private static readonly Form[] _all =
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

    public static TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    public static IReadOnlyList<Form> All => _all;

    public bool IsArrays => Name.EndsWith("arrays", StringComparison.Ordinal);

    public bool IsStreams => Name.EndsWith("streams", StringComparison.Ordinal);

    public bool HasNonceAndTag => Name.Contains("crypt", StringComparison.Ordinal);

    public bool HasDestinationBuffer => Destination.Length > 0 && !IsStreams;

    private bool Encrypts => Name.StartsWith("Encrypt", StringComparison.Ordinal);

    private bool Seals => Name.StartsWith("Seal", StringComparison.Ordinal);

    private bool Opens => Name.StartsWith("Open", StringComparison.Ordinal);

    public static Form Get(string name) => _all.Single(f => f.Name == name);

    /// <summary>Arguments that are all right: destinations hold the filler, and what a decryption reads is authentic.</summary>
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

    /// <summary>Replaces one argument by the parameter's name.</summary>
    public void Set(Arguments arguments, string parameter, byte[]? value)
    {
        switch (parameter)
        {
            case "nonce":
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
}
