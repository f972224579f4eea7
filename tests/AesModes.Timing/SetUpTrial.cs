namespace AesModes.Timing;

/// <summary>The constructor.</summary>
internal sealed class SetUpTrial(Target target) : Trial(target)
{
    public override string Call => "key set-up";

    public override string Classes => "fixed / random key";

    /// <summary>Each has to be disposed.</summary>
    public override int MostRepeats => 1;

    public override int InputSize => Target.Key.Length;

    public override void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs)
    {
        for (int i = 0; i < classes.Length; i++)
        {
            Fill(classes[i], inputs.Slice(i * InputSize, InputSize));
        }
    }

    public override void Load(ReadOnlySpan<byte> input)
    {
        Target.Release();
        input.CopyTo(Target.Key);
    }

    public override void Run() => Target.SetUp();

    public override bool IsRight() => true;
}
