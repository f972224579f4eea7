using System.Globalization;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.MemoryScan;

// Makes every public call on every backend with the keys on the standard input and looks for them and for what is derived from them: on the stack after each call, and in all
// memory of the process at the end. tests/AesModes.Tests/Limits/MemoryScanTests.cs starts it and computes the secrets.
// It also compares what two calls with different keys leave on the stack.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
List<Secret> secrets = Secret.Read(Console.In);
Report report = new();
_ = WideLibrary.TryLoad<Wide512, Multiply512<X86>, Vector512<ulong>>();
_ = WideLibrary.TryLoad<Wide256, Multiply256<X86>, Vector256<ulong>>();
foreach (Backend backend in Backend.All.Where(backend => backend.IsSupported))
{
    // A thread for each backend: the stack of an older one is not looked at any more, and so is cleared at its end.
    Thread thread = new(() => Scan.Run(backend, secrets, report), Stack.ThreadSize);
    thread.Start();
    thread.Join();
}

if (OperatingSystem.IsLinux())
{
    Scan.Process(secrets, report);
}

report.Print();
