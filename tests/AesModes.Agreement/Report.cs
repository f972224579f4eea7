namespace AesModes.Agreement;

/// <summary>Runs sweeps and prints a line for each.</summary>
internal sealed class Report(bool brief, bool each)
{
    private Digest _digest = new();
    private int _outputs;
    private int _failures;

    public void Run(string name, Action<Sweep> run)
    {
        Sweep sweep = new(name, brief, each);
        try
        {
            run(sweep);
        }
        catch (Exception e) when (e is System.Security.Cryptography.CryptographicException or IOException)
        {
            sweep.Require(false, $"{e.GetType().Name}: {e.Message}", 0);
        }

        Console.WriteLine($"{name}: {sweep.Outputs} outputs {sweep.Digest:x16}");
        _digest.Add(sweep.Digest);
        _outputs += sweep.Outputs;
        _failures += sweep.Failures;
    }

    public bool Finish()
    {
        Console.WriteLine($"all: {_outputs} outputs {_digest.Value:x16}");
        if (_failures > 0)
        {
            Console.Error.WriteLine($"FAILED: {_failures} checks");
        }

        return _failures == 0;
    }
}
