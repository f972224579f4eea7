using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends.Software;

namespace AesModes.Tool.Cbc;

/// <summary>
/// CBC without AES instructions. Encryption gives a managed core one block at a time; decryption is the inverse of the bitsliced circuit, and
/// fewer than eight blocks for each 128-bit lane cost it as much as these.
/// </summary>
internal sealed class SoftwareCbc<TCore, TLane, TVector> : CbcCipher
    where TCore : struct, IBackend
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    private readonly int _roundKeys;

    /// <summary>Encryption's round keys, then the bit planes of decryption's.</summary>
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
