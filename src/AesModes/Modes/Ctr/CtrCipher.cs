using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// Counter mode (SP 800-38A §6.5) with FACE. <see cref="FaceCtr"/> has checked the arguments. Each backend has a subclass, so that a call costs one virtual call.
/// </summary>
internal abstract class CtrCipher(Backend backend, int roundKeys, bool isTrial) : KeyedMode<CtrCipher>(backend, roundKeys, typeof(FaceCtr), isTrial)
{
    /// <summary>XORs the source with the key stream from a byte position on.</summary>
    public abstract void Xor(UInt128 initialCounter, long position, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract ICryptoTransform CreateTransform(UInt128 initialCounter);
}

/// <inheritdoc/>
internal sealed partial class CtrCipher<TKernels> : CtrCipher
    where TKernels : struct, ICtrKernels
{
    public CtrCipher(Backend backend, ReadOnlySpan<byte> key, bool isTrial)
        : base(backend, CountRoundKeys(key.Length), isTrial)
    {
        _provenSize = isTrial || !SelfTest.IsLazy ? int.MaxValue : 0;
        TKernels.ExpandKey(key, Key.Vectors);
        if (TKernels.SpillsKeys)
        {
            Secrets.ClearStack<Stack4K>();
        }

        // Next reads the key from here, even if this backend expands keys incorrectly.
        key.CopyTo(MemoryMarshal.AsBytes(Key.Vectors));

        // Keeps the finaliser from erasing the keys before this point.
        GC.KeepAlive(Key);
    }

    // NoInlining: inlining would make the caller zero these locals.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Xor(UInt128 initialCounter, long position, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int skip = (int)(position % BlockSize);
        if (source.Length > _provenSize || skip != 0)
        {
            if (!Prove(skip, source.Length))
            {
                XorOnNext(initialCounter, position, source, destination);
                return;
            }
        }

        // A copy, because output is released before all of it is computed. A race with Dispose must be detected before that.
        RoundKeyMemory.Reserve(out RoundKeyMemory memory);
        Span<Vector128<byte>> roundKeys = memory[..Key.Vectors.Length];
        PartialBlock.CopyVectors(Key.Vectors, roundKeys);
        if (!Key.EndRead())
        {
            Secrets.Erase(roundKeys);
            Key.ThrowDisposed();
        }

        UInt128 counter = initialCounter + ((ulong)position / BlockSize);
        if (skip != 0 && !source.IsEmpty)
        {
            int count = XorPart(roundKeys, counter, skip, source, destination);
            source = source[count..];
            destination = destination[count..];
            counter++;
        }

        if (source.Length < FaceTable.LeastTextSize)
        {
            FaceTable none = default;
            TKernels.XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(counter), ref none, source, destination);
        }
        else
        {
            XorLong(roundKeys, counter, source, destination);
        }

        Secrets.Erase(roundKeys);
        if (TKernels.SpillsKeys)
        {
            Secrets.ClearStack<Stack2K, Stack8K, Stack16K>(source.Length, TKernels.ShallowSize, FaceTable.LeastTextSize);
        }
    }

    public override ICryptoTransform CreateTransform(UInt128 initialCounter)
    {
        if (!IsTransformProven())
        {
            return Next.CreateTransform(initialCounter);
        }

        CtrTransform<TKernels> transform = new(Key.Vectors, initialCounter);
        if (!Key.EndRead())
        {
            transform.Dispose();
            Key.ThrowDisposed();
        }

        return transform;
    }

    // NoInlining: short messages do not pay for the table's stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void XorLong(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 counter, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
    {
        FaceTable table = new() { Memory = stackalloc Vector128<byte>[FaceTable.Size] };
        TKernels.XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(counter), ref table, source, destination);
        table.Clear();
    }

    /// <summary>Processes the rest of a block after its first <paramref name="skip"/> bytes, or as much of it as the source has. Returns the number of bytes.</summary>
    private static int XorPart(
        ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 counter, int skip, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int count = Math.Min(BlockSize - skip, source.Length);
        Span<Vector128<byte>> block = [TKernels.EncryptBlock(roundKeys, BlockCounter.ToBlock(counter))];
        Span<byte> keyStream = MemoryMarshal.AsBytes(block);
        for (int i = 0; i < count; i++)
        {
            destination[i] = (byte)(source[i] ^ keyStream[skip + i]);
        }

        CryptographicOperations.ZeroMemory(keyStream);
        return count;
    }
}
