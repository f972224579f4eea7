using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Tests.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract of <see cref="FaceCtr"/>: source and destination may begin at the same byte; any other overlap, and any of the initial counter with
/// the destination, is refused and nothing written. Empty spans overlap nothing. What is not refused gives what memory apart gives.
/// </summary>
[Fast]
public sealed class CtrOverlapTests
{
    /// <summary>A call's parts of a block, whole batches, and, from 8192 on, its table.</summary>
    private static readonly int[] _sizes =
    [
        .. Enumerable.Range(0, 160), 255, 256, 257, 300, 1000, 4080, 4096, 4097, 8191, 8192, 8193, 8200, 12_345,
    ];

    [Theory]
    [MemberData(nameof(CtrForm.SpanNames), MemberType = typeof(CtrForm))]
    public void Call_EveryPairAtEveryShift_WorksOrIsRefusedAsDocumented(string name)
    {
        CtrForm form = CtrForm.Get(name);
        foreach ((int size, long position) in ((int, long)[])[(40, 0), (40, 5), (0, 0), (1, 0), (16, 0), (17, 15), (130, 7)])
        {
            CtrSample sample = new(size, position);
            using FaceCtr ctr = sample.Create();
            Overlaps.CheckEveryPair(ctr, CreateOperation(form, position), [sample.InitialCounter, form.GetSource(sample), Sample.Filled(size)], $"{sample}");
        }
    }

    internal static Operation<FaceCtr> CreateOperation(CtrForm form, long position) => new(
        form.Name,
        ["initialCounter", form.Source, form.Destination],
        Written: [form.Destination],
        Refused: [$"initialCounter-{form.Destination}:initialCounter"],
        Together: $"{form.Source}-{form.Destination}:{form.Destination}",
        (ctr, arena, p) =>
        {
            form.Run(ctr, p[0].In(arena), p[1].In(arena), p[2].In(arena), position);
            return true;
        });

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Call_SourceAndDestinationBeginTogether_GivesTheText(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in _sizes)
        {
            foreach (CtrForm form in CtrForm.All.Where(f => f.HasDestinationBuffer))
            {
                CtrSample sample = new(size, position: size % 3 == 0 ? 0 : size % 19, keySize: 16 + (8 * (size % 3)));
                using FaceCtr ctr = sample.Create(backend);
                byte[] memory = [.. Sample.Filled(16), .. form.GetSource(sample), .. Sample.Filled(16)];
                Span<byte> text = memory.AsSpan(16..^16);
                form.Run(ctr, sample.InitialCounter, text, text, sample.Position);
                Expect.Same([.. Sample.Filled(16), .. form.GetResult(sample), .. Sample.Filled(16)], memory, $"{name}, {form.Name}, {sample}");
            }
        }
    }

    /// <summary>A transform's two buffers in one array, at every shift.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(40)]
    public void TransformBlock_BuffersInOneArrayAtEveryShift_WorksOrIsRefused(int size)
    {
        CtrSample sample = new(size);
        using FaceCtr ctr = sample.Create();
        for (int shift = -50; shift <= 50; shift++)
        {
            using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
            byte[] arena = Sample.Filled(200);
            sample.Plaintext.CopyTo(arena, 80);
            byte[] before = (byte[])arena.Clone();
            string what = $"{size} bytes, shift {shift}";
            if (shift != 0 && Math.Abs(shift) < size)
            {
                Expect.Refused<ArgumentException>(what, "outputBuffer", () => transform.TransformBlock(arena, 80, size, arena, 80 + shift));
                Expect.Same(before, arena, what);

                // And the stream is where it was.
                Expect.Same(sample.Ciphertext, transform.TransformFinalBlock(arena, 80, size), $"{what}: what follows");
                continue;
            }

            Assert.Equal(size, transform.TransformBlock(arena, 80, size, arena, 80 + shift));
            sample.Ciphertext.CopyTo(before, 80 + shift);
            Expect.Same(before, arena, what);
        }
    }
}
