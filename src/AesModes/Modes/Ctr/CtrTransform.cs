using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>Counter mode as a stream's transform: its own copy of the round keys, its FACE table behind them, and its place.</summary>
/// <remarks>For one thread at a time; another one may dispose it meanwhile.</remarks>
internal sealed class CtrTransform<TBackend> : ICryptoTransform
    where TBackend : struct, IBackend
{
    private const int BlockSize = CtrCipher.BlockSize;

    private readonly ExpandedKey _key;
    private readonly int _roundKeys;

    /// <summary>The block that the next byte belongs to, and how many bytes of it are used up.</summary>
    private UInt128 _counter;
    private int _skip;

    /// <summary>The table's state: see <see cref="FaceTable"/>.</summary>
    private UInt128 _origin;
    private int _filled;

    public CtrTransform(ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 initialCounter)
    {
        _key = new ExpandedKey(roundKeys.Length + FaceTable.Vectors, typeof(ICryptoTransform));
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
        Arguments.CheckBuffer(outputBuffer, outputOffset, inputCount);
        Span<byte> output = outputBuffer.AsSpan(outputOffset, inputCount);
        Arguments.CheckSameOrApart(input, output, nameof(outputBuffer));
        Transform(input, output);
        return inputCount;
    }

    public byte[] TransformFinalBlock(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        ThrowIfDisposed();
        ReadOnlySpan<byte> input = Slice(inputBuffer, inputOffset, inputCount);
        byte[] output = new byte[inputCount];
        Transform(input, output);
        return output;
    }

    private static ReadOnlySpan<byte> Slice(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        ArgumentNullException.ThrowIfNull(inputBuffer);
        ArgumentOutOfRangeException.ThrowIfNegative(inputOffset);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(inputOffset, inputBuffer.Length);
        ArgumentOutOfRangeException.ThrowIfNegative(inputCount);
        Arguments.CheckBuffer(inputBuffer, inputOffset, inputCount);
        return inputBuffer.AsSpan(inputOffset, inputCount);
    }

    private void Transform(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<byte> all = destination;
        ReadOnlySpan<Vector128<byte>> roundKeys = _key.Vectors[.._roundKeys];
        if (_skip != 0 && !source.IsEmpty)
        {
            int count = CtrCipher<TBackend>.XorPart(roundKeys, _counter, _skip, source, destination);
            Advance(count);
            source = source[count..];
            destination = destination[count..];
        }

        FaceTable table = new() { Memory = _key.Vectors[_roundKeys..], Origin = _origin, Filled = _filled };
        TBackend.XorCounterBlocks(roundKeys, _counter, ref table, source, destination);
        (_origin, _filled) = (table.Origin, table.Filled);
        Advance(source.Length);

        // Keys and table are this object's, so that only now is it known whether they were whole to the end.
        if (!_key.EndRead())
        {
            CryptographicOperations.ZeroMemory(all);
            _key.Dispose();
            _key.ThrowDisposed();
        }
    }

    private void Advance(int count)
    {
        int bytes = _skip + count;
        _counter += (uint)bytes / BlockSize;
        _skip = bytes % BlockSize;
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_key.IsDisposed, this);
}
