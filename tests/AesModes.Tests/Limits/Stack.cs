using System.Runtime.CompilerServices;

namespace AesModes.Tests.Limits;

/// <summary>What a call leaves on its stack.</summary>
internal static class Stack
{
    /// <summary>More than any call takes.</summary>
    private const int Depth = 128 * 1024;

    /// <summary>The stack under this method after the call.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static byte[] Leave(Action call)
    {
        // Compiled and done with its first look at everything.
        for (int i = 0; i < 40; i++)
        {
            call();
        }

        byte[] left = new byte[Depth];
        Paint();
        call();
        Read(left);
        return left;
    }

    /// <summary>Overwrites what earlier calls left there.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe void Paint()
    {
        byte* stack = stackalloc byte[Depth];
        new Span<byte>(stack, Depth).Fill(Sample.Filler);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static unsafe void Read(Span<byte> left)
    {
        byte* stack = stackalloc byte[Depth];
        new Span<byte>(stack, Depth).CopyTo(left);
    }
}
