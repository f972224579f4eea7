#pragma warning disable CA1050 // The runtime looks for this name outside of namespaces.

/// <summary>The runtime runs it in the command before the command itself (DOTNET_STARTUP_HOOKS). It stops the command at its end, for a look at its memory.</summary>
internal static class StartupHook
{
    /// <summary>What it prints then. It goes on after a line of input.</summary>
    public const string AtTheEnd = "at its end";

    public static void Initialize() => AppDomain.CurrentDomain.ProcessExit += (_, _) =>
    {
        Console.Out.WriteLine(AtTheEnd);
        Console.In.ReadLine();
    };
}
