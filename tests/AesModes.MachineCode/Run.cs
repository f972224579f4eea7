using System.Diagnostics;

namespace AesModes.MachineCode;

/// <summary>A process in which the JIT compiles all code and prints it. The listings stay, for whoever reviews the code.</summary>
internal static class Run
{
    public const string Default = "default";

    /// <summary>Each run is named after the runtime switch that it sets to 0.</summary>
    public static IReadOnlyList<string> All { get; } = [Default, "EnableAVX512", "EnableAVX2", "EnableSSE42", "EnableHWIntrinsic"];

    public static IReadOnlyList<Method> List(string listings, string run, string part)
    {
        string file = Path.Combine(Directory.CreateDirectory(listings).FullName, $"{run}-{part}.txt");
        File.Delete(file);
        ProcessStartInfo start = new(Environment.ProcessPath!) { ArgumentList = { typeof(Run).Assembly.Location, part } };

        // The framework is precompiled. ReadyToRun=0 makes the JIT compile and print its methods too.
        (string, string)[] settings =
        [
            ("JitDisasm", "*"), ("JitStdOutFile", file), ("JitDisasmDiffable", "1"), ("TieredCompilation", "0"), ("ReadyToRun", "0"),
        ];
        foreach ((string name, string value) in settings)
        {
            start.Environment[$"DOTNET_{name}"] = value;
        }

        if (run != Default)
        {
            start.Environment[$"DOTNET_{run}"] = "0";
        }

        using var process = Process.Start(start)!;
        process.WaitForExit();
        return process.ExitCode == 0 ? Method.ReadAll(file) : throw new InvalidOperationException($"{run}: {part} ended with {process.ExitCode}.");
    }
}
