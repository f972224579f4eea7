using System.Reflection;
using AesModes.Tests;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestFramework(typeof(FastFramework))]

namespace AesModes.Tests;

/// <summary>
/// xunit's framework, which finds the classes of one subset alone where a run asks for that: Stryker has no filter that reaches xunit's runner, and runs
/// whatever is found.
/// </summary>
public sealed class FastFramework : XunitTestFramework
{
    protected override ITestFrameworkDiscoverer CreateDiscoverer(Assembly assembly) =>
        FastAttribute.IsAlone ? new Discoverer(new XunitTestAssembly(assembly), typeof(FastAttribute))
        : KernelsAttribute.IsAlone ? new Discoverer(new XunitTestAssembly(assembly), typeof(KernelsAttribute))
        : base.CreateDiscoverer(assembly);

    private sealed class Discoverer(IXunitTestAssembly assembly, Type subset) : XunitTestFrameworkDiscoverer(assembly)
    {
        protected override ValueTask<bool> FindTestsForType(
            IXunitTestClass testClass,
            ITestFrameworkDiscoveryOptions discoveryOptions,
            Func<ITestCase, ValueTask<bool>> discoveryCallback) =>
            testClass.Class.IsDefined(subset)
                ? base.FindTestsForType(testClass, discoveryOptions, discoveryCallback)
                : ValueTask.FromResult(true);
    }
}
