using System.Reflection;
using Xunit.v3;

[assembly: AesModes.Tests.PrintsSeed]

namespace AesModes.Tests;

/// <summary>A failed test prints the seed of its cases.</summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class PrintsSeedAttribute : BeforeAfterTestAttribute
{
    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (TestContext.Current.TestState?.Result == TestResult.Failed)
        {
            Sweep.Print(Sweep.HowToRepeat);
        }
    }
}
