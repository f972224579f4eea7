using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.MachineCode;

/// <summary>One harmless kernel that is on the reviewed list, and variants with one deliberate fault each that the check must find.</summary>
internal static class Controls
{
    private interface IStep
    {
        static abstract Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table);
    }

    public static void Run()
    {
        Span<byte> data = new byte[64];
        byte[] table = new byte[256];
        Pass<Harmless>(data, table);
        Pass<TableLookup>(data, table);
        Pass<SecretBranch>(data, table);
        Pass<VariableShuffle>(data, table);
    }

    [MethodImpl(Kernel.Options)]
    private static void Pass<TStep>(Span<byte> data, ReadOnlySpan<byte> table)
        where TStep : struct, IStep
    {
        for (; data.Length >= 16; data = data[16..])
        {
            TStep.Apply(Vector128.Create<byte>(data), table).CopyTo(data);
        }
    }

    /// <summary>A call that <c>SecretBranch</c> makes or skips.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Vector128<byte> Twice(Vector128<byte> block) => block + block;

    private readonly struct Harmless : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) => Twice(block);
    }

    /// <summary>A secret selects the memory to read, even without a bounds check.</summary>
    private readonly struct TableLookup : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) =>
            Twice(block.WithElement(0, Unsafe.Add(ref Unsafe.AsRef(in table[0]), (nint)block[0])));
    }

    /// <summary>A bit of a secret decides a branch.</summary>
    private readonly struct SecretBranch : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) => (block[0] & 1) != 0 ? Twice(block) : block;
    }

    /// <summary>On a CPU without a byte shuffle, a framework method shuffles in a loop of loads.</summary>
    private readonly struct VariableShuffle : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) => Twice(Vector128.Shuffle(block, block));
    }
}
