using AesModes;

#pragma warning disable CA1050 // The runtime looks for this name outside of namespaces.

/// <summary>The runtime runs it in the command before the command itself (DOTNET_STARTUP_HOOKS). It enables AesModes.Wide, or stops the command at its end, for a look at its memory.</summary>
internal static class StartupHook
{
    /// <summary>
    /// The variable that has it enable AesModes.Wide: <see cref="Enable"/>, <see cref="DisableHardware"/> to turn hardware off first, or <see cref="FailAfter"/> to act as
    /// a self-test that fails does, and to enable it again.
    /// </summary>
    public const string Wide = "AESMODES_HOOK_WIDE";

    public const string Enable = "enable";

    public const string DisableHardware = "disable-hardware";

    public const string FailAfter = "fail-after";

    /// <summary>What it prints at the end. It goes on after a line of input.</summary>
    public const string AtTheEnd = "at its end";

    public static void Initialize()
    {
        if (Environment.GetEnvironmentVariable(Wide) is { } wide)
        {
            AppContext.SetSwitch(Backend.DisableHardwareSwitch, wide == DisableHardware);
            Console.WriteLine(Examples.NativeCode.Enable() && WideAes.TryEnable());
            if (wide == FailAfter)
            {
                _ = Backend.Require().MoveOn();
                Console.WriteLine(WideAes.TryEnable());
            }

            return;
        }

        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        {
            Console.Out.WriteLine(AtTheEnd);
            Console.In.ReadLine();
        };
    }
}
