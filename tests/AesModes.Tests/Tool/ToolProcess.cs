using System.Diagnostics;

namespace AesModes.Tests.Tool;

/// <summary>One run of the built tool, as a process of its own.</summary>
/// <param name="ExitCode">0, 1 where it failed, 2 for wrong arguments, 130 after an interrupt.</param>
/// <param name="Output">All of the standard output.</param>
/// <param name="Error">All of the standard error.</param>
internal sealed record ToolProcess(int ExitCode, string Output, string Error)
{
    private static readonly TimeSpan _patience = TimeSpan.FromMinutes(5);

    /// <summary>This process's own host: the one on the path may be another.</summary>
    public static string Host => Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";

    public static string Dll { get; } = Path.Combine(AppContext.BaseDirectory, "AesModes.Tool.dll");

    public static ToolProcess Run(params string[] arguments) => Finish(Start(arguments), arguments);

    /// <summary>With these bytes on standard input.</summary>
    public static ToolProcess RunWithInput(byte[] input, params string[] arguments)
    {
        Process process = StartWith(start => start.RedirectStandardInput = true, arguments);
        WriteInput(process, input);
        return Finish(process, arguments);
    }

    /// <summary>With these bytes on standard input; what is on standard output are bytes too.</summary>
    public static (ToolProcess Run, byte[] Output) RunPiped(byte[] input, params string[] arguments)
    {
        using Process process = StartWith(start => start.RedirectStandardInput = true, arguments);
        Task<string> error = process.StandardError.ReadToEndAsync();
        Task writing = Task.Run(() => WriteInput(process, input));
        using MemoryStream output = new();
        process.StandardOutput.BaseStream.CopyTo(output);
        writing.GetAwaiter().GetResult();
        process.WaitForExit();
        return (new ToolProcess(process.ExitCode, string.Empty, error.GetAwaiter().GetResult()), output.ToArray());
    }

    private static void WriteInput(Process process, byte[] input)
    {
        try
        {
            process.StandardInput.BaseStream.Write(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended, and says why.
        }
    }

    private static ToolProcess Finish(Process started, string[] arguments)
    {
        using Process process = started;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(_patience))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"aesmodes {string.Join(' ', arguments)} did not end in {_patience.TotalMinutes} minutes.");
        }

        return new ToolProcess(process.ExitCode, output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
    }

    /// <summary>Output and error are to be read while it runs; the caller waits for it.</summary>
    public static Process Start(params string[] arguments) => Start([Host], arguments);

    /// <summary>The same, and it takes signals: what a shell starts in the background is told to ignore them, and hands that on.</summary>
    public static Process StartInterruptible(params string[] arguments) =>
        Start(OperatingSystem.IsLinux() ? ["env", "--default-signal=HUP,INT,QUIT,TERM,PIPE", Host] : [Host], arguments);

    /// <summary>The same, under a program that runs another one.</summary>
    public static Process StartUnder(string[] program, params string[] arguments) => Start([.. program, Host], arguments);

    /// <summary>With changes of how it starts, for example of its environment.</summary>
    public static Process StartWith(Action<ProcessStartInfo> change, params string[] arguments) => Start([Host], arguments, change);

    /// <summary>Both.</summary>
    public static Process StartWith(Action<ProcessStartInfo> change, string[] program, string[] arguments) => Start([.. program, Host], arguments, change);

    private static Process Start(string[] host, string[] arguments, Action<ProcessStartInfo>? change = null)
    {
        ProcessStartInfo start = new(host[0])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string argument in (string[])[.. host[1..], Dll, .. arguments])
        {
            start.ArgumentList.Add(argument);
        }

        change?.Invoke(start);
        return Process.Start(start)!;
    }

    /// <summary>It did what it was asked for, and had nothing to complain of.</summary>
    public ToolProcess AssertSucceeded()
    {
        Assert.Equal((0, string.Empty), (ExitCode, Error));
        return this;
    }

    /// <summary>It ended with that exit code and one line on the error stream that says each of these things.</summary>
    public void AssertRefused(int exitCode, params string[] says)
    {
        Assert.True(exitCode == ExitCode, $"Exit code {ExitCode}. {Error}");
        Assert.Single(Error.TrimEnd('\n').Split('\n'));
        Assert.All(says, part => Assert.Contains(part, Error, StringComparison.Ordinal));
    }
}
