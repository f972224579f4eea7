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
    default:
        Console.Error.WriteLine("Arguments: tests/machine-code [--update | --json FILE]");
        return 2;
}
