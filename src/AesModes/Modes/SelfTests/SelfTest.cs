using System.Diagnostics.CodeAnalysis;
using System.Runtime;
using System.Runtime.CompilerServices;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>
/// A known-answer self-test of one code path: fixed inputs through the mode's own methods, and a digest of everything that comes out. FIPS 140-3 calls
/// it a conditional self-test: it runs before the first output of that path leaves the library.
/// </summary>
internal interface ISelfTest
{
    /// <summary>Names the mode, the path and the key size.</summary>
    static abstract string Name { get; }

    /// <summary>The digest of the right outputs.</summary>
    static abstract ulong Answer { get; }

    /// <summary>Computes the digest on a backend.</summary>
    static abstract ulong Compute<TBackend>()
        where TBackend : struct, IBackend;
}

/// <summary>When self-tests run.</summary>
internal static class SelfTest
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
}

/// <summary>Whether a backend passes a self-test. The runtime runs it once, at the first use; the JIT then treats the result as a constant.</summary>
/// <remarks>While the test runs, the result is false for its own thread: <c>isTrial</c> lets a mode object go on regardless.</remarks>
internal static class Proof<TBackend, TTest>
    where TBackend : struct, IBackend
    where TTest : struct, ISelfTest
{
    public static readonly bool Holds = Passes();

    /// <summary>A path that throws is as wrong as one that gives a wrong answer.</summary>
    [SuppressMessage("Design", "CA1031:Do not catch general exception types", Justification = "An exception in a class constructor would stay for the life of the process.")]
    private static bool Passes()
    {
        try
        {
            return TTest.Compute<TBackend>() == TTest.Answer;
        }
        catch (Exception)
        {
            return false;
        }
    }
}
