using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>Tests <see cref="FaceCtr"/>'s transforms in a <see cref="CryptoStream"/>, which reads and writes pieces of any size.</summary>
[Fast]
public sealed class CtrStreamTests
{
    private const int Size = 20_007;
    private const int Random = 0;

    private static readonly Lazy<CtrSample> _sample = new(() => new CtrSample(Size, keySize: 24));

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), [1, 3, 7, 15, 16, 17, 1000, 4096, 4097, Random]);

    [Theory]
    [MemberData(nameof(Rows))]
    public void Write_InPieces_GivesTheText(string name, int piece) => ForBoth(name, piece, (transform, source, expected, pieces, what) =>
    {
        using MemoryStream output = new();
        using (CryptoStream stream = new(output, transform, CryptoStreamMode.Write))
        {
            foreach ((int at, int count) in pieces)
            {
                stream.Write(source, at, count);
            }
        }

        Expect.Same(expected, output.ToArray(), what);
    });

    [Theory]
    [MemberData(nameof(Rows))]
    public void Read_InPieces_GivesTheText(string name, int piece) => ForBoth(name, piece, (transform, source, expected, pieces, what) =>
    {
        byte[] text = new byte[Size + 1];
        using (CryptoStream stream = new(new MemoryStream(source), transform, CryptoStreamMode.Read))
        {
            foreach ((int at, int count) in pieces)
            {
                stream.ReadExactly(text, at, count);
            }

            Assert.Equal(-1, stream.ReadByte());
        }

        Expect.Same(expected, text.AsSpan(0, Size), what);
        Assert.Equal(0, text[Size]);
    });

    /// <summary>The stream determines the sizes of its pieces itself.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public async Task CopyToAsync_EncryptThenDecrypt_RoundTrips(string name)
    {
        CtrSample sample = _sample.Value;
        using FaceCtr ctr = sample.Create(TestBackends.Get(name));
        using MemoryStream output = new();
        CancellationToken cancellation = TestContext.Current.CancellationToken;
        using ICryptoTransform encryptor = ctr.CreateEncryptor(sample.InitialCounter);
        using ICryptoTransform decryptor = ctr.CreateDecryptor(sample.InitialCounter);
        await using (CryptoStream writing = new(output, encryptor, CryptoStreamMode.Write, leaveOpen: true))
        {
            using MemoryStream source = new(sample.Plaintext);
            await source.CopyToAsync(writing, 777, cancellation);
            await writing.FlushFinalBlockAsync(cancellation);
        }

        Expect.Same(sample.Ciphertext, output.ToArray(), $"{name}, ciphertext");
        output.Position = 0;
        using MemoryStream plaintext = new();
        await using (CryptoStream reading = new(output, decryptor, CryptoStreamMode.Read))
        {
            await reading.CopyToAsync(plaintext, 1001, cancellation);
        }

        Expect.Same(sample.Plaintext, plaintext.ToArray(), $"{name}, plaintext");
    }

    /// <summary>A CryptoStream ends with a final block and does not dispose the transform, which the next stream continues.</summary>
    [Fact]
    public void Dispose_OfTheStream_LeavesTheTransformAtItsPlace()
    {
        CtrSample sample = _sample.Value;
        using FaceCtr ctr = sample.Create();
        using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
        using MemoryStream output = new();
        foreach ((int at, int count) in ((int, int)[])[(0, 1), (1, 5000), (5001, 33), (5034, Size - 5034)])
        {
            using CryptoStream stream = new(output, transform, CryptoStreamMode.Write, leaveOpen: true);
            stream.Write(sample.Plaintext, at, count);
        }

        Expect.Same(sample.Ciphertext, output.ToArray(), "the streams' texts");
    }

    private static void ForBoth(
        string name, int piece, Action<ICryptoTransform, byte[], byte[], IEnumerable<(int At, int Count)>, string> check)
    {
        Backend backend = TestBackends.Get(name);
        CtrSample sample = _sample.Value;
        (int, int)[] pieces = [.. Cut(piece)];
        using FaceCtr ctr = sample.Create(backend);
        string what = $"{name}, {(piece == Random ? $"random pieces ({Sweep.HowToRepeat})" : $"pieces of {piece}")}";
        using ICryptoTransform encryptor = ctr.CreateEncryptor(sample.InitialCounter);
        using ICryptoTransform decryptor = ctr.CreateDecryptor(sample.InitialCounter);
        check(encryptor, sample.Plaintext, sample.Ciphertext, pieces, $"{what}: ciphertext");
        check(decryptor, sample.Ciphertext, sample.Plaintext, pieces, $"{what}: plaintext");
    }

    private static IEnumerable<(int At, int Count)> Cut(int piece)
    {
        Random random = Sweep.Start();
        int count;
        for (int at = 0; at < Size; at += count)
        {
            count = Math.Min(piece == Random ? random.Next(random.Next(3) == 0 ? 5000 : 100) : piece, Size - at);
            yield return (at, count);
        }
    }
}
