using System.Security.Cryptography;

namespace AesModes.Timing;

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
