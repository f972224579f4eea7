using System.Collections.Concurrent;
using AesModes.Tests.Vectors;
using AesModes.Tool.Common;
using AesModes.Tool.Trace;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Tool;

/// <summary>Compares every value of a trace, on every backend, with RFC 8452 and the slow reference.</summary>
public class TraceTests
{
    private static readonly ConcurrentDictionary<(int Key, int AssociatedData, int Message), string> _references = new();

    /// <summary>The key size first. Sizes around blocks, block numbers above 255 in either part, and a counter that wraps.</summary>
    private static readonly (int Key, int AssociatedData, int Message)[] _sizes =
    [
        (16, 0, 0), (32, 0, 0), (16, 1, 0), (32, 0, 1), (16, 15, 17), (32, 16, 16), (16, 17, 33), (32, 300, 1000), (16, 4097, 70), (32, 40, 5000),
        (16, 110, 63795), (32, 55, 52321),
    ];

    [Fact]
    public void BackendSteps_OfEachBackend_Differ() =>
        Assert.Equal(Backend.All.Count, Backend.All.Select(backend => BackendSteps.Of(backend).GetType()).Distinct().Count());

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Trace_OfASample_EqualsTheReference(string backend)
    {
        Tracer tracer = new(TestBackends.Get(backend));
        TestVectors.CheckAll(_sizes, size => $"{size} on {backend}", size =>
        {
            string expected = _references.GetOrAdd(size, s => ReferenceTrace.ToJson(ReferenceTrace.Make(s.Key, s.AssociatedData, s.Message)));
            GcmSivInput input = GcmSivInput.Sample(size.Key, size.AssociatedData, size.Message);
            GcmSivTrace trace = tracer.Trace(input);
            Assert.Equal(expected, ReferenceTrace.ToJson(trace));
            Assert.True(tracer.ClassAgrees(input, trace));
        });
    }

    [Theory]
    [InlineData(16, 110, 63795)]
    [InlineData(32, 55, 52321)]
    public void Trace_OfTheSamplesThatAreSaidToWrap_Wraps(int keySize, int associatedDataSize, int messageSize)
    {
        GcmSivTrace trace = new Tracer(Backend.Default!).Trace(GcmSivInput.Sample(keySize, associatedDataSize, messageSize));
        int at = trace.CounterBlocks.ToList().FindIndex(block => block.StartsWith("00000000", StringComparison.Ordinal));
        Assert.StartsWith("ffffffff", trace.CounterBlocks[at - 1], StringComparison.Ordinal);
        Assert.Equal(trace.CounterBlocks[0][8..], trace.CounterBlocks[at][8..]);
    }

    /// <summary>32 vectors of RFC 8452 appendix C equal this sample.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Trace_OfTheSizesOfRfcVectors_GivesTheirValues(string backend)
    {
        Tracer tracer = new(TestBackends.Get(backend));
        GcmSivCase[] vectors = [.. TestVectors.GcmSiv.Where(v => v.Steps is not null && v.Key[0] == 1 && v.Nonce[0] == 3)];
        Assert.Equal(32, vectors.Length);
        TestVectors.CheckAll(vectors, v => $"{v.Id} on {backend}", vector =>
        {
            GcmSivTrace trace = tracer.Trace(GcmSivInput.Sample(vector.Key.Length, vector.AssociatedData.Length, vector.Size));
            AssertHex(vector.Key, trace.Key);
            AssertHex(vector.Nonce, trace.Nonce);
            AssertHex(vector.AssociatedData, trace.AssociatedData);
            AssertHex(vector.Plaintext, trace.Plaintext);
            AssertHex(vector.Steps!.AuthenticationKey, trace.RecordAuthenticationKey);
            AssertHex(vector.Steps.EncryptionKey, trace.RecordEncryptionKey);
            AssertHex(vector.Steps.PolyvalInput, trace.PaddedAssociatedData + trace.PaddedPlaintext + trace.LengthBlock);
            AssertHex(vector.Steps.PolyvalResult, trace.Polyval);
            AssertHex(vector.Tag, trace.Tag);
            Assert.Equal((vector.Size + 15) / 16, trace.CounterBlocks.Count);
            Assert.All(trace.CounterBlocks.Take(1), block => AssertHex(vector.Steps.InitialCounter, block));
            vector.AssertCiphertext(Convert.FromHexString(trace.Ciphertext), "ciphertext");
            AssertHex(vector.Plaintext, trace.Decrypted);
            Assert.True(trace.Matched);
        });
    }

    [Fact]
    public void ClassAgrees_WithAnotherTagOrCiphertext_DoesNot()
    {
        GcmSivInput input = GcmSivInput.Sample(16, 1, 8);
        Tracer tracer = new(Backend.Default!);
        GcmSivTrace trace = tracer.Trace(input);
        Assert.True(tracer.ClassAgrees(input, trace));
        Assert.False(tracer.ClassAgrees(input, trace with { Tag = trace.Polyval }));
        Assert.False(tracer.ClassAgrees(input, trace with { Ciphertext = trace.Plaintext }));
    }

    private static void AssertHex(ReadOnlySpan<byte> expected, string actual) => Assert.Equal(Convert.ToHexStringLower(expected), actual);
}
