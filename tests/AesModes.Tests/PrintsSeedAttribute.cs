using System.Reflection;
using Xunit.v3;

[assembly: AesModes.Tests.PrintsSeed]

namespace AesModes.Tests;

/// <summary>Prints the seed in each test's output, which the runner shows if the test fails.</summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class PrintsSeedAttribute : BeforeAfterTestAttribute
{
    public override void Before(MethodInfo methodUnderTest, IXunitTest test) => Sweep.Print(Sweep.HowToRepeat);
}
