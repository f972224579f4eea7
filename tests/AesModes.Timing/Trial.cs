using System.Security.Cryptography;

namespace AesModes.Timing;

/// <summary>One call, with inputs of two classes: do they take the same time?</summary>
internal abstract class Trial(Target target)
{
    public string Mode => target.Mode;

    public abstract string Call { get; }

    /// <summary>In what the classes differ.</summary>
    public abstract string Classes { get; }

    /// <summary>A fault on purpose, which has to be seen.</summary>
    public virtual bool IsControl => false;

    /// <summary>How often a sample may repeat the call.</summary>
    public virtual int MostRepeats => 8;

    /// <summary>What <see cref="Load"/> takes, in bytes.</summary>
    public abstract int InputSize { get; }

    protected Target Target => target;

    /// <summary>Before a number of samples: an input for each, of the class that its number's lowest bit says.</summary>
    public abstract void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs);

    /// <summary>Before the clock is read: the input to where the call takes it from, in the same way for both classes.</summary>
    public abstract void Load(ReadOnlySpan<byte> input);

    /// <summary>Between two readings of the clock.</summary>
    public abstract void Run();

    /// <summary>Afterwards, whether the call did what it is timed for.</summary>
    public abstract bool IsRight();

    /// <summary>Random bytes or, in the class of number 0, zeros: no other value has as much that a data-dependent time could hang on.</summary>
    protected static void Fill(byte number, Span<byte> secret)
    {
        RandomNumberGenerator.Fill(secret);
        if ((number & 1) == 0)
        {
            secret.Clear();
        }
    }
}
