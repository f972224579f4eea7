using AesModes.Backends;
using AesModes.Tests.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract: source and destination may begin at the same byte; any other overlap, and any of a nonce, tag or associated data with a
/// destination (or of a tag with the ciphertext), is refused and nothing written. Empty spans overlap nothing. What is not refused gives
/// what memory apart gives.
/// </summary>
[Fast]
public sealed class OverlapTests
{
    internal static readonly Dictionary<string, Operation<AesGcmSiv>> AllOperations = new Operation<AesGcmSiv>[]
    {
        new(
            "Encrypt",
            ["nonce", "plaintext", "ciphertext", "tag", "associatedData"],
            Written: ["ciphertext", "tag"],
            Refused: ["nonce-ciphertext:nonce", "nonce-tag:nonce", "plaintext-tag:tag", "ciphertext-tag:tag", "ciphertext-associatedData:associatedData", "tag-associatedData:associatedData"],
            Together: "plaintext-ciphertext:ciphertext",
            static (siv, a, p) =>
            {
                siv.Encrypt(p[0].In(a), p[1].In(a), p[2].In(a), p[3].In(a), p[4].In(a));
                return true;
            }),
        new(
            "TryDecrypt",
            ["nonce", "ciphertext", "tag", "plaintext", "associatedData"],
            Written: ["plaintext"],
            Refused: ["nonce-plaintext:nonce", "tag-plaintext:tag", "ciphertext-tag:tag", "plaintext-associatedData:associatedData"],
            Together: "ciphertext-plaintext:plaintext",
            static (siv, a, p) => siv.TryDecrypt(p[0].In(a), p[1].In(a), p[2].In(a), p[3].In(a), p[4].In(a))),
        new(
            "Decrypt",
            ["nonce", "ciphertext", "tag", "plaintext", "associatedData"],
            Written: ["plaintext"],
            Refused: ["nonce-plaintext:nonce", "tag-plaintext:tag", "ciphertext-tag:tag", "plaintext-associatedData:associatedData"],
            Together: "ciphertext-plaintext:plaintext",
            static (siv, a, p) => Overlaps.Succeeds(() => siv.Decrypt(p[0].In(a), p[1].In(a), p[2].In(a), p[3].In(a), p[4].In(a)))),
        new(
            "Open",
            ["sealedMessage", "associatedData", "plaintext"],
            Written: ["plaintext"],
            Refused: ["associatedData-plaintext:associatedData"],
            Together: "sealedMessage-plaintext:plaintext",
            static (siv, a, p) => Overlaps.Succeeds(() => siv.Open(p[0].In(a), p[1].In(a), p[2].In(a)))),
        new(
            "Seal",
            ["plaintext", "associatedData", "destination"],
            Written: ["destination"],
            Refused: ["associatedData-destination:associatedData"],
            Together: "plaintext-destination:destination",
            static (siv, a, p) =>
            {
                // The nonce is random: put back what the destination stands for, so that runs can be compared.
                byte[] associatedData = p[1].In(a).ToArray();
                siv.Seal(p[0].In(a), p[1].In(a), p[2].In(a));
                byte[] opened = siv.Open(p[2].In(a).ToArray(), associatedData);
                p[2].In(a).Clear();
                opened.CopyTo(p[2].In(a));
                return true;
            }),
    }.ToDictionary(o => o.Name);

    public static TheoryData<string> Operations => [.. AllOperations.Keys];

    [Theory]
    [MemberData(nameof(Operations))]
    public void Call_EveryPairAtEveryShift_WorksOrIsRefusedAsDocumented(string name)
    {
        Operation<AesGcmSiv> operation = AllOperations[name];
        foreach ((int size, int associatedDataSize) in (ReadOnlySpan<(int, int)>)[(40, 20), (0, 20), (40, 0), (0, 0), (1, 1), (17, 33), (100, 5)])
        {
            Sample sample = new(size, associatedDataSize);
            using AesGcmSiv siv = sample.Create();
            byte[][] contents = [.. operation.Parameters.Select(p => Content(sample, operation, p))];
            Overlaps.CheckEveryPair(siv, operation, contents, $"{size} bytes, {associatedDataSize} of associated data");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Call_SourceAndDestinationBeginTogether_GivesWhatMemoryApartGives(string name)
    {
        Backend backend = TestBackends.Get(name);
        IEnumerable<int> sizes = Enumerable.Range(0, 70).Concat([127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 777, 1031]);
        foreach ((int size, int associatedDataSize) in sizes.SelectMany(s => s < 20 ? ((int, int)[])[(s, 0), (s, 3), (s, 16), (s, 17)] : [(s, s % 19)]))
        {
            Sample sample = new(size, associatedDataSize);
            using AesGcmSiv siv = sample.Create(backend);
            string what = $"{name}, {size} bytes, {associatedDataSize} of associated data";
            byte[] tag = Sample.Filled(16);

            byte[] text = (byte[])sample.Plaintext.Clone();
            siv.Encrypt(sample.Nonce, text, text, tag, sample.AssociatedData);
            Expect.Same(sample.Ciphertext, text, $"{what}: Encrypt");
            Expect.Same(sample.Tag, tag, $"{what}: tag");

            siv.Decrypt(sample.Nonce, text, tag, text, sample.AssociatedData);
            Expect.Same(sample.Plaintext, text, $"{what}: Decrypt");

            byte[] box = Sample.Filled(AesGcmSiv.GetSealedLength(size));
            sample.Plaintext.CopyTo(box, 0);
            siv.Seal(box.AsSpan(0, size), sample.AssociatedData, box);
            Expect.Same(sample.Plaintext, siv.Open(box, sample.AssociatedData), $"{what}: Seal");

            siv.Open(box, sample.AssociatedData, box.AsSpan(0, size));
            Expect.Same(sample.Plaintext, box.AsSpan(0, size), $"{what}: Open");
        }
    }

    [Theory]
    [InlineData("nonce")]
    [InlineData("associatedData")]
    public void EncryptStreams_TagOverlapsAnInput_IsRefusedAndNothingWritten(string parameter)
    {
        Sample sample = new(20);
        using AesGcmSiv siv = sample.Create();
        for (int shift = -16; shift <= 16; shift++)
        {
            byte[] arena = Sample.Filled(100);
            int start = 50 + shift;
            int length = 12;
            using MemoryStream input = new(sample.Plaintext);
            using MemoryStream output = new();
            void Encrypt()
            {
                Span<byte> other = arena.AsSpan(start, length);
                bool isNonce = parameter == "nonce";
                siv.Encrypt(isNonce ? other : sample.Nonce, input, output, arena.AsSpan(50, 16), isNonce ? [] : other);
            }

            if (start < 50 + 16 && start + length > 50)
            {
                Expect.Refused<ArgumentException>($"shift {shift}", parameter, Encrypt);
                Expect.Same(Sample.Filled(100), arena, $"shift {shift}");
                Assert.Equal(0, output.Length);
            }
            else
            {
                Encrypt();
            }
        }
    }

    /// <summary>What a parameter gets for this sample.</summary>
    internal static byte[] Content(Sample sample, Operation<AesGcmSiv> operation, string parameter) => parameter switch
    {
        "nonce" => sample.Nonce,
        "associatedData" => sample.AssociatedData,
        "sealedMessage" => sample.Sealed,
        "destination" => Sample.Filled(sample.Plaintext.Length + Sample.Overhead),
        _ when operation.Written.Contains(parameter) => Sample.Filled(parameter == "tag" ? 16 : sample.Plaintext.Length),
        "tag" => sample.Tag,
        "ciphertext" => sample.Ciphertext,
        _ => sample.Plaintext,
    };
}
