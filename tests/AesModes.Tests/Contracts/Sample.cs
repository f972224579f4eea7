namespace AesModes.Tests.Contracts;

/// <summary>One message, what a call is given besides, and what it encrypts to.</summary>
internal abstract class Sample(byte[] key, byte[] nonce, byte[] plaintext)
{
    /// <summary>What destinations hold before a call.</summary>
    public const byte Filler = 0xa5;

    public byte[] Key { get; } = key;

    /// <summary>Counter mode: the initial counter.</summary>
    public byte[] Nonce { get; } = nonce;

    public byte[] Plaintext { get; } = plaintext;

    /// <summary>AEZ's ends with the tag.</summary>
    public byte[] Ciphertext { get; protected init; } = [];

    /// <summary>Empty where the mode has none, or has it in the ciphertext.</summary>
    public byte[] Tag { get; protected init; } = [];

    /// <summary>The associated data: AES-GCM-SIV has one string.</summary>
    public ReadOnlyMemory<byte>[] Strings { get; protected init; } = [];

    /// <summary>Where in the text this piece of it begins.</summary>
    public long Position { get; protected init; }

    /// <summary>An instance under the sample's key: on the backend or, without one, as a user makes it.</summary>
    public abstract IDisposable Create(Backend? backend = null);

    /// <summary>The same of a key that stands anywhere.</summary>
    public abstract IDisposable Create(ReadOnlySpan<byte> key, Backend backend);

    public byte[] GetInput(bool encrypt) => encrypt ? Plaintext : Ciphertext;

    public byte[] GetOutput(bool encrypt) => GetInput(!encrypt);

    public static byte[] Filled(int size)
    {
        byte[] bytes = new byte[size];
        bytes.AsSpan().Fill(Filler);
        return bytes;
    }
}
