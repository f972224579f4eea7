using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>Managed code without AES instructions, in constant time on every platform that runs .NET.</summary>
internal readonly struct SoftwareBackend<TLane, TVector> : IBackend, IWholeRounds
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    public static string Name => "software";

    public static string Description => TLane.HasLookup
        ? $"vector-permute and bitsliced AES and byte-sliced POLYVAL on {128 * TLane.Count} bits"
        : $"bitsliced AES on {128 * TLane.Count} bits, 64-bit multiplications with holes";

    // Blocks are read as little-endian integers.
    public static bool IsSupported => BitConverter.IsLittleEndian && TLane.IsSupported;

    public static bool IsHardwareAccelerated => false;

    public static int MaxFewBlocks => 40;

    public static int MaxFewBlocksToDecrypt => 40;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => SoftwareAes<TLane, TVector>.ExpandKey(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        SoftwareAes<TLane, TVector>.EncryptBlocks(roundKeys, source, destination);

    public static Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block)
    {
        Span<Vector128<byte>> blocks = [block];
        Span<byte> bytes = MemoryMarshal.AsBytes(blocks);
        SoftwareAes<TLane, TVector>.EncryptBlocks(roundKeys, bytes, bytes);
        block = blocks[0];
        CryptographicOperations.ZeroMemory(bytes);
        return block;
    }

    public static void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h)
    {
        Span<Vector128<byte>> encryptionKey = recordRoundKeys[..((roundKeys.Length - 7) / 4)];
        Span<Vector128<byte>> halves = stackalloc Vector128<byte>[2 + (2 * encryptionKey.Length)];
        for (int i = 0; i < halves.Length; i++)
        {
            halves[i] = GcmSivBlocks.NonceBlock(nonce).AsUInt32().WithElement(0, (uint)i).AsByte();
        }

        Span<byte> bytes = MemoryMarshal.AsBytes(halves);
        SoftwareAes<TLane, TVector>.EncryptBlocks(roundKeys, bytes, bytes);
        h = Vector128.Create(halves[0].GetLower(), halves[1].GetLower());
        for (int i = 0; i < encryptionKey.Length; i++)
        {
            encryptionKey[i] = Vector128.Create(halves[2 + (2 * i)].GetLower(), halves[3 + (2 * i)].GetLower());
        }

        CryptographicOperations.ZeroMemory(bytes);
        ExpandKey(MemoryMarshal.AsBytes(encryptionKey), recordRoundKeys);
    }

    public static void XorKeyStream(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        SoftwareAes<TLane, TVector>.XorCounterBlocks<GcmSivCounter>(roundKeys, GcmSivCounter.FromBlock(counter), ref table, source, destination);

    public static void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        SoftwareAes<TLane, TVector>.XorCounterBlocks<BlockCounter>(roundKeys, counter, ref table, source, destination);

    // Multiplications with holes take one block after the other; byte slices make the power that they need.
    public static int CountHashPowers(long blocks) => 1;

    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => powers[^1] = h;

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        SoftwarePolyval.Absorb(powers[^1], accumulator, data, TLane.Count);

    public static Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last)
    {
        accumulator = SoftwarePolyval.Absorb(powers[^1], accumulator, data, TLane.Count);
        Span<byte> block = stackalloc byte[16];
        last.CopyTo(block);
        return SoftwarePolyval.AbsorbShort(powers[^1], accumulator, block);
    }

    // Nothing to gain: there is no second unit to keep busy.
    public static Vector128<byte> XorKeyStreamAndAbsorb(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<Vector128<byte>> powers,
        Vector128<byte> accumulator,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination,
        out int done,
        out int hashed)
    {
        done = hashed = 0;
        return accumulator;
    }

    public static bool EncryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> plaintext,
        Span<Vector128<byte>> memory,
        Span<byte> ciphertext,
        Span<byte> tag) =>
        GcmSivFew<SoftwareBackend<TLane, TVector>>.Encrypt(roundKeys, in overwritten, nonce, associatedData, plaintext, memory, ciphertext, tag);

    public static Verdict DecryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<Vector128<byte>> memory,
        Span<byte> plaintext) =>
        GcmSivFew<SoftwareBackend<TLane, TVector>>.Decrypt(roundKeys, in overwritten, nonce, associatedData, ciphertext, tag, memory, plaintext);

    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<SoftwareBackend<TLane, TVector>>.Aes4(keys, block, whitening, addend);

    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<SoftwareBackend<TLane, TVector>>.Aes10(keys, block, whitening, addend);

    public static Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        AezPasses<SoftwareBackend<TLane, TVector>>.Hash(keys, multipleOfJ, blocks);

    public static Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AezPasses<SoftwareBackend<TLane, TVector>>.Pass1(keys, in multipleOfI, source, destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text) =>
        AezPasses<SoftwareBackend<TLane, TVector>>.Pass2(keys, in multipleOfI, sx ^ sy, text);

    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) => SoftwareAes<TLane, TVector>.RoundBlock(roundKeys, block);

    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        SoftwareAes<TLane, TVector>.RoundBlocks(roundKeys, source, destination);
}
