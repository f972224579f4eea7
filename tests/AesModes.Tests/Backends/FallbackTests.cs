using AesModes.Faults;

namespace AesModes.Tests.Backends;

/// <summary>A backend with a fault passes its calls to the next one. <see cref="FaultTests"/> tries every fault; this class is the fast test for mutants.</summary>
[Fast]
public sealed class FallbackTests
{
    [Theory]
    [MemberData(nameof(TestBackends.FastAes), MemberType = typeof(TestBackends))]
    public void Calls_OneFaultyKernelOfEachKind_GiveCorrectResults(string name)
    {
        Assert.SkipWhen(Effort.IsChangedRun, "Only the first run of the tests injects faults: the self-tests are the same in each.");
        TestBackends.Get(name).Call(new Trials());
    }

    private sealed class Trials : IBackendCall<bool>
    {
        public bool On<TBackend>()
            where TBackend : struct, IBackend
        {
            Assert.All(Faults.Fault.All.DistinctBy(fault => (fault.Piece, fault.Mode, fault.IsSecondResult)), fault =>
            {
                string? problem = FaultTrial<TBackend>.Run(fault, out _);
                Assert.True(problem is null, $"{Backend<TBackend>.Instance}: {fault}: {problem}");
            });
            return true;
        }
    }
}
