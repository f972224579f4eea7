using System.Security.Cryptography;

namespace AesModes.Deployed;

/// <summary>An instance, and a call of it with a message of its own.</summary>
internal sealed record Mode(IDisposable Instance, Action Encrypt) : IDisposable
{
    public void Dispose() => Instance.Dispose();
}

internal static class Modes
{
    /// <summary>By the names in the tables, without blanks.</summary>
    public static readonly string[] Names = ["AES-GCM-SIV", "AEZ", "AES-CTR", "AesGcm"];

    /// <summary>Makes a mode for messages of this size in bytes.</summary>
    public static Func<int, Mode> Find(string name) => name switch
    {
        "AES-GCM-SIV" => GcmSiv,
        "AEZ" => Aez,
        "AES-CTR" => Ctr,
        "AesGcm" => Native,
        _ => throw new ArgumentException($"'{name}' is not a mode; use {string.Join(", ", Names)}."),
    };

    // A method each: a first use must not load the other modes' types.
    private static Mode GcmSiv(int size)
    {
        AesGcmSiv mode = new(new byte[32]);
        (byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag) = (new byte[12], new byte[size], new byte[size], new byte[16]);
        return new Mode(mode, () => mode.Encrypt(nonce.AsSpan(), plaintext, ciphertext, tag));
    }

    private static Mode Aez(int size)
    {
        Aez mode = new(new byte[32]);
        (byte[] nonce, byte[] plaintext, byte[] ciphertext) = (new byte[16], new byte[size], new byte[size + 16]);
        return new Mode(mode, () => mode.Encrypt(nonce, plaintext, ciphertext));
    }

    private static Mode Ctr(int size)
    {
        FaceCtr mode = new(new byte[32]);
        (byte[] counter, byte[] plaintext, byte[] ciphertext) = (new byte[16], new byte[size], new byte[size]);
        return new Mode(mode, () => mode.Encrypt(counter, plaintext, ciphertext));
    }

    private static Mode Native(int size)
    {
        AesGcm mode = new(new byte[32], 16);
        (byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag) = (new byte[12], new byte[size], new byte[size], new byte[16]);
        return new Mode(mode, () => mode.Encrypt(nonce.AsSpan(), plaintext, ciphertext, tag));
    }
}
