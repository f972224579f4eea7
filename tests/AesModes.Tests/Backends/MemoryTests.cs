using System.Runtime.CompilerServices;

namespace AesModes.Tests.Backends;

/// <summary>Tests the erasure of memory and of the stack, and the cheap overlap test.</summary>
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
    public void ClearStack_EverySize_OverwritesThatMuch()
    {
        AssertClears(512, Secrets.ClearStack<Stack512>);
        AssertClears(1024, Secrets.ClearStack<Stack1K>);
        AssertClears(2048, Secrets.ClearStack<Stack2K>);
        AssertClears(4096, Secrets.ClearStack<Stack4K>);
        AssertClears(8192, Secrets.ClearStack<Stack8K>);
        AssertClears(16384, Secrets.ClearStack<Stack16K>);
        AssertClears(Vector512.IsHardwareAccelerated ? 512 : 4096, Secrets.ClearKernelStack<Stack4K>);
    }

    [Fact]
    public void ClearStack_MessagesAroundBothLimits_OverwritesWhatTheirKernelsUse()
    {
        AssertClearsFor(99, 2048);
        AssertClearsFor(100, 4096);
        AssertClearsFor(999, 4096);
        AssertClearsFor(1000, 8192);

        static void AssertClearsFor(int messageSize, int size) => AssertClears(
            AesModes.Backends.Software.Lane128.HasLookup ? size : 16384,
            () => Secrets.ClearStack<Stack2K, Stack4K, Stack8K>(messageSize, 100, 1000));
    }

    [Fact]
    public void ClearRegisters_Always_LeavesZerosOnTheStack() => AssertClears(768, Secrets.ClearRegisters, frames: 384);

    /// <summary>Fills the stack, makes the call, and counts what is zero then. The frames of these calls are there too.</summary>
    private static void AssertClears(int size, Action clear, int frames = 256)
    {
        const int Depth = 24 * 1024;
        int zeros = 0;
        // The first round compiles the call. In any round, the runtime may use the stack too.
        for (int i = 0; i < 10 && Math.Abs(zeros - size) >= frames; i++)
        {
            Fill();
            clear();
            zeros = Count();
        }

        Assert.InRange(zeros, size - frames + 1, size + frames - 1);

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        static void Fill()
        {
            Span<byte> stack = stackalloc byte[Depth];
            stack.Fill(0xA5);
        }

        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        static int Count()
        {
            Span<byte> stack = stackalloc byte[Depth];
            return stack.Count((byte)0);
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
