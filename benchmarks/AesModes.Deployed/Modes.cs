using System.Security.Cryptography;

namespace AesModes.Deployed;

/// <summary>One instance with a message of its own.</summary>
internal interface IMode : IDisposable
{
    void Encrypt();
}

internal static class Modes
{
    /// <summary>By the names in the tables, without blanks.</summary>
    public static readonly string[] Names = ["AES-GCM-SIV", "AEZ", "AES-CTR", "AesGcm"];

    /// <summary>Makes a mode for messages of so many bytes.</summary>
    public static Func<int, IMode> Find(string name) => name switch
    {
        "AES-GCM-SIV" => size => new GcmSivMode(size),
        "AEZ" => size => new AezMode(size),
        "AES-CTR" => size => new CtrMode(size),
        "AesGcm" => size => new NativeMode(size),
        _ => throw new ArgumentException($"'{name}' is not a mode; use {string.Join(", ", Names)}."),
    };

    private sealed class GcmSivMode(int size) : IMode
    {
        private readonly AesGcmSiv _mode = new(new byte[32]);
        private readonly byte[] _nonce = new byte[12];
        private readonly byte[] _plaintext = new byte[size];
        private readonly byte[] _ciphertext = new byte[size];
        private readonly byte[] _tag = new byte[16];

        public void Encrypt() => _mode.Encrypt(_nonce.AsSpan(), _plaintext, _ciphertext, _tag);

        public void Dispose() => _mode.Dispose();
    }

    private sealed class AezMode(int size) : IMode
    {
        private readonly Aez _mode = new(new byte[48]);
        private readonly byte[] _nonce = new byte[16];
        private readonly byte[] _plaintext = new byte[size];
        private readonly byte[] _ciphertext = new byte[size + 16];

        public void Encrypt() => _mode.Encrypt(_nonce, _plaintext, _ciphertext);

        public void Dispose() => _mode.Dispose();
    }

    private sealed class CtrMode(int size) : IMode
    {
        private readonly FaceCtr _mode = new(new byte[32]);
        private readonly byte[] _counter = new byte[16];
        private readonly byte[] _plaintext = new byte[size];
        private readonly byte[] _ciphertext = new byte[size];

        public void Encrypt() => _mode.Encrypt(_counter, _plaintext, _ciphertext);

        public void Dispose() => _mode.Dispose();
    }

    private sealed class NativeMode(int size) : IMode
    {
        private readonly AesGcm _mode = new(new byte[32], 16);
        private readonly byte[] _nonce = new byte[12];
        private readonly byte[] _plaintext = new byte[size];
        private readonly byte[] _ciphertext = new byte[size];
        private readonly byte[] _tag = new byte[16];

        public void Encrypt() => _mode.Encrypt(_nonce.AsSpan(), _plaintext, _ciphertext, _tag);

        public void Dispose() => _mode.Dispose();
    }
}
