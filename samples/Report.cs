namespace AesModes.Samples;

/// <summary>Prints what a sample shows. Each line is something that was tried, so the exit code says whether all of it held.</summary>
internal sealed class Report
{
    public int ExitCode { get; private set; }

    public void Expect(bool holds, string what)
    {
        Console.WriteLine(holds ? what : $"WRONG, this did not hold: {what}");
        if (!holds)
        {
            ExitCode = 1;
        }
    }

    /// <summary>Expects an exception of this type, and no other.</summary>
    public void ExpectThrows<TException>(Action action, string what)
        where TException : Exception
    {
        bool threw = false;
        try
        {
            action();
        }
        catch (TException)
        {
            threw = true;
        }

        Expect(threw, what);
    }
}
