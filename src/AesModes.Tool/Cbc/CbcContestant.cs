namespace AesModes.Tool.Cbc;

/// <summary>One cipher, and how long it took.</summary>
internal sealed class CbcContestant(string name, CbcCipher cipher)
{
    public string Name => name;

    public CbcCipher Cipher => cipher;

    public Timings Encryption { get; } = new();

    public Timings Decryption { get; } = new();
}
