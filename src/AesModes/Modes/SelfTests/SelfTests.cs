using System.Diagnostics.CodeAnalysis;

namespace AesModes.Modes;

/// <summary>
/// The known-answer self-tests of a mode on a backend, and their results in this process. Each test sends fixed inputs through the same methods as messages, and
/// compares a digest of all outputs. FIPS 140-3 calls them conditional self-tests: a test runs before its path first releases output.
/// </summary>
internal abstract class SelfTests(Backend backend)
{
    /// <summary>The size of the longest message in bytes, rounded up to a word. It is longer than two runs of 256 blocks, so it has a FACE table.</summary>
    protected const int MaxSize = 8536;

    // One bit for each test.
    private uint _passed;
    private uint _failed;
    private bool _allPassed;

    /// <summary>All tests that the backend has code for.</summary>
    public IEnumerable<SelfTest> List => Enumerable.Range(0, Count).Where(test => IsOf(backend, test)).Select(test => new SelfTest(this, test));

    /// <summary>The number of tests: at most 32.</summary>
    protected abstract int Count { get; }

    public abstract string GetName(int test);

    /// <summary>Returns whether the backend passes a test. The first call runs the test. Calls before its end may run it too.</summary>
    /// <param name="test">The test.</param>
    /// <param name="memory">The buffer that <see cref="CreateMemory"/> returned, or null.</param>
    public bool Pass(int test, byte[]? memory = null)
    {
        uint bit = 1U << test;
        if (((Volatile.Read(ref _passed) | Volatile.Read(ref _failed)) & bit) == 0)
        {
            _ = Interlocked.Or(ref Run(test, memory ?? CreateMemory()) ? ref _passed : ref _failed, bit);
        }

        return (Volatile.Read(ref _failed) & bit) == 0;
    }

    /// <summary>Returns whether the backend passes all tests.</summary>
    public bool PassAll()
    {
        if (Volatile.Read(ref _allPassed))
        {
            return true;
        }

        byte[] memory = CreateMemory();
        for (int test = 0; test < Count; test++)
        {
            if (IsOf(backend, test) && !Pass(test, memory))
            {
                return false;
            }
        }

        Volatile.Write(ref _allPassed, true);
        return true;
    }

    /// <summary>Runs a test, even if its result is known.</summary>
    public bool Run(int test) => Run(test, CreateMemory());

    /// <summary>Computes the digest of a backend's outputs.</summary>
    /// <param name="backend">The backend. The mode objects that it creates need no Dispose, because their keys are public.</param>
    /// <param name="test">The test.</param>
    /// <param name="memory">A message of <see cref="MaxSize"/> bytes, and room for two more.</param>
    protected abstract ulong Compute(Backend backend, int test, byte[] memory);

    /// <summary>Returns whether a backend has its own code for the path that the test covers.</summary>
    protected virtual bool IsOf(Backend backend, int test) => true;

    /// <summary>Returns the digest of the correct outputs.</summary>
    protected abstract ulong GetAnswer(int test);

    [SuppressMessage("Design", "CA1031:Do not catch general exception types", Justification = "A path that throws is as wrong as one that gives a wrong answer.")]
    private bool Run(int test, byte[] memory)
    {
        try
        {
            return Compute(backend, test, memory) == GetAnswer(test);
        }
        catch (Exception)
        {
            return false;
        }
    }

    private static byte[] CreateMemory()
    {
        byte[] memory = new byte[3 * MaxSize];
        SelfTestData.Fill(memory.AsSpan(0, MaxSize));
        return memory;
    }
}
