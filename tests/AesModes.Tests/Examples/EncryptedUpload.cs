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
            encryptor.Abort();        // so that the receiver does not accept the partial message as complete
            throw;
        }
    }

    // Throws AuthenticationTagMismatchException if anything was changed or the end is missing. The bytes already written are authentic but incomplete.
    public async Task ReceiveAsync(Stream download, Stream plaintext, byte[] context, CancellationToken cancellationToken)
    {
        await using Stream decryptor = _chunked.CreateDecryptor(download, context, leaveOpen: true);
        await decryptor.CopyToAsync(plaintext, cancellationToken);
    }

    public void Dispose() => _chunked.Dispose();
}
#endregion
