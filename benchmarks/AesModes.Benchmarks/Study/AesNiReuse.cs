using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Benchmarks.Study;

/// <summary>What is kept, made by AES instructions: the same code for every number of blocks at a time.</summary>
/// <remarks>
/// A state after round 1 is rd1 with an entry of rd1+ in column 0, which is 4 bytes: one load of four bytes. After round 2 it is the sum
/// of rd2 and an entry of rd2+: as SubBytes works byte by byte and the rest of a round is linear, what column 0 and what the other columns
/// contribute can be computed apart, each with zeros for the other, if the S-box of those zeros (the byte 63 everywhere, which MixColumns
/// leaves as it is) is taken off once.
/// </remarks>
internal static class AesNiReuse<TLevel>
    where TLevel : struct, ILevel
{
    private const int Entries = 256;

    public static int EntrySize => TLevel.Level switch
    {
        Level.R1 => sizeof(uint),
        Level.R2 => StudyCore.BlockSize,
        _ => 0,
    };

    public static int TableSize => Entries * EntrySize;

    private static Vector128<byte> Column0 => Vector128.CreateScalar(uint.MaxValue).AsByte();

    /// <summary>rd1 or rd2, from the counter with round key 0.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> BeginSegment(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> whitened)
    {
        Vector128<byte> rd1 = Vector128.AndNot(Aes.Encrypt(whitened, roundKeys[1]), Column0);
        return TLevel.Level == Level.R1 ? rd1 : Aes.Encrypt(rd1, roundKeys[2] ^ Vector128.Create((byte)0x63));
    }

    /// <summary>rd1+ or rd2+.</summary>
    [MethodImpl(Kernel.Options)]
    public static void Fill(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block, Span<byte> table)
    {
        ref byte first = ref MemoryMarshal.GetReference(table);
        Vector128<byte> counter = block.WithElement(StudyCore.BlockSize - 1, (byte)0) ^ roundKeys[0];
        for (uint low = 0; low < Entries; low++)
        {
            Vector128<byte> state = Aes.Encrypt(counter ^ BlockCounter.Advance(Vector128<byte>.Zero, low), roundKeys[1]);
            if (TLevel.Level == Level.R1)
            {
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref first, low * sizeof(uint)), state.AsUInt32().ToScalar());
            }
            else
            {
                Aes.Encrypt(state & Column0, Vector128<byte>.Zero).StoreUnsafe(ref first, low * StudyCore.BlockSize);
            }
        }
    }
}
