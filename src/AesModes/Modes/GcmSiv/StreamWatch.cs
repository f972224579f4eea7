namespace AesModes.Modes;

/// <summary>
/// Progress and cancellation of a message that is read twice: each reading counts for half of its length.
/// </summary>
internal readonly struct StreamWatch(IProgress<long>? progress, CancellationToken cancellationToken)
{
    /// <summary>To be called between chunks with the bytes read so far in both readings.</summary>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    public void Advance(long bytesRead)
    {
        cancellationToken.ThrowIfCancellationRequested();
        progress?.Report(bytesRead / 2);
    }
}
