namespace AesModes.Modes;

/// <summary>Chunked encryption with AEAD_AES_128_GCM_SIV or AEAD_AES_256_GCM_SIV (RFC 8452 §6).</summary>
internal sealed class ChunkedGcmSiv(Backend backend, int keySize) : ChunkScheme
{
    public override string AeadName => keySize == 16 ? "AEAD_AES_128_GCM_SIV" : "AEAD_AES_256_GCM_SIV";

    public override ChunkAead CreateAead(ReadOnlySpan<byte> key) => new Aead(key, backend);

    private sealed class Aead(ReadOnlySpan<byte> key, Backend backend) : ChunkAead
    {
        private readonly AesGcmSiv _siv = new(key, backend);

        public override void Encrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag) =>
            _siv.Encrypt(nonce, plaintext, ciphertext, tag);

        public override bool TryDecrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext) =>
            _siv.TryDecrypt(nonce, ciphertext, tag, plaintext);

        public override void Dispose() => _siv.Dispose();
    }
}
