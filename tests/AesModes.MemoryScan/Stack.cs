using System.Runtime.CompilerServices;

namespace AesModes.MemoryScan;

/// <summary>Captures the stack that a call leaves behind.</summary>
internal static unsafe class Stack
{
    /// <summary>More than any call uses.</summary>
    public const int Depth = 64 * 1024;

    public const int ThreadSize = 2 * 1024 * 1024;

    private const ulong Filler = 0xA5A5A5A5A5A5A5A5;

    /// <summary>Makes the call and copies the stack below this method's frame to the buffer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Leave(Action call, ulong* left)
    {
        Paint();
        call();
        Read(left);
    }

    /// <summary>Overwrites the whole stack that the thread used, including the runtime's frames. The garbage collector's frames reach far down.</summary>
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

    /// <summary>Overwrites leftovers of earlier calls.</summary>
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
