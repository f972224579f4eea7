using AesModes.CoverageFuzz;
using SharpFuzz;

// tests/fuzz-coverage runs this program; see docs/testing.md.
Instrumentation.StartWithoutFuzzer();
switch (args)
{
    case ["instrument", .. string[] assemblies]:
        Instrumentation.Apply(assemblies);
        return 0;
    case ["seeds", string target, string folder, string words]:
        Seeds.Write(target, folder, words);
        return 0;
    case ["check", string target, .. string[] inputs]:
        using (Target warmed = Target.Create(target))
        {
            int failing = warmed.WarmUp(inputs);
            Console.WriteLine($"{failing} of the first inputs fail.");
            return failing == 0 ? 0 : 1;
        }

    case ["run", string target, .. string[] inputs]:
        using (Target fuzzed = Target.Create(target))
        {
            _ = fuzzed.WarmUp(inputs);

            // A separate process runs the inputs, so that an input that crashes it is a finding and does not end the campaign.
            Fuzzer.OutOfProcess.Run(input =>
            {
                byte[] bytes = ReadAll(input);
                Instrumentation.Restart();
                fuzzed.Run(bytes);
            });
        }

        return 0;
    case ["try", string target, .. string[] inputs]:
        using (Target tried = Target.Create(target))
        {
            int failed = inputs.Sum(input => tried.Holds(input) ? 0 : 1);
            Console.WriteLine($"{inputs.Length - failed} of {inputs.Length} inputs hold.");
            return failed == 0 ? 0 : 1;
        }

    default:
        Console.Error.WriteLine($"usage: instrument ASSEMBLY… | seeds TARGET FOLDER WORDS | check TARGET FILE… | run TARGET FILE… | try TARGET FILE…, with TARGET one of {string.Join(", ", Target.Names)}");
        return 2;
}

static byte[] ReadAll(Stream input)
{
    using MemoryStream all = new();
    input.CopyTo(all);
    return all.ToArray();
}
