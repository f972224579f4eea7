using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// Counter mode (SP 800-38A §6.5) with FACE behind the argument checks of <see cref="FaceCtr"/>: one subclass for each backend, so that a
/// call costs one virtual call.
/// </summary>
internal abstract class CtrCipher(Backend backend, int roundKeys, bool isTrial) : KeyedMode<CtrCipher>(backend, roundKeys, typeof(FaceCtr), isTrial)
{
    /// <summary>Adds the key stream from that byte position on.</summary>
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

        // What Next needs, even if this backend expands keys wrongly.
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

        // A copy, as output leaves before all of it is made: a race with Dispose has to be noticed before.
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

    // By itself, so that short texts do not pay for the table's stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void XorLong(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 counter, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
    {
        FaceTable table = new() { Memory = stackalloc Vector128<byte>[FaceTable.Size] };
        TKernels.XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(counter), ref table, source, destination);
        table.Clear();
    }

    /// <summary>What is left of a block behind its first bytes, or as much of that as the source has. Returns how many bytes.</summary>
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
