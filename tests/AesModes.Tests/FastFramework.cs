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

    protected override ITestFrameworkExecutor CreateExecutor(Assembly assembly) =>
        FastAttribute.IsAlone || KernelsAttribute.IsAlone ? new Executor(new XunitTestAssembly(assembly)) : base.CreateExecutor(assembly);

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

    /// <summary>One test at a time: each begins with the library as in a new process (<see cref="FreshSelfTestsAttribute"/>).</summary>
    private sealed class Executor(IXunitTestAssembly assembly) : XunitTestFrameworkExecutor(assembly)
    {
        public override ValueTask RunTestCases(
            IReadOnlyCollection<IXunitTestCase> testCases,
            IMessageSink executionMessageSink,
            ITestFrameworkExecutionOptions executionOptions,
            CancellationToken cancellationToken)
        {
            executionOptions.SetDisableParallelization(true);
            return base.RunTestCases(testCases, executionMessageSink, executionOptions, cancellationToken);
        }
    }
}
