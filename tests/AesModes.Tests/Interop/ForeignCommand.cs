using System.Diagnostics;
using System.Text;

namespace AesModes.Tests.Interop;

/// <summary>A run of another project's command, which the machine may lack.</summary>
/// <param name="ExitCode">The exit code.</param>
/// <param name="Output">The whole standard output, in bytes.</param>
/// <param name="Error">The whole standard error.</param>
internal sealed record ForeignCommand(int ExitCode, byte[] Output, string Error)
{
    /// <summary>Skips the test if the command is not on the path. Prints the command's version.</summary>
    public static void Require(string name, string versionArgument)
    {
        string[] folders = (Environment.GetEnvironmentVariable("PATH") ?? string.Empty).Split(Path.PathSeparator);
        string file = OperatingSystem.IsWindows() ? name + ".exe" : name;
        Assert.SkipUnless(folders.Any(f => File.Exists(Path.Combine(f, file))), $"There is no {name} on the path.");
        TestContext.Current.TestOutputHelper?.WriteLine($"{name}: {Encoding.UTF8.GetString(Run(name, [], versionArgument).Output).Trim()}");
    }

    /// <summary>Runs the command with the input on its standard input.</summary>
    public static ForeignCommand Run(string name, byte[] input, params string[] arguments)
    {
        ProcessStartInfo start = new(name, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<byte[]> output = ReadToEndAsync(process.StandardOutput.BaseStream);
        Task<string> error = process.StandardError.ReadToEndAsync();
        process.StandardInput.BaseStream.Write(input);
        process.StandardInput.Close();
        if (!process.WaitForExit(TimeSpan.FromMinutes(2)))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"{name} {string.Join(' ', arguments)} did not end in two minutes.");
        }

        return new ForeignCommand(process.ExitCode, output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
    }

    private static async Task<byte[]> ReadToEndAsync(Stream stream)
    {
        using MemoryStream all = new();
        await stream.CopyToAsync(all).ConfigureAwait(false);
        return all.ToArray();
    }
}
