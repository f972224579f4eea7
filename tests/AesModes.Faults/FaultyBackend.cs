using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Modes;

namespace AesModes.Faults;

/// <summary>Makes backend types that differ in <typeparamref name="TInner"/> alone: each has self-test results of its own.</summary>
internal readonly struct Slot<TInner>;

/// <summary>Holds the fault of each slot.</summary>
internal static class SlotFault<TSlot>
{
    public static Fault? Fault { get; set; }

    /// <summary>How often the fault was met.</summary>
    public static int Hits { get; set; }

    public static bool Hit(Piece piece, bool isSecondResult, int roundKeys = 0, int size = 0, bool hasTable = false)
    {
        if (Fault is null || !Fault.Hits(piece, isSecondResult, roundKeys, size, hasTable))
        {
            return false;
        }

        Hits++;
        return true;
    }
}

/// <summary>A backend in which one kernel gives one wrong bit.</summary>
internal readonly struct FaultyBackend<TBackend, TSlot> : IBackend
    where TBackend : struct, IBackend
{
    public static string Name => TBackend.Name;

    public static string Description => $"{TBackend.Description}, with a fault";

    public static bool IsSupported => TBackend.IsSupported;

    public static bool IsHardwareAccelerated => TBackend.IsHardwareAccelerated;

    public static int SmallEncryptionBlocks => TBackend.SmallEncryptionBlocks;

    public static int SmallDecryptionBlocks => TBackend.SmallDecryptionBlocks;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        TBackend.ExpandKey(key, roundKeys);
        Flip(ref roundKeys[^1], Piece.ExpandKey, false, (key.Length / 4) + 7);
    }

    public static Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        Flipped(TBackend.EncryptBlock(roundKeys, block), Piece.EncryptBlock, false, roundKeys.Length);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        TBackend.EncryptBlocks(roundKeys, source, destination);

    public static void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h)
    {
        TBackend.DeriveKeys(roundKeys, nonce, recordRoundKeys, out h);
        Flip(ref recordRoundKeys[3], Piece.DeriveKeys, false, roundKeys.Length);
        Flip(ref h, Piece.DeriveKeys, true, roundKeys.Length);
    }

    public static void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
        where TCounter : struct, ICounter
    {
        TBackend.XorKeyStream<TCounter>(roundKeys, counter, ref table, source, destination);
        Flip(destination, Piece.XorKeyStream, roundKeys.Length, !table.IsEmpty);
    }

    public static int CountHashPowers(long blocks) => TBackend.CountHashPowers(blocks);

    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers)
    {
        TBackend.ExpandHashKey(h, powers);
        Flip(ref powers[^1], Piece.ExpandHashKey, false);
    }

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        Flipped(TBackend.Absorb(powers, accumulator, data), Piece.Absorb, false);

    public static Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        Flipped(TBackend.AbsorbLast(powers, accumulator, data, last), Piece.AbsorbLast, false);

    public static Vector128<byte> DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed)
    {
        hash = TBackend.DecryptAndAbsorb(ref keys, counter, hash, ciphertext, plaintext, out hashed);
        Flip(plaintext, Piece.DecryptAndAbsorb, keys.RoundKeys.Length, !keys.Table.IsEmpty);
        return hashed == 0 ? hash : Flipped(hash, Piece.DecryptAndAbsorb, true, keys.RoundKeys.Length, hashed, !keys.Table.IsEmpty);
    }

    public static bool SpillsKeys => TBackend.SpillsKeys;

    public static int ShallowSize => TBackend.ShallowSize;

    public static bool EncryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message)
    {
        bool keysIntact = TBackend.EncryptSmall(keyGeneratingKey, in message);
        Flip(message.Destination, Piece.EncryptSmall, keyGeneratingKey.Count, false);
        message.Tag[5] ^= (byte)(SlotFault<TSlot>.Hit(Piece.EncryptSmall, true, keyGeneratingKey.Count, message.Source.Length) ? 4 : 0);
        return keysIntact;
    }

    public static Verdict DecryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message)
    {
        Verdict verdict = TBackend.DecryptSmall(keyGeneratingKey, in message);
        Flip(message.Destination, Piece.DecryptSmall, keyGeneratingKey.Count, false);
        return !SlotFault<TSlot>.Hit(Piece.DecryptSmall, true, keyGeneratingKey.Count, message.Source.Length) ? verdict
            : verdict == Verdict.Forged ? Verdict.Authentic
            : Verdict.Forged;
    }

    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        Flipped(TBackend.Aes4(keys, block, whitening, addend), Piece.Aes4, false);

    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        Flipped(TBackend.Aes10(keys, block, whitening, addend), Piece.Aes10, false);

    public static Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        Flipped(TBackend.AezHash(keys, in multipleOfJ, blocks), Piece.AezHash, false);

    public static Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Vector128<byte> sum = TBackend.AezPass1(keys, in multipleOfI, source, destination);
        Flip(destination, Piece.AezPass1, 0, false);
        return Flipped(sum, Piece.AezPass1, true, 0, source.Length);
    }

    public static Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text)
    {
        Vector128<byte> sum = TBackend.AezPass2(keys, in multipleOfI, in sx, sy, text);
        Flip(text, Piece.AezPass2, 0, false);
        return Flipped(sum, Piece.AezPass2, true, 0, text.Length);
    }

    /// <summary>A bit of the last byte of a text.</summary>
    private static void Flip(Span<byte> text, Piece piece, int roundKeys, bool hasTable)
    {
        if (!text.IsEmpty && SlotFault<TSlot>.Hit(piece, false, roundKeys, text.Length, hasTable))
        {
            text[^1] ^= 0x10;
        }
    }

    private static void Flip(ref Vector128<byte> block, Piece piece, bool isSecondResult, int roundKeys = 0) =>
        block = Flipped(block, piece, isSecondResult, roundKeys);

    private static Vector128<byte> Flipped(
        Vector128<byte> block, Piece piece, bool isSecondResult, int roundKeys = 0, int size = 0, bool hasTable = false) =>
        SlotFault<TSlot>.Hit(piece, isSecondResult, roundKeys, size, hasTable) ? block ^ Vector128.Create(0UL, 1UL << 37).AsByte() : block;
}
