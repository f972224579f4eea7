namespace AesModes.Modes;

/// <summary>Progress and cancellation for a message that is read twice. Each reading counts for half of the message's length.</summary>
internal readonly struct StreamWatch(IProgress<long>? progress, CancellationToken cancellationToken)
{
    /// <summary>Call it between chunks, with the number of bytes read so far in both readings.</summary>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    public void Advance(long bytesRead)
    {
        cancellationToken.ThrowIfCancellationRequested();
        progress?.Report(bytesRead / 2);
    }
}
