using System.Security.Cryptography;

namespace AesModes.Measuring.Peers;

/// <summary>The framework's AesGcm: OpenSSL on Linux, CNG on Windows.</summary>
internal sealed class NativeGcm(Message message, AesGcm gcm) : Peer(PeerName, message)
{
    public const string PeerName = "AES-GCM (native)";

    public NativeGcm(Message message)
        : this(message, new AesGcm(message.Key, 16))
    {
    }

    /// <summary>The library behind the framework's AES, in every mode. On Linux, it includes OpenSSL's version.</summary>
    public static string Provider { get; } = OperatingSystem.IsLinux() ? DescribeOpenSsl(SafeEvpPKeyHandle.OpenSslVersion)
        : OperatingSystem.IsWindows() ? "Windows CNG"
        : ".NET";

    public override string Library => Provider;

    public override void Encrypt() => gcm.Encrypt(Nonce.AsSpan(), Plaintext, Ciphertext, Tag, AssociatedData);

    public override void Decrypt() => gcm.Decrypt(Nonce.AsSpan(), Ciphertext, Tag, Decrypted, AssociatedData);

    protected override void Dispose(bool disposing) => gcm.Dispose();

    /// <summary>OpenSSL 3 numbers its versions 0xMNN00PP0.</summary>
    private static string DescribeOpenSsl(long version) => $".NET over OpenSSL {version >> 28}.{(version >> 20) & 0xFF}.{(version >> 4) & 0xFF}";
}
