using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace AesModes.Timing;

/// <summary>One call, with inputs of two classes: do they take the same time?</summary>
internal abstract class Trial(Target target, Operation operation)
{
    /// <summary>The mode and the call.</summary>
    public string Row => $"{target.Mode}, {Call}";

    public virtual string Call => operation.Name;

    /// <summary>In what the classes differ.</summary>
    public abstract string Classes { get; }

    /// <summary>A fault on purpose, which has to be seen.</summary>
    public virtual bool IsControl => false;

    /// <summary>How often a sample may repeat the call: what makes an object or ends one, once.</summary>
    public int MostRepeats => operation.Input.Length > 0 ? 8 : 1;

    /// <summary>What <see cref="Load"/> takes, in bytes.</summary>
    public abstract int InputSize { get; }

    public Target Target => target;

    protected Operation Operation => operation;

    public sealed override string ToString() => $"{Row}, {Classes}, {target.Backend}";

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

/// <summary>A call that refuses nothing. The classes differ in the key, and plaintexts are random; or in the plaintext, and the key is always the same one.</summary>
internal sealed class CallTrial(Target target, Operation operation, bool keyVaries) : Trial(target, operation)
{
    private readonly byte[] _key = RandomNumberGenerator.GetBytes(target.Key.Length);

    public override string Classes => keyVaries ? "fixed / random key" : "fixed / random plaintext";

    public override int InputSize => _key.Length + Target.Nonce.Length + Operation.Input.Length;

    /// <summary>
    /// The fixed secret is zeros: no other value has as much that a data-dependent time could hang on. Nonces are random in both classes: else one of them would always have the same tag,
    /// which is AES-GCM-SIV's counter, and on that the time depends where there is a table (it is public).
    /// </summary>
    public override void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs)
    {
        Renew(_key);
        RandomNumberGenerator.Fill(inputs);
        for (int i = 0; i < classes.Length; i++)
        {
            Span<byte> input = inputs.Slice(i * InputSize, InputSize);
            Span<byte> key = input[.._key.Length];
            Span<byte> text = input[^Operation.Input.Length..];
            if ((classes[i] & 1) == 0)
            {
                (keyVaries ? key : text).Clear();
            }

            if (Operation.Encrypt is { } encrypt)
            {
                if (keyVaries)
                {
                    Renew(key);
                }

                LoadNonce(input);
                text[..Target.Plaintext.Length].CopyTo(Target.Plaintext);
                encrypt();
                Operation.Input.CopyTo(text);
            }
        }
    }

    public override void Load(ReadOnlySpan<byte> input)
    {
        LoadNonce(input);
        input[^Operation.Input.Length..].CopyTo(Operation.Input);
        if (keyVaries)
        {
            Renew(input[.._key.Length]);
        }
    }

    public override bool IsRight() => Operation.CreateNearMiss is null || Target.Accepted;

    private void LoadNonce(ReadOnlySpan<byte> input) => input.Slice(_key.Length, Target.Nonce.Length).CopyTo(Target.Nonce);
}

/// <summary>A decryption that refuses: what is given differs from what is right in the tag's first byte alone, or in its last.</summary>
internal class RefusedTrial(Target target, Operation operation) : Trial(target, operation)
{
    /// <summary>Of each class; the slow references make them.</summary>
    private const int Count = 512;

    private readonly byte[] _key = RandomNumberGenerator.GetBytes(target.Key.Length);

    /// <summary>
    /// An input of either class, each a ciphertext, and behind it the difference. Both tags begin with the same byte: it is the low one of AES-GCM-SIV's counter, on which the time
    /// depends where there is a table (it is public).
    /// </summary>
    private byte[][][]? _pairs;

    public override string Call => $"{Operation.Name}, refused";

    public override string Classes => "tag wrong in its first / last byte";

    public override int InputSize => Operation.Input.Length + Target.TagSize;

    public override void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs)
    {
        Renew(_key);
        _pairs ??= [.. CreateAll(0).Join(CreateAll(Target.TagSize - 1), TagStart, TagStart, (first, last) => new[] { first, last })];
        RandomNumberGenerator.Fill(inputs);
        for (int i = 0; i < classes.Length; i++)
        {
            Span<byte> input = inputs.Slice(i * InputSize, InputSize);
            _pairs[BitConverter.ToUInt16(input) % _pairs.Length][classes[i] & 1].CopyTo(input);
        }
    }

    public override void Load(ReadOnlySpan<byte> input) => input[..Operation.Input.Length].CopyTo(Operation.Input);

    public override bool IsRight() => !Target.Accepted;

    private static byte TagStart(byte[] input) => input[^(2 * Target.TagSize)];

    private byte[][] CreateAll(int place)
    {
        byte[][] inputs = new byte[Count][];
        for (int i = 0; i < Count; i++)
        {
            byte[] difference = new byte[Target.TagSize];
            difference[place] = (byte)RandomNumberGenerator.GetInt32(1, 256);
            inputs[i] = [.. Operation.CreateNearMiss!(RandomNumberGenerator.GetBytes(Target.Plaintext.Length), difference), .. difference];
        }

        return inputs;
    }
}

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
