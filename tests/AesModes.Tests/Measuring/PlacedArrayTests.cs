using AesModes.Measuring.Peers;
using Xunit;

namespace AesModes.Tests.Measuring;

/// <summary>Do the benchmarks' buffers stand where rows want them? By itself, as other threads' arrays come between.</summary>
[CollectionDefinition(nameof(PlacedArrayTests), DisableParallelization = true)]
[Collection(nameof(PlacedArrayTests))]
public class PlacedArrayTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(16)]
    [InlineData(1023)]
    [InlineData(4096)]
    [InlineData(65_552)]
    [InlineData(PlacedArray.LargestPlaced)]
    public void Allocate_AnySize_GivesThatManyZerosThere(int size)
    {
        foreach (int place in new[] { 0, 1024, 2048, 8 })
        {
            byte[] array = PlacedArray.Allocate(size, place);
            Assert.Equal(size, array.Length);
            Assert.Equal(place, PlacedArray.FindPlace(array));
            Assert.False(array.AsSpan().ContainsAnyExcept((byte)0));
        }
    }
}
