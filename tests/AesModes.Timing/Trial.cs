namespace AesModes.Timing;

/// <summary>One call, with inputs of two classes: do they take the same time?</summary>
internal abstract class Trial(Target target, Operation operation)
{
    public string Mode => target.Mode;

    public virtual string Call => operation.Name;

    /// <summary>In what the classes differ.</summary>
    public abstract string Classes { get; }

    /// <summary>A fault on purpose, which has to be seen.</summary>
    public virtual bool IsControl => false;

    /// <summary>How often a sample may repeat the call: what makes an object or ends one, once.</summary>
    public int MostRepeats => operation.Input.Length > 0 ? 8 : 1;

    /// <summary>What <see cref="Load"/> takes, in bytes.</summary>
    public abstract int InputSize { get; }

    protected Target Target => target;

    protected Operation Operation => operation;

    /// <summary>Before a number of samples: an input for each, of the class that its number's lowest bit says.</summary>
    public abstract void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs);

    /// <summary>Before the clock is read: the input to where the call takes it from, in the same way for both classes.</summary>
    public abstract void Load(ReadOnlySpan<byte> input);

    /// <summary>Between two readings of the clock.</summary>
    public virtual void Run() => operation.Run();

    /// <summary>Afterwards, whether the call did what it is timed for.</summary>
    public abstract bool IsRight();

    /// <summary>What the call is made on, with this key.</summary>
    protected void Renew(ReadOnlySpan<byte> key)
    {
        key.CopyTo(target.Key);
        operation.Renew();
    }
}
