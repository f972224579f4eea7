using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace AesModes.Timing;

/// <summary>Compares the time of one call for two classes of inputs.</summary>
internal abstract class Trial(Target target, Operation operation)
{
    /// <summary>The mode and the call.</summary>
    public string Row => $"{target.Mode}, {Call}";

    public virtual string Call => operation.Name;

    /// <summary>The difference between the classes.</summary>
    public abstract string Classes { get; }

    /// <summary>Whether the trial has a deliberate fault, which must be detected.</summary>
    public virtual bool IsControl => false;

    /// <summary>The most repetitions of the call in a sample. A call that creates or disposes an object runs once.</summary>
    public int MostRepeats => operation.Input.Length > 0 ? 8 : 1;

    /// <summary>The size in bytes of the input for <see cref="Load"/>.</summary>
    public abstract int InputSize { get; }

    public Target Target => target;

    protected Operation Operation => operation;

    public sealed override string ToString() => $"{Row}, {Classes}, {target.Backend}";

    /// <summary>Prepares inputs for a number of samples. The lowest bit of each element is the class.</summary>
    public abstract void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs);

    /// <summary>Copies the input to the call's buffers, before the clock is read, in the same way for both classes.</summary>
    public abstract void Load(ReadOnlySpan<byte> input);

    /// <summary>Makes the call, between two clock readings.</summary>
    public virtual void Run() => operation.Run();

    /// <summary>Whether the call had the intended result. Called afterwards.</summary>
    public abstract bool IsRight();

    /// <summary>Creates the object for the call with this key.</summary>
    protected void Renew(ReadOnlySpan<byte> key)
    {
        key.CopyTo(target.Key);
        operation.Renew();
    }
}

/// <summary>Times a call that rejects nothing. The classes differ in the key, with random plaintexts, or in the plaintext, with a constant key.</summary>
internal sealed class CallTrial(Target target, Operation operation, bool keyVaries) : Trial(target, operation)
{
    private readonly byte[] _key = RandomNumberGenerator.GetBytes(target.Key.Length);

    public override string Classes => keyVaries ? "fixed / random key" : "fixed / random plaintext";

    public override int InputSize => _key.Length + Target.Nonce.Length + Operation.Input.Length;

    /// <summary>
    /// The fixed secret is zeros, the value most likely to cause a data-dependent time. Nonces are random in both classes. Otherwise, one class would always have the same tag,
    /// which is AES-GCM-SIV's public counter, and the time of a call with a table depends on that counter.
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

/// <summary>Times a decryption that rejects its input. The given tag differs from the correct one only in its first byte or only in its last.</summary>
internal class RefusedTrial(Target target, Operation operation) : Trial(target, operation)
{
    /// <summary>The number of inputs in each class. The slow references make them.</summary>
    private const int Count = 512;

    private readonly byte[] _key = RandomNumberGenerator.GetBytes(target.Key.Length);

    /// <summary>
    /// Pairs of inputs, one of each class. An input is a ciphertext followed by the difference. Both tags of a pair begin with the same byte: it is the low byte of
    /// AES-GCM-SIV's public counter, and the time of a call with a table depends on it.
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

/// <summary>The same decryption, followed by a common fault: a comparison of the tags that stops at the first difference.</summary>
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
