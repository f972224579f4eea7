using System.Security.Cryptography;

namespace AesModes.Timing;

/// <summary>A call that refuses nothing.</summary>
/// <param name="target">The mode.</param>
/// <param name="operation">The call.</param>
/// <param name="keyVaries">The classes differ in the key, and plaintexts are random; else in the plaintext, and the key is always the same one.</param>
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
