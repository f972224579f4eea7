using System.Runtime;

namespace AesModes.Modes;

/// <summary>One self-test on one backend, for tools. <see cref="IsLazy"/> says when the library runs self-tests.</summary>
internal sealed class SelfTest(SelfTests tests, int number)
{
    /// <summary>
    /// True if code is compiled at run time. The first use of a path then runs its test, so that no kernel is compiled only for a test. False if code was compiled
    /// ahead of time. The constructor then runs all tests of its mode.
    /// </summary>
    /// <remarks>
    /// IsDynamicCodeCompiled is also false in a program that is prepared for NativeAOT but runs on the JIT. The count of compiled methods reveals such a program. A
    /// browser interprets code, and all tests together take long there.
    /// </remarks>
    public static readonly bool IsLazy =
        RuntimeFeature.IsDynamicCodeCompiled || JitInfo.GetCompiledMethodCount(currentThread: false) > 0 || OperatingSystem.IsBrowser();

    /// <summary>Names the mode, the path and the key size.</summary>
    public string Name => tests.GetName(number);

    /// <summary>Runs the test, even if its result is known.</summary>
    public bool Passes() => tests.Run(number);
}
