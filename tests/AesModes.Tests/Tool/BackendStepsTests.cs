using AesModes.Backends;
using AesModes.Tool.Common;
using Xunit;

namespace AesModes.Tests.Tool;

/// <summary>Has the tool the steps of every backend that there is?</summary>
public class BackendStepsTests
{
    [Fact]
    public void Of_EveryBackend_IsAnother() =>
        Assert.Equal(Backend.All.Count, Backend.All.Select(BackendSteps.Of).Distinct().Count());
}
