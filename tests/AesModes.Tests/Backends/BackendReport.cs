using System.Collections.Concurrent;
using System.Globalization;
using System.Text;

[assembly: AssemblyFixture(typeof(BackendReport))]

namespace AesModes.Tests.Backends;

/// <summary>
/// Prints a table at the end of a run: how many tests used each backend natively or emulated, and how many skipped it and why. It is a diagnostic message, because every runner
/// shows those (xunit.runner.json).
/// </summary>
public sealed class BackendReport : IDisposable
{
    private static readonly ConcurrentDictionary<(string Test, string Backend), (string How, string Why)> _uses = [];

    public static void AddUse(string backend) =>
        Add(backend, TestBackends.IsEmulated(backend) ? "emulated" : "native", Effort.IsRepeated(backend) ? "long sweeps in part" : string.Empty);

    public static void AddSkip(string backend, string why) => Add(backend, "skipped", why);

    public void Dispose()
    {
        if (_uses.IsEmpty)
        {
            return;
        }

        StringBuilder table = new("Backends in this run, and how many tests had each:");
        foreach (string backend in TestBackends.Names.Select(r => r.Data))
        {
            foreach (var uses in _uses.Where(use => use.Key.Backend == backend).GroupBy(use => use.Value))
            {
                string why = uses.Key.Why.Length == 0 ? string.Empty : $": {uses.Key.Why}";
                _ = table.AppendLine().Append(CultureInfo.InvariantCulture, $"{uses.Count(),6} {uses.Key.How,-8} {backend}{why}");
            }
        }

        TestContext.Current.SendDiagnosticMessage(table.ToString());
    }

    private static void Add(string backend, string how, string why)
    {
        // Theories request their data outside a test.
        if (TestContext.Current.Test is { } test)
        {
            _ = _uses.TryAdd((test.UniqueID, backend), (how, why));
        }
    }
}
