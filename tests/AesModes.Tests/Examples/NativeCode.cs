using AesModes;

namespace Examples;

/// <summary>Run in a process of its own, as it changes what instances run on: StartupHook.</summary>
internal static class NativeCode
{
    public static bool Enable()
    {
        #region Native code
        bool isWide = WideAes.TryEnable();   // before the first instance is made
        #endregion

        return isWide;
    }
}
