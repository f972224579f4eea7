using System.Security.Cryptography;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Modes;
using Org.BouncyCastle.Crypto.Parameters;

namespace AesModes.Benchmarks.Peers;

/// <summary>The one other AES-GCM-SIV for .NET: BouncyCastle's, with the engine that it chooses. A nonce is set together with the key, so every call expands that.</summary>
internal sealed class BouncyGcmSiv(Message message) : Peer(PeerName, message, tagSize: 0, expansion: TagSize)
{
    public const string PeerName = "AES-GCM-SIV (BouncyCastle)";

    private const int TagSize = 16;

    private readonly GcmSivBlockCipher _cipher = new();
    private readonly AeadParameters _parameters = new(new KeyParameter(message.Key), 8 * TagSize, message.Nonce, message.AssociatedData.ToArray());

    public override string Library => Libraries.PackageOf(typeof(GcmSivBlockCipher));

    public override bool IsKeyPrepared => false;

    public override void Encrypt() => Crypt(true, Plaintext, Ciphertext);

    public override void Decrypt()
    {
        try
        {
            Crypt(false, Ciphertext, Decrypted);
        }
        catch (InvalidCipherTextException e)
        {
            throw new AuthenticationTagMismatchException(e.Message, e);
        }
    }

    protected override void Dispose(bool disposing)
    {
    }

    private void Crypt(bool encrypts, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        _cipher.Init(encrypts, _parameters);
        int written = _cipher.ProcessBytes(source, destination);
        _ = _cipher.DoFinal(destination[written..]);
    }
}

/// <summary>BouncyCastle's counter mode, the key set once. The message's nonce is the initial counter, 16 bytes.</summary>
internal sealed class BouncyCtr : Peer
{
    public const string PeerName = "AES-CTR (BouncyCastle)";

    private readonly BufferedBlockCipher _cipher = new(new SicBlockCipher(AesUtilities.CreateEngine()));
    private readonly ParametersWithIV _counter;

    public BouncyCtr(Message message)
        : base(PeerName, message, tagSize: 0)
    {
        _cipher.Init(true, new ParametersWithIV(new KeyParameter(message.Key), message.Nonce));

        // Without a key: the one that is set stays.
        _counter = new ParametersWithIV(null, message.Nonce);
    }

    public override string Library => Libraries.PackageOf(typeof(SicBlockCipher));

    public override void Encrypt() => Crypt(Plaintext, Ciphertext);

    public override void Decrypt() => Crypt(Ciphertext, Decrypted);

    protected override void Dispose(bool disposing)
    {
    }

    private void Crypt(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        _cipher.Init(true, _counter);
        int written = _cipher.ProcessBytes(source, destination);
        _ = _cipher.DoFinal(destination[written..]);
    }
}
