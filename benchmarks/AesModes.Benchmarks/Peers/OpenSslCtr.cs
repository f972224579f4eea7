using System.Security.Cryptography;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>
/// OpenSSL's AES in counter mode, not authenticated: one context, the key set once, the initial counter with every message, every buffer
/// pinned: as fast as it can be called from .NET.
/// </summary>
internal sealed unsafe class OpenSslCtr : Peer
{
    /// <summary>With the key size of its comparison.</summary>
    public const string PeerName = "OpenSSL AES-CTR";

    public const string Aes128Name = "OpenSSL AES-128-CTR";

    private readonly nint _context;
    private readonly byte* _counter;
    private readonly byte* _plaintext;
    private readonly byte* _ciphertext;
    private readonly byte* _decrypted;

    /// <param name="name">As in every table.</param>
    /// <param name="message">Its key tells which AES; its nonce is the initial counter, 16 bytes.</param>
    public OpenSslCtr(string name, Message message)
        : base(name, message, tagSize: 0)
    {
        if (OpenSsl.Problem is { } problem)
        {
            throw new DllNotFoundException(problem);
        }

        if (message.Nonce.Length != 16)
        {
            throw new ArgumentException($"The initial counter has {message.Nonce.Length} bytes; 16 are wanted.", nameof(message));
        }

        _context = OpenSsl.CreateContext();
        _counter = Address(message.Nonce);
        _plaintext = message.Plaintext.Address;
        _ciphertext = Ciphertext.Address;
        _decrypted = Decrypted.Address;
        nint cipher = OpenSsl.FindCipher(CipherName(message));
        if (cipher == 0 || OpenSsl.Initialise(_context, cipher, 0, Address(message.Key), null) != 1)
        {
            throw new CryptographicException($"OpenSSL has no {CipherName(message)}.");
        }
    }

    ~OpenSslCtr() => Dispose(false);

    public override void Encrypt() => Crypt(_plaintext, _ciphertext);

    public override void Decrypt() => Crypt(_ciphertext, _decrypted);

    protected override void Dispose(bool disposing)
    {
        if (_context != 0)
        {
            OpenSsl.FreeContext(_context);
        }
    }

    private static string CipherName(Message message) => $"AES-{message.Key.Length * 8}-CTR";

    private void Crypt(byte* source, byte* destination)
    {
        int written;
        if (OpenSsl.Initialise(_context, 0, 0, null, _counter) != 1 || OpenSsl.Update(_context, destination, &written, source, Ciphertext.Length) != 1)
        {
            throw new CryptographicException("OpenSSL's counter mode failed.");
        }
    }
}
