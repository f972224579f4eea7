using System.Runtime.CompilerServices;

namespace AesModes.Timing;

/// <summary>The same decryption, and behind it a comparison of the tag that ends at the first byte which differs: as it is so often written.</summary>
internal sealed class ControlTrial(Target target, Operation operation) : RefusedTrial(target, operation)
{
    private readonly byte[] _difference = new byte[Target.TagSize];

    private bool _equal;

    public override string Call => $"control: {Operation.Name}, early exit";

    public override bool IsControl => true;

    public override void Load(ReadOnlySpan<byte> input)
    {
        base.Load(input);
        input[^Target.TagSize..].CopyTo(_difference);
    }

    public override void Run()
    {
        base.Run();
        _equal = IsZero(_difference);
    }

    public override bool IsRight() => base.IsRight() && !_equal;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsZero(byte[] difference)
    {
        foreach (byte b in difference)
        {
            if (b != 0)
            {
                return false;
            }
        }

        return true;
    }
}
