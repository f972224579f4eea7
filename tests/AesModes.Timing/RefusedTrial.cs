using System.Security.Cryptography;

namespace AesModes.Timing;

/// <summary>A decryption that refuses: what is given differs from what is right in the tag's first byte alone, or in its last.</summary>
internal class RefusedTrial : Trial
{
    /// <summary>Of each class; the slow references make them.</summary>
    private const int Count = 512;

    private readonly byte[] _key;

    /// <summary>By class; each a ciphertext, and behind it the difference.</summary>
    private readonly byte[][][] _inputs;

    public RefusedTrial(Target target)
        : base(target)
    {
        RandomNumberGenerator.Fill(target.Key);
        _key = [.. target.Key];
        _inputs = [CreateAll(0), CreateAll(target.TagSize - 1)];
    }

    public override string Call => "decrypt, refused";

    public override string Classes => "tag wrong in its first / last byte";

    public override int InputSize => Target.Ciphertext.Length + Target.TagSize;

    public override void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs)
    {
        Target.Release();
        _key.CopyTo(Target.Key, 0);
        Target.SetUp();
        Span<byte> random = stackalloc byte[2];
        for (int i = 0; i < classes.Length; i++)
        {
            RandomNumberGenerator.Fill(random);
            _inputs[classes[i] & 1][BitConverter.ToUInt16(random) % Count].CopyTo(inputs.Slice(i * InputSize, InputSize));
        }
    }

    public override void Load(ReadOnlySpan<byte> input) => input[..Target.Ciphertext.Length].CopyTo(Target.Ciphertext);

    public override void Run() => Target.Decrypt();

    public override bool IsRight() => !Target.Accepted;

    private byte[][] CreateAll(int place)
    {
        byte[][] inputs = new byte[Count][];
        for (int i = 0; i < Count; i++)
        {
            byte[] difference = new byte[Target.TagSize];
            difference[place] = (byte)RandomNumberGenerator.GetInt32(1, 256);
            inputs[i] = [.. Target.CreateNearMiss(RandomNumberGenerator.GetBytes(Target.Plaintext.Length), difference), .. difference];
        }

        return inputs;
    }
}
