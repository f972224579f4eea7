using System.Diagnostics;

namespace AesModes.Tests.Tool;

/// <summary>A run of the built tool in its own process.</summary>
/// <param name="ExitCode">0; 1 for a failure; 2 for incorrect arguments; 130 after an interrupt.</param>
/// <param name="Output">The whole standard output.</param>
/// <param name="Error">The whole standard error.</param>
internal sealed record ToolProcess(int ExitCode, string Output, string Error)
{
    private static readonly TimeSpan _patience = TimeSpan.FromMinutes(5);

    /// <summary>The host of this process, because the one on the path may differ.</summary>
    public static string Host => Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";

    public static string Dll { get; } = Path.Combine(AppContext.BaseDirectory, "AesModes.Tool.dll");

    public static ToolProcess Run(params string[] arguments) => Finish(Start(arguments), arguments);

    /// <summary>Runs the tool with a changed start configuration, such as its environment.</summary>
    public static ToolProcess RunWith(Action<ProcessStartInfo> change, params string[] arguments) => Finish(StartWith(change, arguments), arguments);

    /// <summary>Runs the tool with these bytes on standard input.</summary>
    public static ToolProcess RunWithInput(byte[] input, params string[] arguments)
    {
        Process process = StartWith(start => start.RedirectStandardInput = true, arguments);
        WriteInput(process, input);
        return Finish(process, arguments);
    }

    /// <summary>Runs the tool with bytes on standard input and standard output.</summary>
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
            // The process has ended and reports the reason.
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

    /// <summary>Starts the tool. The caller reads output and error while it runs, and waits for it.</summary>
    public static Process Start(params string[] arguments) => Start([Host], arguments);

    /// <summary>Starts the tool so that it handles signals. A shell makes background processes ignore some, and children inherit that.</summary>
    public static Process StartInterruptible(params string[] arguments) =>
        Start(OperatingSystem.IsLinux() ? ["env", "--default-signal=HUP,INT,QUIT,TERM,PIPE", Host] : [Host], arguments);

    /// <summary>Starts the tool under another program.</summary>
    public static Process StartUnder(string[] program, params string[] arguments) => Start([.. program, Host], arguments);

    /// <summary>Starts the tool with a changed start configuration, such as its environment.</summary>
    public static Process StartWith(Action<ProcessStartInfo> change, params string[] arguments) => Start([Host], arguments, change);

    /// <summary>Starts the tool under another program and with a changed start configuration.</summary>
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

    /// <summary>Asserts that the tool succeeded and printed no errors.</summary>
    public ToolProcess AssertSucceeded()
    {
        Assert.Equal((0, string.Empty), (ExitCode, Error));
        return this;
    }

    /// <summary>Asserts that the tool ended with this exit code and one line on the error stream that contains each of these texts.</summary>
    public void AssertRefused(int exitCode, params string[] says)
    {
        Assert.True(exitCode == ExitCode, $"Exit code {ExitCode}. {Error}");
        Assert.Single(Error.TrimEnd('\n').Split('\n'));
        Assert.All(says, part => Assert.Contains(part, Error, StringComparison.Ordinal));
    }
}
