using System.Security.Cryptography;
using AesModes.Modes;

namespace AesModes.Tests.Chunked;

/// <summary>Cobblestone: the same chunk code with .NET's AES-GCM, for which vectors are published.</summary>
internal sealed class CobblestoneScheme(int keySize) : ChunkScheme
{
    public override string AeadName => keySize == 16 ? "AEAD_AES_128_GCM" : "AEAD_AES_256_GCM";

    public override ChunkAead CreateAead(ReadOnlySpan<byte> key) => new Aead(key);

    private sealed class Aead(ReadOnlySpan<byte> key) : ChunkAead
    {
        private readonly AesGcm _gcm = new(key, TagSize);

        public override void Encrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag) =>
            _gcm.Encrypt(nonce, plaintext, ciphertext, tag);

        public override bool TryDecrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext)
        {
            try
            {
                _gcm.Decrypt(nonce, ciphertext, tag, plaintext);
                return true;
            }
            catch (AuthenticationTagMismatchException)
            {
                return false;
            }
        }

        public override void Dispose() => _gcm.Dispose();
    }
}
