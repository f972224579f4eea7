using System.Runtime.InteropServices;

namespace AesModes.Tool.Common;

/// <summary>Runs work that leaves nothing behind when a signal ends it. .NET ignores SIGPIPE; SIGKILL cannot be caught.</summary>
internal static class Interruption
{
    /// <summary>A call to the system, as fsync, can last; by then the cancellation has removed what would be left.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

    /// <summary>Never disposed of: a signal may come at any time.</summary>
    private static readonly CancellationTokenSource _source = new();

    private static readonly (PosixSignal Signal, int Number)[] _signals =
    [
        (PosixSignal.SIGHUP, 1), (PosixSignal.SIGINT, 2), (PosixSignal.SIGQUIT, 3), (PosixSignal.SIGTERM, 15),

        // The others that end a program and that nothing in it causes: USR1, USR2, ALRM, XCPU, XFSZ, VTALRM. Elsewhere they have other numbers.
        .. OperatingSystem.IsLinux() ? ((int[])[10, 12, 14, 24, 25, 26]).Select(number => ((PosixSignal)number, number)) : [],
    ];

    /// <summary>Returns the work's exit code; after a signal, what a shell reports of a program that the signal ended.</summary>
    public static int Run(Func<CancellationToken, int> work)
    {
        int signalled = 0;
        void Take(PosixSignalContext context)
        {
            context.Cancel = true;
            int number = _signals.First(pair => pair.Signal == context.Signal).Number;
            if (Interlocked.CompareExchange(ref signalled, number, 0) == 0)
            {
                _source.Cancel();
                Thread.Sleep(_patience);
                Environment.Exit(ExitCodeOf(number));
            }
        }

        PosixSignalRegistration[] registrations = [.. _signals.Select(pair => PosixSignalRegistration.Create(pair.Signal, Take))];
        try
        {
            return work(_source.Token);
        }
        catch (OperationCanceledException) when (signalled != 0)
        {
            Complain();
            return ExitCodeOf(signalled);
        }
        finally
        {
            // Dispose would wait for Take.
            GC.KeepAlive(registrations);
        }
    }

    private static int ExitCodeOf(int signal) => 128 + signal;

    private static void Complain()
    {
        try
        {
            Console.Error.WriteLine("Interrupted.");
        }
        catch (IOException)
        {
            // The terminal has gone, as after SIGHUP.
        }
    }
}
