using System.Diagnostics;
using System.Globalization;
using AesModes.Against;

// benchmarks/against builds both libraries. The processes that it starts for measuring have a command line of their own.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args is ["--first-call", string library, string mode])
{
    // Nothing of the library has run in this process before.
    Action call = Rows.FirstCall(library == "old", mode);
    long begin = Stopwatch.GetTimestamp();
    call();
    Console.WriteLine(Stopwatch.GetElapsedTime(begin).TotalMilliseconds);
    return 0;
}

if (args is ["--measure", string seed, string count, string rows])
{
    Placement placement = new(int.Parse(seed, CultureInfo.InvariantCulture));
    placement.ShiftCode();
    foreach (Row row in Rows.Create(placement).Where(row => row.Name.StartsWith(rows, StringComparison.Ordinal)))
    {
        placement.ShiftCode();
        (double Old, double New, double Speed) result = row.Compare(int.Parse(count, CultureInfo.InvariantCulture));
        Console.WriteLine($"{row.Name}\t{result.Old}\t{result.New}\t{result.Speed}");
    }

    return 0;
}

return AgainstCommand.Create().Parse(args).Invoke();
