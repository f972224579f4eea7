using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>
/// FACE's table (J. H. Park, D. H. Lee, "FACE: Fast AES CTR mode Encryption Techniques based on the Reuse of Repetitive Data", TCHES 2018):
/// the paper's rd2+. For every value of the counter's last byte, the state after round 2, in whatever form a backend has it; right as long as
/// the first eleven bytes of the counter stay as they are, up to a difference that changes when one of the four bytes between changes.
/// </summary>
/// <remarks>
/// It is filled in passing, while blocks are encrypted. The index is a byte of the counter, which is public; what is in it is derived from
/// the key.
/// </remarks>
internal ref struct FaceTable
{
    /// <summary>One vector for each value of the last byte, on every backend.</summary>
    public const int Vectors = 256;

    /// <summary>In vectors; empty when nothing is to be kept.</summary>
    public Span<Vector128<byte>> Memory;

    /// <summary>The counter of the first block that was put into the table: the difference is none where its last byte alone is another.</summary>
    public UInt128 Origin;

    /// <summary>
    /// What is in it; zero when nothing is. On hardware, which fills it in the order of the blocks, how many from there on, at most 256; in
    /// software, which fills it by batches in any order, a bit for each.
    /// </summary>
    public int Filled;

    public readonly bool IsEmpty => Memory.IsEmpty;

    /// <summary>The place of the first block in the table.</summary>
    public readonly int First => (byte)Origin;

    /// <summary>The last byte of the block that is to be the next in the table.</summary>
    public readonly int Next => (byte)(First + Filled);

    /// <summary>To be called for each run of counters that differ in the last byte only: forgets what no longer holds.</summary>
    public void Enter(UInt128 counter)
    {
        if (Filled != Vectors && (byte)counter != Next)
        {
            Filled = 0;
        }

        EnterAnywhere(counter);
    }

    /// <summary>The same where counters need not come in their order.</summary>
    public void EnterAnywhere(UInt128 counter)
    {
        if (Filled == 0 || (counter >> 40) != (Origin >> 40))
        {
            Origin = counter;
            Filled = 0;
        }
    }

    /// <summary>The block of a counter.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ToBlock(UInt128 counter) => ToBlock((ulong)(counter >> 64), (ulong)counter);

    /// <summary>The block of a counter in two halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ToBlock(ulong high, ulong low) =>
        Vector128.Create(BinaryPrimitives.ReverseEndianness(high), BinaryPrimitives.ReverseEndianness(low)).AsByte();
}
