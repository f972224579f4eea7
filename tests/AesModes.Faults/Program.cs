using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;
using AesModes.Faults;

// Injects every fault into every backend that this process has. For machines and emulators without a test runner; the tests do the same.
int failures = 0;
Run<HardwareBackend<X86Aes<X86>, Multiply512<X86>, Vector512<ulong>>>();
Run<HardwareBackend<X86Aes<X86>, Multiply256<X86>, Vector256<ulong>>>();
Run<HardwareBackend<X86Aes<X86>, Multiply128<X86Aes<X86>>, Vector128<ulong>>>();
Run<HardwareBackend<ArmAes<Arm>, Multiply128<ArmAes<Arm>>, Vector128<ulong>>>();
Run<SoftwareBackend<Lane512, Vector512<byte>>>();
Run<SoftwareBackend<Lane256, Vector256<byte>>>();
Run<SoftwareBackend<Lane128, Vector128<byte>>>();
return failures == 0 ? 0 : 1;

void Run<TBackend>()
    where TBackend : struct, IBackend
{
    Backend backend = Backend<TBackend>.Instance;
    if (!backend.IsSupported)
    {
        Console.WriteLine($"not run: {backend}: this process does not have the instructions");
        return;
    }

    int met = 0;
    int before = failures;
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

    Console.WriteLine($"{backend}: {met} faults met and {met - (failures - before)} caught, {Fault.All.Count - met} of pieces that it does not use");
}
