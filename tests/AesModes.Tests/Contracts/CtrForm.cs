using System.Security.Cryptography;
using AesModes.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>A call of <see cref="FaceCtr"/>'s with spans of any memory.</summary>
internal delegate void CtrCall(FaceCtr ctr, ReadOnlySpan<byte> initialCounter, ReadOnlySpan<byte> source, Span<byte> destination, long position);

/// <summary><see cref="FaceCtr"/>'s methods, called by Run; those that make a transform then use it, from the stream's first byte on.</summary>
internal sealed record CtrForm(string Name, string Source, string Destination, CtrCall Run) : Form(typeof(FaceCtr), Name, Source, Destination)
{
    private static readonly CtrForm[] _all =
    [
        new("FaceCtr.Encrypt", "plaintext", "ciphertext", (ctr, counter, source, destination, position) => ctr.Encrypt(counter, source, destination, position)),
        new("FaceCtr.Decrypt", "ciphertext", "plaintext", (ctr, counter, source, destination, position) => ctr.Decrypt(counter, source, destination, position)),
        new("FaceCtr.CreateEncryptor", "", "", (ctr, counter, source, destination, _) => Use(ctr.CreateEncryptor(counter), source, destination)),
        new("FaceCtr.CreateDecryptor", "", "", (ctr, counter, source, destination, _) => Use(ctr.CreateDecryptor(counter), source, destination)),
    ];

    public static new TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    /// <summary>Those that do not make a transform.</summary>
    public static TheoryData<string> SpanNames => [.. _all.Where(f => f.HasDestinationBuffer).Select(f => f.Name)];

    public static new IReadOnlyList<CtrForm> All => _all;

    public override IReadOnlyDictionary<string, int> FixedSizes => new Dictionary<string, int> { ["initialCounter"] = CtrSample.CounterSize };

    public override bool HasDestinationBuffer => Destination.Length > 0;

    public bool Encrypts => Name.Contains("Encrypt", StringComparison.Ordinal);

    public static new CtrForm Get(string name) => _all.Single(f => f.Name == name);

    public override IDisposable Create(int size, Backend? backend = null) => new CtrSample(size).Create(backend);

    public override Arguments CreateArguments(int size) => CreateArguments(new CtrSample(size));

    public Arguments CreateArguments(CtrSample sample) => new()
    {
        Nonce = (byte[])sample.InitialCounter.Clone(),
        Source = (byte[])GetSource(sample).Clone(),
        Destination = Sample.Filled(sample.Plaintext.Length),
    };

    public byte[] GetSource(CtrSample sample) => Encrypts ? sample.Plaintext : sample.Ciphertext;

    public byte[] GetResult(CtrSample sample) => Encrypts ? sample.Ciphertext : sample.Plaintext;

    public override void Call(IDisposable instance, Arguments arguments) =>
        Run((FaceCtr)instance, arguments.Nonce, arguments.Source, arguments.Destination, position: 0);

    public override void ExpectResult(IDisposable instance, Arguments arguments, int size) =>
        Expect.Same(GetResult(new CtrSample(size)), arguments.Destination, $"{Name}, {size} bytes");

    private static void Use(ICryptoTransform transform, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        using (transform)
        {
            transform.TransformFinalBlock(source.ToArray(), 0, source.Length).CopyTo(destination);
        }
    }
}
