using AesModes.Backends;
using AesModes.Tool.Cbc;

namespace AesModes.Tests.Tool;

/// <summary>Right but for one call.</summary>
internal sealed class FaultyCbc(byte[] key, string operation, CbcFault fault, int at, int faultyCall) : CbcCipher
{
    private readonly CbcCipher _right = Create(Backend.Require(), key);
    private int _calls;

    public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        _calls++;
        byte[] result = new byte[source.Length];
        _right.Encrypt(iv, source, result);
        Write(result, destination, operation == "encryption");
    }

    public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        byte[] result = new byte[source.Length];
        _right.Decrypt(iv, source, result);
        Write(result, destination, operation == "decryption");
    }

    public override void Dispose() => _right.Dispose();

    private void Write(byte[] result, Span<byte> destination, bool isFaulty)
    {
        isFaulty &= _calls == faultyCall;
        if (isFaulty && fault == CbcFault.FlipsABit)
        {
            result[at] ^= 0x10;
        }

        result.AsSpan(0, isFaulty && fault == CbcFault.StopsThere ? at : result.Length).CopyTo(destination);
    }
}
