using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;
using AesModes.Modes;

namespace AesModes.Tool.Cbc;

/// <summary>CBC on AES instructions.</summary>
internal sealed class HardwareCbc<TRounds, TInverse> : CbcCipher
    where TRounds : struct, IRounds
    where TInverse : struct, IInverseRounds
{
    private readonly int _roundKeys;

    /// <summary>Encryption's round keys, and behind them decryption's.</summary>
    private readonly ExpandedKey _key;

    public HardwareCbc(ReadOnlySpan<byte> key)
    {
        // FIPS 197 §5: a block of four words has six rounds more than the key has words, and a round key more than rounds.
        _roundKeys = (key.Length / 4) + 7;
        _key = new ExpandedKey(2 * _roundKeys, typeof(CbcCipher));
        AesKeySchedule<TRounds>.Expand(key, EncryptionKeys);
        HardwareBlocks<TRounds, TInverse>.InvertKeys(EncryptionKeys, DecryptionKeys);
    }

    private Span<Vector128<byte>> EncryptionKeys => _key.Vectors[.._roundKeys];

    private Span<Vector128<byte>> DecryptionKeys => _key.Vectors[_roundKeys..];

    public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HardwareBlocks<TRounds, TInverse>.Encrypt(EncryptionKeys, Vector128.Create(iv), source, destination);

    public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HardwareBlocks<TRounds, TInverse>.Decrypt(DecryptionKeys, Vector128.Create(iv), source, destination);

    public override void Dispose() => _key.Dispose();
}
