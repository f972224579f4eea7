using System.Diagnostics;
using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// Bitsliced AES (E. Käsper, P. Schwabe, "Faster and Timing-Attack Resistant AES-GCM", CHES 2009), with the same code for every vector width. It is for long runs,
/// and for machines without a byte shuffle. It uses only logic, shifts by constants and shuffles by public constants.
/// </summary>
/// <remarks>
/// A batch has eight blocks for each 128-bit lane. Between the rounds it consists of eight planes: bit n of byte p in lane l of plane b is bit b of byte p of block
/// n·lanes + l. So rows and columns are bytes (byte 4c + r is row r of column c, FIPS 197 §3.4), and a shuffle moves them in eight blocks at once.
/// The rounds omit ShiftRows (A. Adomnicai, T. Peyrin, "Fixslicing AES-like Ciphers", CHES 2021): after round n, a state is ShiftRows⁻ⁿ of that of FIPS 197.
/// MixColumns combines row r of a column with row r + 1; between ShiftRowsⁿ and ShiftRows⁻ⁿ, this is row r + 1 of column c + n, for every row. Round key n is
/// permuted with ShiftRows⁻ⁿ when its planes are computed, and includes the S-box's constant 63, which MixColumns does not change. After 10 or 14 rounds, ShiftRows²
/// remains to be applied; after 12 rounds, nothing.
/// </remarks>
internal static partial class AesBitsliced<TLane, TVector>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    private const int Planes = 8;
    private const int CacheLine = 64;

    /// <summary>The size of one round key's planes, which are one lane wide and are loaded into all lanes.</summary>
    public const int KeySize = Planes * BlockSize;

    /// <summary>The number of batches that go through the rounds together.</summary>
    private const int GroupBatches = 2;

    /// <summary>The number of vectors that <see cref="Spill"/> has room for: y1 … y17, at their indices.</summary>
    public const int ParkedVectors = 18;

    /// <summary>The number of blocks that go through the rounds together.</summary>
    public static int GroupBlocks => GroupBatches * BatchBlocks;

    private static int GroupSize => GroupBlocks * BlockSize;

    /// <summary>The number of blocks that share one set of planes. Fewer blocks cost as much.</summary>
    public static int BatchBlocks => Planes * TLane.Count;

    public static int BatchSize => BatchBlocks * BlockSize;

    // The stack memory of a call, with each part on a cache line: planes of the round keys and of a group's states, a batch of blocks, planes of the counter and of
    // the difference from the table's states, and the spilled vectors. All of it derives from the key, and is cleared.
    private const int KeysSize = MaxRoundKeys * KeySize;

    private static int StateOffset => KeysSize;

    private static int BlocksOffset => StateOffset + GroupSize;

    private static int CounterOffset => BlocksOffset + BatchSize;

    private static int DifferenceOffset => CounterOffset + KeySize;

    private static int ParkedOffset => DifferenceOffset + BatchSize;

    public static int ScratchSize => ParkedOffset + (ParkedVectors * TLane.Count * BlockSize);

    /// <summary>Encrypts whole blocks in ECB mode. Source and destination are the same memory or disjoint.</summary>
    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        EncryptBlocks(roundKeys, wholeRounds: false, source, destination);

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block)
    {
        Span<Vector128<byte>> blocks = [block];
        Span<byte> bytes = MemoryMarshal.AsBytes(blocks);
        RoundBlocks(roundKeys, bytes, bytes);
        block = blocks[0];
        CryptographicOperations.ZeroMemory(bytes);
        return block;
    }

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(roundKeys.Length % 2 == 0);
        EncryptBlocks(roundKeys, wholeRounds: true, source, destination);
        if (roundKeys.Length % 4 != 0)
        {
            // ShiftRows² is still to be applied. Byte p of a plane is byte p of the blocks, so the blocks can do it.
            foreach (ref Vector128<byte> block in MemoryMarshal.Cast<byte, Vector128<byte>>(destination[..source.Length]))
            {
                block = Lane128.ShiftRowsTwice(block);
            }
        }
    }

    [MethodImpl(Kernel.Options)]
    private static unsafe void EncryptBlocks(
        ReadOnlySpan<Vector128<byte>> roundKeys, bool wholeRounds, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(source.Length % BlockSize == 0 && destination.Length >= source.Length);
        byte* memory = stackalloc byte[ScratchSize + CacheLine];
        Span<byte> scratch = AlignScratch(memory);
        ref byte keys = ref scratch[0];
        ref byte state = ref scratch[StateOffset];
        int rounds = roundKeys.Length;
        if (wholeRounds)
        {
            scratch[..KeySize].Clear();
            SpreadKeys(roundKeys, 1, ref Unsafe.Add(ref keys, KeySize));
        }
        else
        {
            SpreadKeys(roundKeys, 0, ref keys);
            rounds--;
        }

        Span<byte> blocks = scratch.Slice(BlocksOffset, BatchSize);
        while (!source.IsEmpty)
        {
            int length = Math.Min(source.Length, GroupSize);
            int batches = 0;
            for (int offset = 0; offset < length; offset += BatchSize, batches++)
            {
                ReadOnlySpan<byte> batch = source[offset..length];
                if (batch.Length < BatchSize)
                {
                    batch.CopyTo(blocks);
                    blocks[batch.Length..].Clear();
                    batch = blocks;
                }

                LoadBlocks(ref MemoryMarshal.GetReference(batch), ref keys, ref Unsafe.Add(ref state, offset));
            }

            EncryptPlanes(ref state, ref scratch[ParkedOffset], batches, ref Unsafe.Add(ref keys, KeySize), 1, rounds, wholeRounds);
            for (int offset = 0; offset < length; offset += BatchSize)
            {
                Span<byte> batch = destination[offset..length];
                if (batch.Length < BatchSize)
                {
                    StoreBlocks(ref Unsafe.Add(ref state, offset), ref blocks[0]);
                    blocks[..batch.Length].CopyTo(batch);
                }
                else
                {
                    StoreBlocks(ref Unsafe.Add(ref state, offset), ref MemoryMarshal.GetReference(batch));
                }
            }

            source = source[length..];
            destination = destination[length..];
        }

        CryptographicOperations.ZeroMemory(scratch);
    }

    /// <summary>The key schedule of FIPS 197 §5.2, word by word.</summary>
    [MethodImpl(Kernel.Options)]
    public static unsafe void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        Debug.Assert(key.Length is 16 or 24 or 32 && roundKeys.Length >= CountRoundKeys(key.Length));
        byte* memory = stackalloc byte[ScratchSize + CacheLine];
        Span<byte> scratch = AlignScratch(memory);
        ref byte constant = ref scratch[0];
        ref byte state = ref scratch[StateOffset];
        SpreadBlock(Vector128.Create((byte)0x63), ref constant);

        Span<uint> w = MemoryMarshal.Cast<Vector128<byte>, uint>(roundKeys);
        MemoryMarshal.Cast<byte, uint>(key).CopyTo(w);
        int keyWords = key.Length / 4;
        int words = 4 * (keyWords + 7);
        uint rcon = 1;
        uint word = w[keyWords - 1];
        for (int i = keyWords; i < words; i++)
        {
            // Words are little-endian: FIPS 197's RotWord rotates to the right, and Rcon is added to the low byte.
            if (i % keyWords == 0)
            {
                word = SubWord(BitOperations.RotateRight(word, 8), ref state, ref scratch[ParkedOffset], ref constant) ^ rcon;
                rcon = rcon == 0x80 ? 0x1B : rcon << 1;
            }
            else if (keyWords == 8 && i % 8 == 4)
            {
                word = SubWord(word, ref state, ref scratch[ParkedOffset], ref constant);
            }

            word ^= w[i - keyWords];
            w[i] = word;
        }

        CryptographicOperations.ZeroMemory(scratch);
    }

    /// <summary>Applies a last round without ShiftRows, whose key is the planes of the S-box's constant.</summary>
    [MethodImpl(Kernel.Options)]
    private static uint SubWord(uint word, ref byte state, ref byte parked, ref byte constant)
    {
        // The planes are written for one lane. The other lanes' results are not used.
        SpreadBlock(Vector128.CreateScalar(word).AsByte(), ref state, PlaneOffset(1));
        EncryptPlanes(ref state, ref parked, 1, ref constant, 0, 0, lastIsWhole: false);
        uint result = 0;
        for (int bit = 0; bit < Planes; bit++)
        {
            result |= Vector128.LoadUnsafe(ref state, PlaneOffset(bit)).AsUInt32().GetElement(0) & (0x0101_0101u << bit);
        }

        return result;
    }

    /// <summary>Returns the part of a stack buffer that begins at a cache line. Wide vectors that straddle two lines halve the speed.</summary>
    private static unsafe Span<byte> AlignScratch(byte* memory)
    {
        nuint aligned = ((nuint)memory + (CacheLine - 1)) & ~(nuint)(CacheLine - 1);
        return new Span<byte>((byte*)aligned, ScratchSize);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint PlaneOffset(int bit) => (nuint)(bit * BlockSize * TLane.Count);
}
