using System.Globalization;
using AesModes.Tests.Vectors;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Backends;

/// <summary>
/// Tests in every kernel that the 32-bit counter wraps without a carry, after any number of blocks. The first counter is the tag, so these messages are constructed to have the
/// required tag.
/// </summary>
[Fast]
public class CounterWrapTests
{
    private const int Seed = 8452;

    /// <summary>Long enough for every backend's fused decryption: whole batches of sixteen blocks, then five blocks and seven bytes.</summary>
    private const int LongMessage = (16 * 69) + 7;

    /// <summary>RFC 8452 appendix C.3's messages start at 2³² − 1. Vector tests check their results on every backend.</summary>
    [Fact]
    public void Vectors_Rfc8452AppendixC3_StartAtTheLastCounter()
    {
        GcmSivCase[] vectors = TestVectors.GcmSiv.InGroup("rfc8452-counter-wrap");
        Assert.Equal(2, vectors.Length);
        Assert.All(vectors, v => Assert.Equal(uint.MaxValue, BitConverter.ToUInt32(v.Steps!.InitialCounter)));
        Assert.All(vectors, v => Assert.True(v.Size > 16));
    }

    /// <summary>The message ends in the block in which the counter wraps, a few blocks later, or after batches of the fused kernel.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptAndDecrypt_CounterWrapsAfter0To40Blocks_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        _ = Sweep.Start(Seed);
        foreach ((int blocks, ReferenceMessage message) in _messages.Value)
        {
            using var siv = new AesGcmSiv(message.Key, backend);
            message.Check(siv, string.Create(CultureInfo.InvariantCulture, $"{name}, wrap after {blocks} blocks"));
        }
    }

    /// <summary>A stream's chunk has 64 KiB, or 4096 blocks. The counter wraps between two chunks, or within the second.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptAndDecrypt_StreamWithCounterWrapInLaterChunk_MatchReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        _ = Sweep.Start(Seed);
        foreach ((int blocks, ReferenceMessage message) in _streams.Value)
        {
            string what = string.Create(CultureInfo.InvariantCulture, $"on {name}, wrap after {blocks} blocks");
            using var siv = new AesGcmSiv(message.Key, backend);
            using var source = new MemoryStream(message.Plaintext);
            using var ciphertext = new MemoryStream();
            byte[] tag = new byte[16];
            siv.Encrypt(message.Nonce, source, ciphertext, tag, message.AssociatedData, cancellationToken: TestContext.Current.CancellationToken);
            Bytes.AssertEqual(message.Tag, tag, $"tag {what}");
            Bytes.AssertEqual(message.Ciphertext, ciphertext.ToArray(), $"ciphertext {what}");

            ciphertext.Position = 0;
            using var decrypted = new MemoryStream();
            siv.Decrypt(message.Nonce, ciphertext, tag, decrypted, message.AssociatedData, cancellationToken: TestContext.Current.CancellationToken);
            Bytes.AssertEqual(message.Plaintext, decrypted.ToArray(), $"plaintext {what}");
        }
    }

    /// <summary>Checks the solver: the reference, which does not depend on it, must compute the requested counter.</summary>
    [Fact]
    public void ForceCounter_AnyCounter_MatchesReference() => Assert.All([.. _messages.Value, .. _streams.Value], wrapping =>
        Assert.Equal(unchecked(0u - (uint)wrapping.Blocks), BitConverter.ToUInt32(wrapping.Message.Tag)));

    /// <summary>Shared by all backends.</summary>
    private static readonly Lazy<(int Blocks, ReferenceMessage Message)[]> _messages = new(() =>
    {
        var random = new Random(Seed);
        return
        [
            .. from blocks in Enumerable.Range(0, 41)
               from size in (int[])[(16 * blocks) + 17, (16 * blocks) + 16 + random.Next(100), LongMessage]
               select MakeMessage(random, blocks, size),
        ];
    });

    private static readonly Lazy<(int Blocks, ReferenceMessage Message)[]> _streams = new(() =>
    {
        var random = new Random(Seed);
        return [MakeMessage(random, 4096, (16 * 4200) + 5), MakeMessage(random, 4096 + 37, (16 * 4200) + 5)];
    });

    /// <summary>Makes a message whose counter wraps after the given number of blocks.</summary>
    private static (int Blocks, ReferenceMessage Message) MakeMessage(Random random, int blocks, int size)
    {
        byte[] key = Bytes.Random(random, (blocks + size) % 2 == 0 ? 16 : 32);
        byte[] nonce = Bytes.Random(random, 12);
        byte[] plaintext = Bytes.Random(random, size);
        byte[] associatedData = Bytes.Random(random, random.Next(40));
        TagSolver.ForceCounter(random, key, nonce, plaintext, associatedData, random.Next(size / 16), unchecked(0u - (uint)blocks));
        return (blocks, new ReferenceMessage(key, nonce, plaintext, associatedData));
    }
}
