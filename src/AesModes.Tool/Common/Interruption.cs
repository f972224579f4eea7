using System.Runtime.InteropServices;

namespace AesModes.Tool.Common;

/// <summary>Runs work that leaves nothing behind if a signal ends it. .NET ignores SIGPIPE, and SIGKILL cannot be caught.</summary>
internal static class Interruption
{
    /// <summary>How long a signal waits for the work to end: a system call such as fsync can take long. By then, the cancellation has removed temporary files.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

    /// <summary>Never disposed, because a signal may come at any time.</summary>
    private static readonly CancellationTokenSource _source = new();

    private static readonly (PosixSignal Signal, int Number)[] _signals =
    [
        (PosixSignal.SIGHUP, 1), (PosixSignal.SIGINT, 2), (PosixSignal.SIGQUIT, 3), (PosixSignal.SIGTERM, 15),

        // The other signals that end a program and that it does not cause itself: USR1, USR2, ALRM, XCPU, XFSZ, VTALRM. Other systems have other numbers.
        .. OperatingSystem.IsLinux() ? ((int[])[10, 12, 14, 24, 25, 26]).Select(number => ((PosixSignal)number, number)) : [],
    ];

    /// <summary>Returns the work's exit code or, after a signal, the code that a shell reports for a program that the signal ended.</summary>
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
            // Not disposed: Dispose would wait for Take.
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
            // The terminal is gone, as after SIGHUP.
        }
    }
}
