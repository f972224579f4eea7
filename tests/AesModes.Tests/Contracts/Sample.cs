namespace AesModes.Tests.Contracts;

/// <summary>A message, the other arguments of its call, and its ciphertext.</summary>
internal abstract class Sample(byte[] key, byte[] nonce, byte[] plaintext)
{
    /// <summary>The content of destinations before a call.</summary>
    public const byte Filler = 0xa5;

    public byte[] Key { get; } = key;

    /// <summary>In counter mode, the initial counter.</summary>
    public byte[] Nonce { get; } = nonce;

    public byte[] Plaintext { get; } = plaintext;

    /// <summary>In AEZ, it ends with the tag.</summary>
    public byte[] Ciphertext { get; protected init; } = [];

    /// <summary>Empty if the mode has no tag or includes it in the ciphertext.</summary>
    public byte[] Tag { get; protected init; } = [];

    /// <summary>The associated data. AES-GCM-SIV has one string.</summary>
    public ReadOnlyMemory<byte>[] Strings { get; protected init; } = [];

    /// <summary>The position of this piece in the message.</summary>
    public long Position { get; protected init; }

    /// <summary>Creates an instance with the sample's key, on the backend or, if null, with the public constructor.</summary>
    public abstract IDisposable Create(Backend? backend = null);

    /// <summary>Creates an instance with a key in any memory.</summary>
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
