using AesModes.Packaging;

// Usage: see .ci/pack, .ci/rebuild-package, .ci/use-package and src/AesModes/AesModes.csproj.
switch (args)
{
    case ["sbom", var package, var assets, var seconds]:
        BillOfMaterials.Write(new PackageFile(package), assets, Time(seconds));
        return 0;
    case ["provenance", var folder, var commit, var source, var sdk, var compilers, var seconds, .. var projects]:
        Provenance.Write(folder, new Build(commit, source, sdk, compilers.Split('\n', StringSplitOptions.RemoveEmptyEntries), Time(seconds), projects));
        return 0;
    case ["commit", var package]:
        Console.WriteLine(new PackageFile(package).Commit);
        return 0;
    case ["compare", var expected, var actual]:
        return (int)Comparison.Compare(new PackageFile(expected), new PackageFile(actual));
    case ["same-code", var expected, var actual]:
        return Code.Compare(expected, actual) ? 0 : 1;
    case ["public-documentation", var assembly, var documentation]:
        Documentation.KeepPublic(assembly, documentation);
        return 0;
    case ["check-documentation", var documentation, .. var api]:
        return Documentation.Check(documentation, api) ? 0 : 1;
    default:
        Console.Error.WriteLine("Usage: .ci/pack, .ci/rebuild-package");
        return 2;
}

static DateTimeOffset Time(string seconds) => DateTimeOffset.FromUnixTimeSeconds(long.Parse(seconds, System.Globalization.CultureInfo.InvariantCulture));
