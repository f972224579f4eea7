using AesModes.Measuring.Peers;

namespace AesModes.Tests.Measuring;

/// <summary>Tests that the benchmarks' buffers are at the requested place in a page.</summary>
public class PlacedBufferTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1023)]
    [InlineData(4096)]
    [InlineData(200_000)]
    public unsafe void Create_AnySize_GivesThatManyZerosThere(int size)
    {
        foreach (int place in new[] { 0, 1024, 2048, 8, 4095 })
        {
            PlacedBuffer buffer = new(size, place);
            Assert.Equal(size, buffer.Length);
            Assert.Equal(size, buffer.Span.Length);
            Assert.Equal(place, (int)((nuint)buffer.Address % 4096));
            Assert.Equal(place, buffer.Place);
            Assert.False(buffer.Span.ContainsAnyExcept((byte)0));

            // The whole buffer must be separate from neighbours that are allocated now.
            buffer.Span.Fill(7);
            PlacedBuffer next = new(size, place);
            next.Span.Fill(8);
            Assert.False(buffer.Span.ContainsAnyExcept((byte)7));
        }
    }
}
