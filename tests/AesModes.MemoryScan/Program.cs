using System.Globalization;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.MemoryScan;

// Makes every public call on every backend with the keys from standard input. Looks for those keys and values derived from them: on the stack after each call, and in all
// memory of the process at the end. Also compares the stacks after two calls with different keys. tests/AesModes.Tests/Limits/MemoryScanTests.cs starts this program and
// computes the secrets.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
List<Secret> secrets = Secret.Read(Console.In);
Report report = new();
_ = WideLibrary.TryLoad<Wide512, Multiply512<X86>, Vector512<ulong>>();
_ = WideLibrary.TryLoad<Wide256, Multiply256<X86>, Vector256<ulong>>();
foreach (Backend backend in Backend.All.Where(backend => backend.IsSupported))
{
    // Each backend gets its own thread. Scan.Run clears that thread's stack at its end, so that the process scan does not find it.
    Thread thread = new(() => Scan.Run(backend, secrets, report), Stack.ThreadSize);
    thread.Start();
    thread.Join();
}

if (OperatingSystem.IsLinux())
{
    Scan.Process(secrets, report);
}

report.Print();
