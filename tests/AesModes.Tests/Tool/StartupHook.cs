using AesModes;

#pragma warning disable CA1050 // The runtime requires this name outside any namespace.

/// <summary>
/// The runtime runs this class in the command before the command itself (DOTNET_STARTUP_HOOKS). It enables AesModes.Wide, or pauses the command at its end so that a test can
/// read its memory.
/// </summary>
internal static class StartupHook
{
    /// <summary>
    /// The variable that selects the actions with AesModes.Wide: <see cref="Enable"/>; <see cref="DisableHardware"/>, which disables hardware first; or
    /// <see cref="FailAfter"/>, which then acts like a failed self-test and tries to enable it again.
    /// </summary>
    public const string Wide = "AESMODES_HOOK_WIDE";

    public const string Enable = "enable";

    public const string DisableHardware = "disable-hardware";

    public const string FailAfter = "fail-after";

    /// <summary>The hook prints this when the command ends, and waits for a line of input.</summary>
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
