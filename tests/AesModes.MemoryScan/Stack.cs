using System.Runtime.CompilerServices;

namespace AesModes.MemoryScan;

/// <summary>What a call leaves on its stack.</summary>
internal static unsafe class Stack
{
    /// <summary>More than any call takes.</summary>
    public const int Depth = 64 * 1024;

    /// <summary>The stack of a thread that calls.</summary>
    public const int ThreadSize = 2 * 1024 * 1024;

    private const ulong Filler = 0xA5A5A5A5A5A5A5A5;

    /// <summary>Calls, and copies the stack under this method to the buffer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Leave(Action call, ulong* left)
    {
        Paint();
        call();
        Read(left);
    }

    /// <summary>Overwrites all that the thread used, the runtime's own frames among it: the collector's reach far below.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void PaintAll()
    {
        ulong* stack = stackalloc ulong[(ThreadSize - Depth) / sizeof(ulong)];
        for (int i = 0; i < (ThreadSize - Depth) / sizeof(ulong); i++)
        {
            stack[i] = Filler;
        }
    }

    /// <summary>Overwrites what earlier calls left there.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Paint()
    {
        ulong* stack = stackalloc ulong[Depth / sizeof(ulong)];
        for (int i = 0; i < Depth / sizeof(ulong); i++)
        {
            stack[i] = Filler;
        }
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Read(ulong* left)
    {
        ulong* stack = stackalloc ulong[Depth / sizeof(ulong)];
        for (int i = 0; i < Depth / sizeof(ulong); i++)
        {
            left[i] = stack[i];
        }
    }
}
