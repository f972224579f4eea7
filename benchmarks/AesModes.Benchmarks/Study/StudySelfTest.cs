using AesModes.Backends.Hardware;
using AesModes.Benchmarks.Ratios;

namespace AesModes.Benchmarks.Study;

/// <summary>Checks the checks, with cores that are wrong on purpose.</summary>
internal static class StudySelfTest
{
    private const int KeySize = 16;
    private const int Size = 65536;

    /// <summary>What the checks let through.</summary>
    public static IReadOnlyList<string> Run()
    {
        IReadOnlyList<KnownAnswer> cases = StudyCheck.CreateCases(KeySize);
        TableCore<R2Level> sound = new();
        List<string> missed = [];
        if (StudyCheck.FindFault(sound, cases) is { } fault)
        {
            missed.Add($"The core that the wrong ones are made of is wrong itself: {fault}");
        }

        StudyCore[] wrong = [.. new[] { 8, 16, 24, 32, 40 }.Select(bits => new LosesCarry(sound, bits)), new LastByteWrong(sound)];
        foreach (StudyCore core in wrong)
        {
            fault = StudyCheck.FindFault(core, cases);
            Console.WriteLine(fault ?? $"{core.Name}: nothing found");
            if (fault is null)
            {
                missed.Add($"{core.Name} was not refused.");
            }
        }

        if (X86.IsSupported && !SelfTest.FindsIt(NoticesHalfTheWork))
        {
            missed.Add("A row that does half its work was not noticed.");
        }

        return missed;
    }

    private static bool NoticesHalfTheWork()
    {
        AesNiCore<Eight, PlainLevel> core = new();
        core.SetUp(new byte[KeySize], 0);
        byte[] text = new byte[Size];
        Row half = new("half", Size, Row.Calls(() => core.Xor(0, text.AsSpan(0, Size / 2), text)), core.CreateWork(Size, KeySize));
        return Comparison.Measure([half], 50)["half"].BeatsItsBound;
    }

    /// <summary>A core of what a right one gives.</summary>
    private abstract class Wrong(StudyCore sound, string how) : StudyCore($"{sound.Name} {how}", sound.Level)
    {
        protected StudyCore Sound => sound;

        public sealed override void SetUp(ReadOnlySpan<byte> key, UInt128 counter) => sound.SetUp(key, counter);
    }

    /// <summary>Counts in its lowest bits only.</summary>
    private sealed class LosesCarry(StudyCore sound, int bits) : Wrong(sound, $"without the carry at 2^{bits}")
    {
        public override void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            UInt128 border = UInt128.One << bits;
            UInt128 lower = counter & (border - 1);
            while (!source.IsEmpty)
            {
                int length = (int)UInt128.Min((UInt128)source.Length, (border - lower) * BlockSize);
                Sound.Xor(counter - (counter & (border - 1)) + lower, source[..length], destination);
                source = source[length..];
                destination = destination[length..];
                lower = 0;
            }
        }
    }

    private sealed class LastByteWrong(StudyCore sound) : Wrong(sound, "with the last byte wrong")
    {
        public override void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            Sound.Xor(counter, source, destination);
            if (!source.IsEmpty)
            {
                destination[source.Length - 1] ^= 1;
            }
        }
    }
}
