using AesModes.Backends;
using AesModes.Faults;

// Injects every fault into every backend that this process has. For machines and emulators without a test runner; the tests do the same.
return Backend.All.Sum(backend => backend.Call(new Trials())) == 0 ? 0 : 1;

/// <summary>Returns the number of faults that were not caught.</summary>
internal sealed class Trials : IBackendCall<int>
{
    public int On<TBackend>()
        where TBackend : struct, IBackend
    {
        Backend backend = Backend<TBackend>.Instance;
        if (!backend.IsSupported)
        {
            Console.WriteLine($"not run: {backend}: this process does not have the instructions");
            return 0;
        }

        int met = 0;
        int failures = 0;
        foreach (Fault fault in Fault.All)
        {
            string? problem = FaultTrial<TBackend>.Run(fault, out bool isMet);
            met += isMet ? 1 : 0;
            if (problem is not null)
            {
                failures++;
                Console.WriteLine($"FAILED: {backend}: {fault}: {problem}");
            }
        }

        Console.WriteLine($"{backend}: {met} faults met and {met - failures} caught, {Fault.All.Count - met} of pieces that it does not use");
        return failures;
    }
}
