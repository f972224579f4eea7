using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.MachineCode;

/// <summary>
/// One harmless kernel, whose entry on the reviewed list holds for it, and the same with a deliberate fault each, which the check has to
/// notice.
/// </summary>
internal static class Controls
{
    /// <summary>A step of the kernel.</summary>
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

    /// <summary>What a branch on a secret does or leaves.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Vector128<byte> Twice(Vector128<byte> block) => block + block;

    private readonly struct Harmless : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) => Twice(block);
    }

    /// <summary>Memory is read where a secret says. The length of the table is not even checked.</summary>
    private readonly struct TableLookup : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) =>
            Twice(block.WithElement(0, Unsafe.Add(ref Unsafe.AsRef(in table[0]), (nint)block[0])));
    }

    /// <summary>The way through the code depends on a bit of a secret.</summary>
    private readonly struct SecretBranch : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) => (block[0] & 1) != 0 ? Twice(block) : block;
    }

    /// <summary>Without a byte shuffle that is a framework method with a loop of loads.</summary>
    private readonly struct VariableShuffle : IStep
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Apply(Vector128<byte> block, ReadOnlySpan<byte> table) => Twice(Vector128.Shuffle(block, block));
    }
}
