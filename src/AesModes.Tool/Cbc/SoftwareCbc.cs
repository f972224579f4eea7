using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends.Software;

namespace AesModes.Tool.Cbc;

/// <summary>
/// CBC without AES instructions. Encryption passes one block at a time to a managed core. Decryption inverts the bitsliced circuit, for which fewer than eight
/// blocks per 128-bit lane cost as much as eight.
/// </summary>
internal sealed class SoftwareCbc<TCore, TLane, TVector> : CbcCipher
    where TCore : struct, IBackend
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    private readonly int _roundKeys;

    /// <summary>The round keys for encryption, then the bit planes of those for decryption.</summary>
    private readonly ExpandedKey _key;

    public SoftwareCbc(ReadOnlySpan<byte> key)
    {
        _roundKeys = Fips197.CountRoundKeys(key.Length);
        _key = new ExpandedKey(_roundKeys + (InverseBitsliced<TLane, TVector>.KeySize(_roundKeys) / BlockSize), typeof(CbcCipher));
        TCore.ExpandKey(key, EncryptionKeys);
        InverseBitsliced<TLane, TVector>.SpreadKeys(EncryptionKeys, DecryptionKeys);
    }

    private Span<Vector128<byte>> EncryptionKeys => _key.Vectors[.._roundKeys];

    private Span<byte> DecryptionKeys => MemoryMarshal.AsBytes(_key.Vectors[_roundKeys..]);

    public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Vector128<byte> chain = Vector128.Create(iv);
        for (; !source.IsEmpty; source = source[BlockSize..], destination = destination[BlockSize..])
        {
            Span<byte> block = destination[..BlockSize];
            (Vector128.Create(source) ^ chain).CopyTo(block);
            TCore.EncryptBlocks(EncryptionKeys, block, block);
            chain = Vector128.Create<byte>(block);
        }
    }

    public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) =>
        InverseBitsliced<TLane, TVector>.Decrypt(DecryptionKeys, Vector128.Create(iv), source, destination);

    public override void Dispose() => _key.Dispose();
}
