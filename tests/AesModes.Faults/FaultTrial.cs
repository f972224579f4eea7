using AesModes.Backends;

namespace AesModes.Faults;

/// <summary>
/// Uses the library on a backend with a fault. A fault that a message can meet must fail a self-test, and every output must be right all the same.
/// </summary>
/// <typeparam name="TBackend">The backend without the fault.</typeparam>
internal static class FaultTrial<TBackend>
    where TBackend : struct, IBackend
{
    private static readonly Lock _lock = new();

    /// <summary>Types are used once, as the runtime keeps a self-test's result for each. A backend has its own: two may be tried at the same time.</summary>
    private static Type _slot = typeof(TBackend);

    /// <returns>What went wrong; null where nothing did.</returns>
    /// <param name="fault">The fault.</param>
    /// <param name="isMet">Whether any message met it: a backend does without some pieces.</param>
    public static string? Run(Fault fault, out bool isMet)
    {
        lock (_lock)
        {
            _slot = typeof(Slot<>).MakeGenericType(_slot);
            var trial = (Trial)Activator.CreateInstance(typeof(Trial<>).MakeGenericType(typeof(TBackend), _slot))!;
            return trial.Run(fault, out isMet);
        }
    }

    private abstract class Trial
    {
        public abstract string? Run(Fault fault, out bool isMet);
    }

    private sealed class Trial<TSlot> : Trial
    {
        public override string? Run(Fault fault, out bool isMet)
        {
            SlotFault<TSlot>.Fault = fault;
            SlotFault<TSlot>.Hits = 0;
            Backend backend = Backend<FaultyBackend<TBackend, TSlot>>.Instance;
            string? difference = Calls.Compare(fault.Mode, backend);
            isMet = SlotFault<TSlot>.Hits > 0;
            return difference is not null ? $"{difference} is wrong"
                : isMet && backend.SelfTests.All(test => test.Passes()) ? "no self-test failed"
                : null;
        }
    }
}
