using AesModes.MachineCode;

// Usage: see tests/machine-code.
switch (args)
{
    case ["driver"]:
        Driver.Run();
        return 0;
    case ["controls"]:
        Controls.Run();
        return 0;
    case ["arm64", _, var listings, "--cycles"]:
        Arm64Cycles.Print(Arm64Check.Read(listings, "driver"));
        return 0;
    case ["check", var folder, var listings, .. var options] when AreKnown(options):
        return new Check(folder, listings, options is ["--update"]).Execute(options.ElementAtOrDefault(1));
    case ["arm64", var folder, var listings, .. var options] when AreKnown(options):
        return new Arm64Check(folder, listings, options is ["--update"]).Execute(options.ElementAtOrDefault(1));
    default:
        Console.Error.WriteLine("Usage: tests/machine-code [--arm64] [--update | --json FILE], or --arm64 --cycles");
        return 2;
}

static bool AreKnown(string[] options) => options is [] or ["--update"] or ["--json", _];
