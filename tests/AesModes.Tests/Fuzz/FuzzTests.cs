namespace AesModes.Tests.Fuzz;

/// <summary>
/// Random cases of every kind: never a crash, a hang, a wrong answer, a byte of plaintext out before it is authentic, or an exception that is
/// not documented. Here for a second each; tests/fuzz goes on for as long as one likes. docs/testing.md.
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
