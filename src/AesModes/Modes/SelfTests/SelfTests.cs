using System.Diagnostics.CodeAnalysis;

namespace AesModes.Modes;

/// <summary>
/// The known-answer self-tests of a mode on a backend, by their numbers, and their results in this process. Each sends fixed inputs through the methods that
/// messages take, and compares a digest of everything that comes out. FIPS 140-3 calls them conditional self-tests: one runs before the first output of its
/// path leaves the library.
/// </summary>
internal abstract class SelfTests(Backend backend)
{
    /// <summary>The size of the longest text, in bytes, rounded up to a word: more than two runs of 256 blocks, so that it has a FACE table.</summary>
    protected const int MaxSize = 8536;

    // A bit for each test.
    private uint _passed;
    private uint _failed;
    private bool _allPassed;

    /// <summary>All of them.</summary>
    public IEnumerable<SelfTest> List => Enumerable.Range(0, Count).Where(test => IsOf(backend, test)).Select(test => new SelfTest(this, test));

    /// <summary>At most 32.</summary>
    protected abstract int Count { get; }

    public abstract string GetName(int test);

    /// <summary>Whether the backend passes a test. The first call runs it; so may others that come before its end.</summary>
    /// <param name="test">The test.</param>
    /// <param name="memory">What <see cref="CreateMemory"/> returned, or null.</param>
    public bool Pass(int test, byte[]? memory = null)
    {
        uint bit = 1U << test;
        if (((Volatile.Read(ref _passed) | Volatile.Read(ref _failed)) & bit) == 0)
        {
            _ = Interlocked.Or(ref Run(test, memory ?? CreateMemory()) ? ref _passed : ref _failed, bit);
        }

        return (Volatile.Read(ref _failed) & bit) == 0;
    }

    /// <summary>Whether it passes all of them.</summary>
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

    /// <summary>Runs a test, whatever is known of it.</summary>
    public bool Run(int test) => Run(test, CreateMemory());

    /// <summary>The digest that a backend gives.</summary>
    /// <param name="backend">The backend. The mode objects that it makes need no Dispose, as their keys are public.</param>
    /// <param name="test">The test.</param>
    /// <param name="memory">A text of <see cref="MaxSize"/>, and room for two more.</param>
    protected abstract ulong Compute(Backend backend, int test, byte[] memory);

    /// <summary>Whether a backend has code of its own for what the test covers.</summary>
    protected virtual bool IsOf(Backend backend, int test) => true;

    /// <summary>The digest of the right outputs.</summary>
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
