using AesModes.Measuring;
using AesModes.Tests.Measuring;
using AesModes.Tool.Cbc;

namespace AesModes.Tests.Tool;

/// <summary>Tests the lower bounds that AES rounds set for a CBC call, and which figures they reject.</summary>
public class CbcBoundsTests
{
    /// <summary>256 blocks of AES-128 at 4.1 GHz. Encryption is bound by a latency of 4 cycles per round, decryption by two rounds per cycle.</summary>
    private const int Rounds = 2560;

    private const double EncryptionBound = Rounds * 4 / 4.1 / 1000;

    private const double DecryptionBound = Rounds / 2 / 4.1 / 1000;

    private static readonly MachineSpeed _speed = MachineSpeedTests.Create(4.1, 4.1);

    [Fact]
    public void Of_AesRounds_IsTheirLatencyAndTheirThroughput()
    {
        CbcBounds bounds = CbcBounds.Of(Rounds, _speed);
        Assert.Equal(EncryptionBound, bounds.Encryption!.Value, 12);
        Assert.Equal(DecryptionBound, bounds.Decryption!.Value, 12);
    }

    [Fact]
    public void Of_SoftwareOrAMisreadClock_IsNone()
    {
        Assert.Equal(new CbcBounds(null, null), CbcBounds.Of(0, _speed));
        Assert.Equal(new CbcBounds(null, null), CbcBounds.Of(Rounds, MachineSpeedTests.Create(gigahertz: 4.1, additions: 1.4)));
    }

    /// <summary>The 0.9 and 1.5 cycles/byte, where the bound is 2.5, then values around the tolerance of 3 %.</summary>
    [Theory]
    [InlineData(0.9 / 2.5, true)]
    [InlineData(1.5 / 2.5, true)]
    [InlineData(0.96, true)]
    [InlineData(0.98, false)]
    [InlineData(1.2, false)]
    public void FindFault_OfATime_IsThatItIsBelowItsBound(double ofBound, bool isRefused)
    {
        string? encryption = FindFault(ofBound * EncryptionBound, DecryptionBound, 0);
        string? decryption = FindFault(EncryptionBound, ofBound * DecryptionBound, 0);

        Assert.Equal((isRefused, isRefused), (encryption is not null, decryption is not null));
        Assert.StartsWith("x86 is wrong: encryption took ", encryption ?? "x86 is wrong: encryption took ", StringComparison.Ordinal);
        Assert.StartsWith("x86 is wrong: decryption took ", decryption ?? "x86 is wrong: decryption took ", StringComparison.Ordinal);
    }

    [Fact]
    public void FindFault_OfAFewStepsOfTheTimer_IsNull() => Assert.Null(FindFault(EncryptionBound - 0.1, DecryptionBound - 0.1, timerStep: 0.1));

    [Fact]
    public void FindFault_InSoftware_IsNull() => Assert.Null(CbcBounds.Of(0, _speed).FindFault(CreateContestant(0, 0), 0));

    private static string? FindFault(double encryption, double decryption, double timerStep) =>
        CbcBounds.Of(Rounds, _speed).FindFault(CreateContestant(encryption, decryption), timerStep);

    private static CbcContestant CreateContestant(double encryption, double decryption)
    {
        CbcContestant contestant = new("x86", null!);
        contestant.Encryption.Add(2 * encryption);
        contestant.Encryption.Add(encryption);
        contestant.Decryption.Add(decryption);
        return contestant;
    }
}
