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
    case ["check", var folder]:
        return new Check(folder, update: false).Execute(null);
    case ["check", var folder, "--update"]:
        return new Check(folder, update: true).Execute(null);
    case ["check", var folder, "--json", var file]:
        return new Check(folder, update: false).Execute(file);
    case ["arm64", var folder, var listings, "--cycles"]:
        Arm64Cycles.Print(Arm64Check.Read(listings, "driver"));
        return 0;
    case ["arm64", var folder, var listings]:
        return new Arm64Check(folder, listings, update: false).Execute(null);
    case ["arm64", var folder, var listings, "--update"]:
        return new Arm64Check(folder, listings, update: true).Execute(null);
    case ["arm64", var folder, var listings, "--json", var file]:
        return new Arm64Check(folder, listings, update: false).Execute(file);
    default:
        Console.Error.WriteLine("Usage: tests/machine-code [--arm64] [--update | --json FILE], or --arm64 --cycles");
        return 2;
}
