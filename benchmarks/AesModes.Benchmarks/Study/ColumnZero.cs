using System.Runtime.CompilerServices;
using AesModes.Backends.Hardware;

namespace AesModes.Benchmarks.Study;

/// <summary>
/// The start of R1: rd1 with an entry of rd1+ in each block's column 0, by one load of four bytes a block. Laid out as
/// <see cref="Blocks{TAes,TWidth}"/> is, and handed over as one: these have all other starts, and this one no library needs.
/// </summary>
internal struct ColumnZero<TWidth>
    where TWidth : struct, IWidth
{
    private Vector128<byte> _b0;
    private Vector128<byte> _b1;
    private Vector128<byte> _b2;
    private Vector128<byte> _b3;
    private Vector128<byte> _b4;
    private Vector128<byte> _b5;
    private Vector128<byte> _b6;
    private Vector128<byte> _b7;

    /// <param name="rd1">Nothing in column 0.</param>
    /// <param name="entry">Of the first block; the others' follow.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Blocks<X86, TWidth> Insert(Vector128<byte> rd1, ref uint entry)
    {
        Unsafe.SkipInit(out ColumnZero<TWidth> blocks);
        blocks._b0 = rd1 ^ Vector128.CreateScalar(entry).AsByte();
        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            blocks._b1 = rd1 ^ Vector128.CreateScalar(Unsafe.Add(ref entry, 1)).AsByte();
            blocks._b2 = rd1 ^ Vector128.CreateScalar(Unsafe.Add(ref entry, 2)).AsByte();
            blocks._b3 = rd1 ^ Vector128.CreateScalar(Unsafe.Add(ref entry, 3)).AsByte();
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            blocks._b4 = rd1 ^ Vector128.CreateScalar(Unsafe.Add(ref entry, 4)).AsByte();
            blocks._b5 = rd1 ^ Vector128.CreateScalar(Unsafe.Add(ref entry, 5)).AsByte();
            blocks._b6 = rd1 ^ Vector128.CreateScalar(Unsafe.Add(ref entry, 6)).AsByte();
            blocks._b7 = rd1 ^ Vector128.CreateScalar(Unsafe.Add(ref entry, 7)).AsByte();
        }

        return Unsafe.BitCast<ColumnZero<TWidth>, Blocks<X86, TWidth>>(blocks);
    }
}
