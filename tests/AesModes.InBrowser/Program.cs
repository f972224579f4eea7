using AesModes.Agreement;
using AesModes.InBrowser;

// What to do is the page's first argument: ?arg=vectors&arg=ADDRESS&arg=FILE&arg=FILE, ?arg=agreement or ?arg=speed&arg=SIZE&arg=SIZE.
switch (args)
{
    case ["vectors", string folder, .. string[] names]:
        return await VectorPage.RunAsync(folder, names);
    case ["agreement"]:
        // What tests/AesModes.Agreement --brief prints, but for the line that names the machine.
        Report report = new(brief: true, each: false);
        GcmSivSweeps.Run(report);
        AezSweeps.Run(report);
        FaceCtrSweeps.Run(report);
        return report.Finish() ? 0 : 1;
    case ["speed", .. string[] sizes]:
        return SpeedPage.Run(sizes);
    default:
        await Console.Error.WriteLineAsync("The address must say what to run: ?arg=vectors, ?arg=agreement or ?arg=speed.");
        return 2;
}
