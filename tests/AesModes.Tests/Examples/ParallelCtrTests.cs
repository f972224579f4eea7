using System.Security.Cryptography;
using AesModes;
using Xunit;

namespace Examples;

public sealed class ParallelCtrTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1 << 20)]
    [InlineData((3 << 20) + 77)]
    public void Transform_OfAnyLength_IsOneText(int size)
    {
        using FaceCtr ctr = new(RandomNumberGenerator.GetBytes(32));
        byte[] initialCounter = RandomNumberGenerator.GetBytes(16);
        byte[] text = RandomNumberGenerator.GetBytes(size);
        byte[] whole = new byte[size];
        ctr.Encrypt(initialCounter, text, whole);

        byte[] pieces = new byte[size];
        ParallelCtr.Transform(ctr, initialCounter, text, pieces);
        Assert.Equal(whole, pieces);
        ParallelCtr.Transform(ctr, initialCounter, pieces, pieces);
        Assert.Equal(text, pieces);
    }
}
