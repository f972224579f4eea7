using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>What the runtime's compiler did on a thread between two marks, method by method, from the runtime's own events.</summary>
internal sealed class CompiledMethods : EventListener
{
    private const string Source = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords Jit = (EventKeywords)0x10;
    private const int Started = 145;
    private const int Loaded = 143;

    // Of the payload of the second.
    private const int MethodFlags = 5;
    private const int TypeName = 6;
    private const int MethodName = 7;

    /// <summary>In the flags, from bit 7 on.</summary>
    private const uint FullOptimisation = 2;

    private readonly ConcurrentQueue<EventWrittenEventArgs> _events = [];
    private readonly ManualResetEventSlim _isOver = new();

    /// <summary>To be called before and after what is watched, from the same thread: methods that are compiled there and then.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Begin()
    {
    }

    /// <inheritdoc cref="Begin"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void End()
    {
    }

    /// <summary>Those between the marks, each without what was compiled meanwhile for its sake. None where the runtime does not tell.</summary>
    public IReadOnlyList<CompiledMethod> Wait()
    {
        if (!_isOver.Wait(TimeSpan.FromSeconds(10)))
        {
            return [];
        }

        EventWrittenEventArgs[] all = [.. _events];
        long thread = all.Single(one => IsOf(one, nameof(Begin))).OSThreadId;
        List<CompiledMethod> methods = [];
        Stack<(DateTime Start, double Within)> open = [];
        foreach (EventWrittenEventArgs one in all.Where(one => one.OSThreadId == thread).SkipWhile(one => !IsOf(one, nameof(Begin))).Skip(1).TakeWhile(one => !IsOf(one, nameof(End))))
        {
            if (one.EventId == Started)
            {
                open.Push((one.TimeStamp, 0));
            }
            else if (open.TryPop(out (DateTime Start, double Within) method))
            {
                double time = (one.TimeStamp - method.Start).TotalNanoseconds;
                methods.Add(new CompiledMethod((string)one.Payload![MethodName]!, (((uint)one.Payload[MethodFlags]! >> 7) & 7) == FullOptimisation, time - method.Within));
                if (open.TryPop(out (DateTime Start, double Within) outer))
                {
                    open.Push((outer.Start, outer.Within + time));
                }
            }
        }

        return methods;
    }

    public override void Dispose()
    {
        base.Dispose();
        _isOver.Dispose();
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Source)
        {
            EnableEvents(eventSource, EventLevel.Verbose, Jit);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventId is Started or Loaded)
        {
            _events.Enqueue(eventData);
            if (IsOf(eventData, nameof(End)))
            {
                _isOver.Set();
            }
        }
    }

    private static bool IsOf(EventWrittenEventArgs one, string mark) =>
        one.EventId == Loaded && (string)one.Payload![MethodName]! == mark && ((string)one.Payload[TypeName]!).EndsWith(nameof(CompiledMethods), StringComparison.Ordinal);
}

/// <param name="Name">Without its type.</param>
/// <param name="IsOptimised">At once and for good: it has no tier 0.</param>
/// <param name="Nanoseconds">That the compiler took.</param>
internal sealed record CompiledMethod(string Name, bool IsOptimised, double Nanoseconds);
