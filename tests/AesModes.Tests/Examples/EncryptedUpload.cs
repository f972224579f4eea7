using AesModes;

namespace Examples;

#region Chunked streams
public sealed class EncryptedUpload(byte[] key) : IDisposable
{
    private readonly ChunkedAesGcmSiv _chunked = new(key);

    public async Task SendAsync(Stream plaintext, Stream upload, byte[] context, CancellationToken cancellationToken)
    {
        await using ChunkedEncryptionStream encryptor = _chunked.CreateEncryptor(upload, context, leaveOpen: true);
        try
        {
            await plaintext.CopyToAsync(encryptor, cancellationToken);
        }
        catch
        {
            encryptor.Abort();        // the receiver must not take what was sent for the whole
            throw;
        }
    }

    // Throws AuthenticationTagMismatchException if anything was changed or the end is missing. What was written by then is authentic, but not all.
    public async Task ReceiveAsync(Stream download, Stream plaintext, byte[] context, CancellationToken cancellationToken)
    {
        await using Stream decryptor = _chunked.CreateDecryptor(download, context, leaveOpen: true);
        await decryptor.CopyToAsync(plaintext, cancellationToken);
    }

    public void Dispose() => _chunked.Dispose();
}
#endregion
