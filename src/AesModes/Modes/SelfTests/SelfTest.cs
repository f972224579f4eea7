using System.Runtime;

namespace AesModes.Modes;

/// <summary>One self-test on one backend, for tools; and when self-tests run.</summary>
internal sealed class SelfTest(SelfTests tests, int number)
{
    /// <summary>
    /// True where code is compiled at run time: there a path is tested at its first use, so that no kernel is compiled for a test alone. False where code
    /// was compiled ahead of time: there the constructor runs all tests of its mode.
    /// </summary>
    /// <remarks>
    /// The count of compiled methods tells a program that is prepared for NativeAOT but runs on the JIT, where the first condition is false too. In a
    /// browser code is interpreted, and all tests together take long.
    /// </remarks>
    public static readonly bool IsLazy =
        RuntimeFeature.IsDynamicCodeCompiled || JitInfo.GetCompiledMethodCount(currentThread: false) > 0 || OperatingSystem.IsBrowser();

    /// <summary>Names the mode, the path and the key size.</summary>
    public string Name => tests.GetName(number);

    /// <summary>Runs it anew.</summary>
    public bool Passes() => tests.Run(number);
}
