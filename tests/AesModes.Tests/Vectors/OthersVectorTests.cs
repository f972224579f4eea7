using AesModes.Tool.Vectors;

namespace AesModes.Tests.Vectors;

/// <summary>Tests every backend with Wycheproof's and NIST ACVP's vectors, which <c>aesmodes vectors</c> can read.</summary>
public class OthersVectorTests
{
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Wycheproof_GcmSiv_All202Pass(string backend)
    {
        WycheproofCase[] cases = TestVectors.Load<WycheproofCase>("wycheproof-aes-gcm-siv.json");
        Assert.Equal(202, cases.Length);
        Assert.Equal(136, cases.Count(c => c.IsValid));
        Assert.All(cases, c => Assert.Null(c.NotRunBecause));
        TestVectors.AssertAllPass(cases, TestBackends.Get(backend));
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Acvp_GcmSiv_All120Pass(string backend)
    {
        AcvpGcmSivCase[] cases = TestVectors.Load<AcvpGcmSivCase>("acvp/aes-gcm-siv/prompt.json");
        Assert.Equal(120, cases.Length);
        Assert.Equal(13, cases.Count(c => c.IsRefusal));
        TestVectors.AssertAllPass(cases, TestBackends.Get(backend));
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Acvp_Ctr_All150Pass(string backend)
    {
        AcvpCtrCase[] cases = TestVectors.Load<AcvpCtrCase>("acvp/aes-ctr/prompt.json");
        Assert.Equal(150, cases.Length);
        Assert.Equal(52, cases.Count(c => c.Bits % 8 != 0));
        TestVectors.AssertAllPass(cases, TestBackends.Get(backend));
    }
}
