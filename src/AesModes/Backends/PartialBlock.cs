using System.Diagnostics;

namespace AesModes.Backends;

/// <summary>Loads and stores bytes that do not fill a vector, without touching bytes beyond them. A buffer may end at an unreadable page.</summary>
internal static class PartialBlock
{
    /// <summary>Loads up to 16 bytes, zero-padded.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load(ReadOnlySpan<byte> source)
    {
        ref byte first = ref MemoryMarshal.GetReference(source);
        return source.Length >= 16 ? Vector128.LoadUnsafe(ref first)
            : source.Length > 0 ? Load(ref first, source.Length)
            : Vector128<byte>.Zero;
    }

    /// <summary>Returns ones in the first <paramref name="count"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Mask(int count) => Vector128.LessThan(Vector128<byte>.Indices, Vector128.Create((byte)count));

    /// <summary>Stores as many bytes of the vector as the destination has, at most 16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> value, Span<byte> destination)
    {
        ref byte first = ref MemoryMarshal.GetReference(destination);
        if (destination.Length >= 16)
        {
            value.StoreUnsafe(ref first);
        }
        else if (destination.Length > 0)
        {
            Store(value, ref first, destination.Length);
        }
    }

    /// <summary>Copies the source to blocks, the last one zero-padded.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyToBlocks(ReadOnlySpan<byte> source, ref Vector128<byte> block)
    {
        ref byte first = ref MemoryMarshal.GetReference(source);
        nuint whole = (nuint)source.Length & ~(nuint)15;
        CopyVectors(ref first, ref Unsafe.As<Vector128<byte>, byte>(ref block), whole);

        int rest = source.Length % 16;
        if (rest > 0)
        {
            Unsafe.AddByteOffset(ref block, whole) = Load(ref Unsafe.AddByteOffset(ref first, whole), rest);
        }
    }

    /// <summary>Copies <paramref name="size"/> bytes from the blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyBlocks(ref Vector128<byte> block, ref byte first, int size)
    {
        nuint whole = (nuint)size & ~(nuint)15;
        CopyVectors(ref Unsafe.As<Vector128<byte>, byte>(ref block), ref first, whole);

        int rest = size % 16;
        if (rest > 0)
        {
            Store(Unsafe.AddByteOffset(ref block, whole), ref Unsafe.AddByteOffset(ref first, whole), rest);
        }
    }

    /// <summary>
    /// Copies vector by vector. After a library copy, with wide stores that may cross a cache line, the load of one vector waits until those stores leave the core.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization)]
    public static void CopyVectors(ReadOnlySpan<Vector128<byte>> source, Span<Vector128<byte>> destination)
    {
        Debug.Assert(source.Length == destination.Length);
        ref byte from = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(source));
        CopyVectors(ref from, ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(destination)), (nuint)source.Length * 16);
    }

    /// <summary>Loads 1 to 15 bytes, zero-padded.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load(ref byte source, int count)
    {
        ulong low;
        ulong high = 0;
        if (count >= 8)
        {
            // Two loads that overlap. The shift drops the bytes that the first load has.
            low = Read<ulong>(ref source, 0);
            high = count == 8 ? 0 : Read<ulong>(ref source, count - 8) >> (8 * (16 - count));
        }
        else if (count >= 4)
        {
            low = Read<uint>(ref source, 0) | ((ulong)Read<uint>(ref source, count - 4) << (8 * (count - 4)));
        }
        else
        {
            // The first, middle and last byte. All three coincide for one byte, the last two for two bytes.
            low = source
                | ((ulong)Read<byte>(ref source, count / 2) << (8 * (count / 2)))
                | ((ulong)Read<byte>(ref source, count - 1) << (8 * (count - 1)));
        }

        return Vector128.Create(low, high).AsByte();
    }

    /// <summary>Stores the first 1 to 15 bytes of the vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> value, ref byte destination, int count)
    {
        ulong low = value.AsUInt64().GetElement(0);
        if (count >= 8)
        {
            // Eight bytes that end where the buffer ends. The second store overwrites those before the high half.
            Write(ref destination, count - 8, value.AsUInt64().GetElement(1) << (8 * (16 - count)));
            Write(ref destination, 0, low);
        }
        else if (count >= 4)
        {
            Write(ref destination, count - 4, (uint)(low >> (8 * (count - 4))));
            Write(ref destination, 0, (uint)low);
        }
        else
        {
            Write(ref destination, count - 1, (byte)(low >> (8 * (count - 1))));
            Write(ref destination, count / 2, (byte)(low >> (8 * (count / 2))));
            destination = (byte)low;
        }
    }

    /// <summary>Writes source ⊕ key stream to the destination. The source may have any length up to that of the key stream, which is whole blocks.</summary>
    public static void Xor(ReadOnlySpan<byte> source, ReadOnlySpan<byte> keyStream, ref byte destination)
    {
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte stream = ref MemoryMarshal.GetReference(keyStream);
        int offset = 0;
        for (; source.Length - offset >= 16; offset += 16)
        {
            Vector128<byte> text = Vector128.LoadUnsafe(ref from, (nuint)offset) ^ Vector128.LoadUnsafe(ref stream, (nuint)offset);
            text.StoreUnsafe(ref destination, (nuint)offset);
        }

        int rest = source.Length - offset;
        if (rest > 0)
        {
            Vector128<byte> text = Load(ref Unsafe.Add(ref from, offset), rest) ^ Vector128.LoadUnsafe(ref stream, (nuint)offset);
            Store(text, ref Unsafe.Add(ref destination, offset), rest);
        }
    }

    /// <summary>Copies one vector at a time, because blocks are loaded that way, and four per iteration, because short messages wait for each instruction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyVectors(ref byte source, ref byte destination, nuint size)
    {
        nuint offset = 0;
        for (nuint fours = size & ~(nuint)63; offset < fours; offset += 64)
        {
            Vector128.LoadUnsafe(ref source, offset).StoreUnsafe(ref destination, offset);
            Vector128.LoadUnsafe(ref source, offset + 16).StoreUnsafe(ref destination, offset + 16);
            Vector128.LoadUnsafe(ref source, offset + 32).StoreUnsafe(ref destination, offset + 32);
            Vector128.LoadUnsafe(ref source, offset + 48).StoreUnsafe(ref destination, offset + 48);
        }

        for (; offset < size; offset += 16)
        {
            Vector128.LoadUnsafe(ref source, offset).StoreUnsafe(ref destination, offset);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Read<T>(ref byte source, int offset) => Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref source, offset));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write<T>(ref byte destination, int offset, T value) => Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, offset), value);
}
