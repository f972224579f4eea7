namespace AesModes.Tests.Backends;

/// <summary>Tests which counters share the entries of a <see cref="FaceTable"/>. The tests of counter mode cover the results, which do not depend on it.</summary>
[Kernels]
public sealed class FaceTableTests
{
    private static readonly UInt128 _first = (UInt128.One << 90) + (UInt128.One << 40) + 0x1234;

    [Fact]
    public void Enter_NoEntries_StartsAtTheCounter()
    {
        FaceTable table = new() { Origin = _first };
        table.Enter(_first + 1);
        Assert.Equal((_first + 1, 0), (table.Origin, table.Filled));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(8)]
    [InlineData(39)]
    public void Enter_OneOfTheLast40BitsDiffers_KeepsTheEntries(int bit)
    {
        FaceTable table = new() { Origin = _first, Filled = 5 };
        table.Enter(_first ^ (UInt128.One << bit));
        Assert.Equal((_first, 5), (table.Origin, table.Filled));
    }

    [Theory]
    [InlineData(40)]
    [InlineData(64)]
    [InlineData(127)]
    public void Enter_AnotherBitDiffers_DiscardsTheEntries(int bit)
    {
        FaceTable table = new() { Origin = _first, Filled = 5 };
        UInt128 counter = _first ^ (UInt128.One << bit);
        table.Enter(counter);
        Assert.Equal((counter, 0), (table.Origin, table.Filled));
    }
}
