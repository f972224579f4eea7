namespace AesModes.Tests.Backends;

/// <summary>Tests the erasure of memory and the cheap overlap test.</summary>
[Kernels]
public sealed class MemoryTests
{
    [Fact]
    public void Erase_EveryNumberOfVectors_ErasesOnlyThose()
    {
        const int Most = 64;
        Vector128<byte> filled = Vector128.Create((byte)0xA5);
        for (int count = 0; count <= Most; count++)
        {
            Vector128<byte>[] memory = new Vector128<byte>[Most + 2];
            Array.Fill(memory, filled);
            Secrets.Erase(memory.AsSpan(1, count));
            for (int i = 0; i < memory.Length; i++)
            {
                Assert.Equal(i >= 1 && i <= count ? Vector128<byte>.Zero : filled, memory[i]);
            }
        }
    }

    [Fact]
    public void IsPossible_EveryOffsetAndSize_MatchesOverlaps()
    {
        const int Most = 20;
        byte[] memory = new byte[4 * Most];
        for (int place = 0; place < 2 * Most; place++)
        {
            for (int firstSize = 1; firstSize <= Most; firstSize++)
            {
                for (int secondSize = 1; secondSize <= Most; secondSize++)
                {
                    ReadOnlySpan<byte> first = memory.AsSpan(Most, firstSize);
                    ReadOnlySpan<byte> second = memory.AsSpan(place, secondSize);
                    Assert.Equal(first.Overlaps(second), Overlap.IsPossible(first, second));
                }
            }
        }
    }
}
