using System.Diagnostics;
using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// Bitsliced AES (E. Käsper, P. Schwabe, "Faster and Timing-Attack Resistant AES-GCM", CHES 2009), the same code for every vector width: for
/// long runs, and for machines without a byte shuffle. Logic, shifts by constants and shuffles by public constants only.
/// </summary>
/// <remarks>
/// A batch is eight blocks for each 128-bit lane. Between the rounds it stands as eight planes: bit n of byte p in lane l of plane b
/// is bit b of byte p of block n·lanes + l, so that rows and columns are bytes (byte 4c + r is row r of column c, FIPS 197 §3.4) and
/// shuffles move them in eight blocks at once.
/// ShiftRows is never done (A. Adomnicai, T. Peyrin, "Fixslicing AES-like Ciphers", CHES 2021): after round n a state is
/// ShiftRows⁻ⁿ of the one of FIPS 197. MixColumns takes row r + 1 of a column; between ShiftRowsⁿ and ShiftRows⁻ⁿ that becomes row
/// r + 1 of column c + n, for every row alike. Round key n is moved by ShiftRows⁻ⁿ when its planes are made, and takes in the S-box's
/// constant 63, which MixColumns leaves as it is. 10, 12 or 14 rounds leave ShiftRows² or nothing to do at the end.
/// </remarks>
internal static partial class AesBitsliced<TLane, TVector>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    private const int Planes = 8;
    private const int CacheLine = 64;

    /// <summary>The planes of one round key: one lane wide, and loaded into all.</summary>
    public const int KeySize = Planes * BlockSize;

    /// <summary>How many batches go through the rounds together.</summary>
    private const int GroupBatches = 2;

    /// <summary>The vectors that <see cref="Spill"/> has room for: y1 … y17.</summary>
    public const int ParkedVectors = 18;

    /// <summary>How many blocks go through the rounds together.</summary>
    public static int GroupBlocks => GroupBatches * BatchBlocks;

    private static int GroupSize => GroupBlocks * BlockSize;

    /// <summary>How many blocks share one set of planes: fewer cost as much.</summary>
    public static int BatchBlocks => Planes * TLane.Count;

    public static int BatchSize => BatchBlocks * BlockSize;

    // The stack memory of a call, each part on a cache line: planes of the round keys and of a group's states, a batch of blocks, planes of
    // the counter and of the difference to the table's states, and the rounds' parked vectors. All of it derives from the key, and is cleared.
    private const int KeysSize = MaxRoundKeys * KeySize;

    private static int StateOffset => KeysSize;

    private static int BlocksOffset => StateOffset + GroupSize;

    private static int CounterOffset => BlocksOffset + BatchSize;

    private static int DifferenceOffset => CounterOffset + KeySize;

    private static int ParkedOffset => DifferenceOffset + BatchSize;

    public static int ScratchSize => ParkedOffset + (ParkedVectors * TLane.Count * BlockSize);

    /// <summary>ECB of whole blocks; source and destination are the same memory or disjoint.</summary>
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
            // ShiftRows² is owed: a plane's byte p is a block's, so that blocks can do it as well.
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

    /// <summary>The key schedule as FIPS 197 §5.2 has it, word by word.</summary>
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
            // Words are little-endian: FIPS 197's RotWord turns to the right, and Rcon goes to the low byte.
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

    /// <summary>A last round without ShiftRows, with the planes of the S-box's constant for a key.</summary>
    [MethodImpl(Kernel.Options)]
    private static uint SubWord(uint word, ref byte state, ref byte parked, ref byte constant)
    {
        // Planes are written for one lane; the other lanes' results are not used.
        SpreadBlock(Vector128.CreateScalar(word).AsByte(), ref state, PlaneOffset(1));
        EncryptPlanes(ref state, ref parked, 1, ref constant, 0, 0, lastIsWhole: false);
        uint result = 0;
        for (int bit = 0; bit < Planes; bit++)
        {
            result |= Vector128.LoadUnsafe(ref state, PlaneOffset(bit)).AsUInt32().GetElement(0) & (0x0101_0101u << bit);
        }

        return result;
    }

    /// <summary>The part of a stack buffer that starts on a cache line: wide vectors that straddle two halve the speed.</summary>
    private static unsafe Span<byte> AlignScratch(byte* memory)
    {
        nuint aligned = ((nuint)memory + (CacheLine - 1)) & ~(nuint)(CacheLine - 1);
        return new Span<byte>((byte*)aligned, ScratchSize);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint PlaneOffset(int bit) => (nuint)(bit * BlockSize * TLane.Count);
}
