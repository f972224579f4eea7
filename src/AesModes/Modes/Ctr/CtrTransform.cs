using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// Counter mode as a transform for streams. Its memory holds a copy of the round keys, then a FACE table, then the key stream of the block in which the last call
/// ended.
/// </summary>
/// <remarks>One thread at a time can use it. Another thread can dispose it during a call.</remarks>
internal sealed class CtrTransform<TKernels> : ICryptoTransform
    where TKernels : struct, ICtrKernels
{
    private readonly ExpandedKey _key;
    private readonly int _roundKeys;

    /// <summary>The counter of the next block, and the number of unused key stream bytes of the previous block.</summary>
    private UInt128 _counter;
    private int _left;

    /// <summary>The table's state: see <see cref="FaceTable"/>.</summary>
    private UInt128 _origin;
    private int _filled;

    public CtrTransform(ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 initialCounter)
    {
        _key = new ExpandedKey(roundKeys.Length + FaceTable.Size + 1, typeof(ICryptoTransform));
        _roundKeys = roundKeys.Length;
        _counter = initialCounter;
        roundKeys.CopyTo(_key.Vectors);
        GC.KeepAlive(_key);
    }

    public int InputBlockSize => 1;

    public int OutputBlockSize => 1;

    public bool CanTransformMultipleBlocks => true;

    public bool CanReuseTransform => false;

    public void Dispose() => _key.Dispose();

    public int TransformBlock(byte[] inputBuffer, int inputOffset, int inputCount, byte[] outputBuffer, int outputOffset)
    {
        ThrowIfDisposed();
        ReadOnlySpan<byte> input = Slice(inputBuffer, inputOffset, inputCount);
        ArgumentNullException.ThrowIfNull(outputBuffer);
        ArgumentOutOfRangeException.ThrowIfNegative(outputOffset);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(outputOffset, outputBuffer.Length);
        Arguments.CheckOutput(outputBuffer.Length - outputOffset, inputCount, nameof(outputOffset));
        Span<byte> output = outputBuffer.AsSpan(outputOffset, inputCount);
        Arguments.CheckSameOrApart(input, output, nameof(outputBuffer));
        Transform(input, output);
        return inputCount;
    }

    public byte[] TransformFinalBlock(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        ThrowIfDisposed();
        ReadOnlySpan<byte> input = Slice(inputBuffer, inputOffset, inputCount);
        byte[] output = inputCount == 0 ? [] : new byte[inputCount];
        Transform(input, output);
        return output;
    }

    private static ReadOnlySpan<byte> Slice(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        ArgumentNullException.ThrowIfNull(inputBuffer);
        ArgumentOutOfRangeException.ThrowIfNegative(inputOffset);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(inputOffset, inputBuffer.Length);
        ArgumentOutOfRangeException.ThrowIfNegative(inputCount);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(inputCount, inputBuffer.Length - inputOffset);
        return inputBuffer.AsSpan(inputOffset, inputCount);
    }

    private void Transform(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<byte> all = destination;
        ReadOnlySpan<Vector128<byte>> roundKeys = _key.Vectors[.._roundKeys];
        Span<byte> keyStream = MemoryMarshal.AsBytes(_key.Vectors[^1..]);
        int first = Math.Min(_left, source.Length);
        Xor(source[..first], keyStream[^_left..], destination);
        source = source[first..];
        destination = destination[first..];

        FaceTable table = new() { Memory = _key.Vectors[_roundKeys..^1], Origin = _origin, Filled = _filled };
        int whole = source.Length & -BlockSize;
        int last = source.Length - whole;
        TKernels.XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(_counter), ref table, source[..whole], destination[..whole]);
        _counter += (uint)whole / BlockSize;
        _left -= first;
        if (last > 0)
        {
            keyStream.Clear();
            TKernels.XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(_counter), ref table, keyStream, keyStream);
            Xor(source[whole..], keyStream, destination[whole..]);
            _counter++;
            _left = BlockSize - last;
        }

        (_origin, _filled) = (table.Origin, table.Filled);
        if (TKernels.SpillsKeys)
        {
            Secrets.ClearStack<Stack2K, Stack8K, Stack16K>(all.Length, TKernels.ShallowSize, FaceTable.LeastTextSize);
        }

        // The call used the object's own memory, not a copy. Only now is it known whether that memory was intact to the end.
        if (!_key.EndWrite())
        {
            CryptographicOperations.ZeroMemory(all);
            _key.Dispose();
            _key.ThrowDisposed();
        }
    }

    private static void Xor(ReadOnlySpan<byte> source, ReadOnlySpan<byte> keyStream, Span<byte> destination)
    {
        for (int i = 0; i < source.Length; i++)
        {
            destination[i] = (byte)(source[i] ^ keyStream[i]);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_key.IsDisposed)
        {
            _key.ThrowDisposed();
        }
    }
}
