namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>Threads that wait to do the same at the same time; the caller is one of them.</summary>
internal sealed class WorkerTeam : IDisposable
{
    private readonly Barrier _barrier;
    private readonly Thread[] _others;
    private Action<int>? _work;

    public WorkerTeam(int size)
    {
        _barrier = new Barrier(size);
        _others = [.. Enumerable.Range(1, size - 1).Select(i => new Thread(() => Serve(i)) { IsBackground = true })];
        foreach (Thread other in _others)
        {
            other.Start();
        }
    }

    public int Size => _others.Length + 1;

    /// <summary>Returns when the last is done.</summary>
    /// <param name="work">Is told which of them it is, from 0.</param>
    public void Run(Action<int> work)
    {
        _work = work;
        _barrier.SignalAndWait();
        work(0);
        _barrier.SignalAndWait();
    }

    public void Dispose()
    {
        _work = null;
        _barrier.SignalAndWait();
        foreach (Thread other in _others)
        {
            other.Join();
        }

        _barrier.Dispose();
    }

    private void Serve(int i)
    {
        for (_barrier.SignalAndWait(); _work is { } work; _barrier.SignalAndWait())
        {
            work(i);
            _barrier.SignalAndWait();
        }
    }
}
