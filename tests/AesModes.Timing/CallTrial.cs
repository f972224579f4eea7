using System.Security.Cryptography;

namespace AesModes.Timing;

/// <summary>Encryption, or a decryption that accepts.</summary>
/// <param name="target">The mode.</param>
/// <param name="decrypt">Which of both.</param>
/// <param name="keyVaries">The classes differ in the key, and plaintexts are random; else in the plaintext, and the key is always the same one.</param>
internal sealed class CallTrial(Target target, bool decrypt, bool keyVaries) : Trial(target)
{
    private readonly byte[] _key = RandomNumberGenerator.GetBytes(target.Key.Length);

    public override string Call => decrypt ? "decrypt" : "encrypt";

    public override string Classes => keyVaries ? "fixed / random key" : "fixed / random plaintext";

    public override int InputSize => Target.Key.Length + Text.Length;

    /// <summary>What the call reads.</summary>
    private byte[] Text => decrypt ? Target.Ciphertext : Target.Plaintext;

    public override void Prepare(ReadOnlySpan<byte> classes, Span<byte> inputs)
    {
        _key.CopyTo(Target.Key, 0);
        SetUp();
        for (int i = 0; i < classes.Length; i++)
        {
            Span<byte> input = inputs.Slice(i * InputSize, InputSize);
            if (keyVaries)
            {
                Fill(classes[i], Target.Key);
                RandomNumberGenerator.Fill(Target.Plaintext);
            }
            else
            {
                Fill(classes[i], Target.Plaintext);
            }

            if (decrypt)
            {
                if (keyVaries)
                {
                    SetUp();
                }

                Target.Encrypt();
            }

            Target.Key.CopyTo(input);
            Text.CopyTo(input[Target.Key.Length..]);
        }
    }

    public override void Load(ReadOnlySpan<byte> input)
    {
        input[..Target.Key.Length].CopyTo(Target.Key);
        input[Target.Key.Length..].CopyTo(Text);
        if (keyVaries)
        {
            SetUp();
        }
    }

    public override void Run()
    {
        if (decrypt)
        {
            Target.Decrypt();
        }
        else
        {
            Target.Encrypt();
        }
    }

    public override bool IsRight() => !decrypt || Target.Accepted;

    private void SetUp()
    {
        Target.Release();
        Target.SetUp();
    }
}
