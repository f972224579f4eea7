// What benchmarks/deployed publishes in each way and runs: it times the public API and prints one line for each figure.
//   throughput [--software]    the nanoseconds of one Encrypt, for each mode and size
//   first MODE [--software]    the nanoseconds of a constructor and one Encrypt of 16 bytes, nothing of the mode having run before
//   backend [--software]       what runs
using System.Diagnostics;
using System.Globalization;
using AesModes;
using AesModes.Deployed;

if (args.Contains("--software"))
{
    AppContext.SetSwitch("AesModes.DisableHardware", true);
}

switch (args)
{
    case ["throughput", ..]:
        Throughput.Run();
        return 0;
    case ["first", string name, ..]:
        // The clock itself is used for the first time, and a lambda is made.
        byte[] text = new byte[16];
        Func<int, Mode> create = Modes.Find(name);
        long start = Stopwatch.GetTimestamp();
        _ = Stopwatch.GetElapsedTime(start);

        start = Stopwatch.GetTimestamp();
        using (Mode mode = create(text.Length))
        {
            mode.Encrypt();
            Console.WriteLine(Stopwatch.GetElapsedTime(start).TotalNanoseconds.ToString("F0", CultureInfo.InvariantCulture));
        }

        return 0;
    case ["backend", ..]:
        Console.WriteLine(AesGcmSiv.IsHardwareAccelerated ? "hardware" : "software");
        return 0;
    default:
        Console.Error.WriteLine("Arguments: throughput, first MODE or backend; and --software.");
        return 2;
}
