using System.Reflection;
using System.Runtime.CompilerServices;
using AesModes.Tests;
using Xunit.v3;

[assembly: FreshSelfTests]

namespace AesModes.Tests;

/// <summary>
/// Each test of a subset begins like a new process, which has no results of self-tests and runs on the first backend. Stryker tries many mutants in one process:
/// a self-test that one of them failed would fail for the next ones too, and they would seem killed.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class FreshSelfTestsAttribute : BeforeAfterTestAttribute
{
    private static IXunitTestCase? _last;

    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        // The rows of a theory are one test for Stryker, and each run has its own test cases.
        if ((!FastAttribute.IsAlone && !KernelsAttribute.IsAlone) || test.TestCase == _last)
        {
            return;
        }

        _last = test.TestCase;

        foreach (Backend backend in Backend.All.Append(InterruptedBackend.Backend))
        {
            SelfTestResults.GcmSiv(backend) = null;
            SelfTestResults.Aez(backend) = null;
            SelfTestResults.Ctr(backend) = null;
        }

        Default(null) = Backend.Choose(disableHardware: false);
    }

    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "_default")]
    private static extern ref Backend? Default(Backend? backend);
}
