namespace AesModes.Tests.Fuzz;

/// <summary>
/// Runs random cases of every kind. None may crash, hang, give an incorrect result, output unauthenticated plaintext or throw an undocumented exception. Here, each kind runs
/// for about a second; tests/fuzz runs longer (docs/testing.md).
/// </summary>
public sealed class FuzzTests
{
    public static TheoryData<string> Kinds => [.. FuzzKind.Chosen];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Try_RandomCases_AllHold(string kind)
    {
        _ = Sweep.Start();
        TestContext.Current.SendDiagnosticMessage($"fuzz: {new Campaign(kind).Run()}");
    }
}
