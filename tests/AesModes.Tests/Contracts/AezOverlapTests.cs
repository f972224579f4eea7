using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Limits;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract of <see cref="Aez"/>: source and destination may begin at the same byte, though one is longer by the tag; any other overlap, and
/// any of the nonce or a string of associated data with the destination, is refused and nothing written. Empty spans overlap nothing. What
/// is not refused gives what memory apart gives.
/// </summary>
[Fast]
public sealed class AezOverlapTests
{
    private static readonly (int Size, int TagSize)[] _messages = [(40, 16), (5, 40), (0, 16), (40, 0), (0, 0), (1, 1), (20, 100), (100, 16), (130, 40)];

    [Theory]
    [MemberData(nameof(AezForm.Names), MemberType = typeof(AezForm))]
    public void Call_EveryPairAtEveryShift_WorksOrIsRefusedAsDocumented(string name)
    {
        AezForm form = AezForm.Get(name);
        foreach ((int size, int tagSize) in _messages.Take(Effort.IsSlow ? 2 : _messages.Length))
        {
            AezSample sample = form.CreateSample(size, tagSize);
            using Aez aez = sample.Create();
            Overlaps.CheckEveryPair(aez, CreateOperation(form), Contents(form, sample), $"{size} bytes, tag of {tagSize}");
        }
    }

    /// <summary>Encryption goes on behind its source, over whatever stands there; decryption leaves that alone.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Call_SourceAndDestinationBeginTogether_GivesWhatMemoryApartGives(string name)
    {
        Backend backend = TestBackends.Get(name);
        int[] sizes = [.. Enumerable.Range(0, 100), 127, 128, 159, 160, 255, 256, 257, 287, 288, 289, 300, 511, 512, 513, 543, 544, 545, 777, 1031];
        foreach (int tagSize in (int[])[0, 16, 40, 100, 300])
        {
            foreach (int size in Effort.Thin(sizes, Effort.IsSlow ? 20 : sizes.Length))
            {
                foreach (AezForm form in AezForm.All)
                {
                    AezSample sample = form.CreateSample(size, tagSize);
                    using Aez aez = sample.Create(backend);
                    byte[] memory = Sample.Filled(size + tagSize + 32);
                    Span<byte> plaintext = memory.AsSpan(16, size);
                    Span<byte> ciphertext = memory.AsSpan(16, size + tagSize);
                    string what = $"{name}, {form.Name}, {sample}";
                    if (form.Encrypts)
                    {
                        sample.Plaintext.CopyTo(plaintext);
                        form.Run(aez, sample.Nonce, plaintext, ciphertext, sample.Strings);
                        Expect.Same(sample.Ciphertext, ciphertext, what);
                    }
                    else
                    {
                        sample.Ciphertext.CopyTo(ciphertext);
                        Assert.True(form.Run(aez, sample.Nonce, ciphertext, plaintext, sample.Strings), what);
                        Expect.Same(sample.Plaintext, plaintext, what);
                        Expect.Same(sample.Ciphertext.AsSpan(size), ciphertext[size..], $"{what}: behind the plaintext");
                    }

                    Expect.Same(Sample.Filled(16), memory.AsSpan(0, 16), $"{what}: in front");
                    Expect.Same(Sample.Filled(16), memory.AsSpan(^16..), $"{what}: behind");
                }
            }
        }
    }

    /// <summary>What the operation's parameters get for this sample.</summary>
    internal static byte[][] Contents(AezForm form, AezSample sample)
    {
        byte[][] texts = form.Encrypts
            ? [sample.Plaintext, Sample.Filled(sample.Ciphertext.Length)]
            : [sample.Ciphertext, Sample.Filled(sample.Plaintext.Length)];
        return [sample.Nonce, .. texts, .. sample.Strings.Select(s => s.ToArray())];
    }

    internal static Operation<Aez> CreateOperation(AezForm form)
    {
        string[] strings = [.. form.StringSizes.Select((_, i) => $"string {i}")];
        return new Operation<Aez>(
            form.Name,
            ["nonce", form.Source, form.Destination, .. strings],
            Written: [form.Destination],
            Refused: [$"nonce-{form.Destination}:nonce", .. strings.Select(s => $"{form.Destination}-{s}:associatedData")],
            Together: $"{form.Source}-{form.Destination}:{form.Destination}",
            (aez, arena, p) =>
            {
                bool authentic = false;
                ReadOnlyMemory<byte>[] associatedData = [.. p[3..].Select(s => new ReadOnlyMemory<byte>(arena, s.Offset, s.Length))];
                return Overlaps.Succeeds(() => authentic = form.Run(aez, p[0].In(arena), p[1].In(arena), p[2].In(arena), associatedData)) && authentic;
            });
    }
}
