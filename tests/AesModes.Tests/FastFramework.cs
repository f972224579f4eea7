using System.Reflection;
using AesModes.Tests;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestFramework(typeof(FastFramework))]

namespace AesModes.Tests;

/// <summary>An xunit framework that, if AESMODES_SUBSET names a subset, discovers only the classes with that attribute.</summary>
public sealed class FastFramework : XunitTestFramework
{
    internal static string? Subset { get; } = Environment.GetEnvironmentVariable("AESMODES_SUBSET") is { Length: > 0 } name ? name : null;

    protected override ITestFrameworkDiscoverer CreateDiscoverer(Assembly assembly) =>
        Subset is { } subset ? new Discoverer(new XunitTestAssembly(assembly), subset) : base.CreateDiscoverer(assembly);

    private sealed class Discoverer(IXunitTestAssembly assembly, string subset) : XunitTestFrameworkDiscoverer(assembly)
    {
        protected override ValueTask<bool> FindTestsForType(
            IXunitTestClass testClass,
            ITestFrameworkDiscoveryOptions discoveryOptions,
            Func<ITestCase, ValueTask<bool>> discoveryCallback) =>
            testClass.Class.CustomAttributes.Any(attribute => attribute.AttributeType.Name.Equals($"{subset}Attribute", StringComparison.OrdinalIgnoreCase))
                ? base.FindTestsForType(testClass, discoveryOptions, discoveryCallback)
                : ValueTask.FromResult(true);
    }
}
