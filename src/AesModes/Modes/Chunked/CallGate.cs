namespace AesModes.Modes;

/// <summary>Lets one call at a time into a stream, and decides who erases the secrets if another thread disposes the stream during a call.</summary>
internal sealed class CallGate(Type owner)
{
    private const int Idle = 0;
    private const int Busy = 1;
    private const int Closed = 2;

    private int _state;

    public bool IsClosed => Volatile.Read(ref _state) == Closed;

    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    /// <exception cref="InvalidOperationException">Another call is in progress.</exception>
    public void Enter()
    {
        int state = Interlocked.CompareExchange(ref _state, Busy, Idle);
        if (state == Busy)
        {
            throw new InvalidOperationException("Another call to the stream is in progress. A stream serves one call at a time.");
        }

        ObjectDisposedException.ThrowIf(state == Closed, owner);
    }

    /// <summary>Ends a call. Returns false if the stream was disposed during the call. The caller must then erase the secrets.</summary>
    public bool TryLeave() => Interlocked.CompareExchange(ref _state, Idle, Busy) == Busy;

    /// <summary>Closes the stream. Returns true if the caller must erase the secrets: no call is in progress, and the stream was open before.</summary>
    public bool Close() => Interlocked.Exchange(ref _state, Closed) == Idle;

    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public void ThrowIfClosed() => ObjectDisposedException.ThrowIf(IsClosed, owner);
}
