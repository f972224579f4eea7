using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>Kernels on the AES instructions of x86 or ARM, with carry-less multiplies of one, two or four blocks.</summary>
/// <remarks>Methods that only forward are inlined: every call passes vectors through memory, and short messages wait for that.</remarks>
internal readonly struct HardwareBackend<TAes, TMultiply, TVector> : IBackend
    where TAes : struct, IAesInstructions
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    /// <summary>
    /// Below this size in bytes, the fused kernel's start and end cost more than it gains. Such ciphertexts have long associated data or end a stream; other short
    /// ones use the small kernels.
    /// </summary>
    private const int FusedThreshold = 512;

    public static string Name => TAes.Name;

    public static string Description => $"AES instructions, {TMultiply.Description}";

    public static bool IsSupported => TAes.IsSupported && TMultiply.IsSupported;

    public static bool IsHardwareAccelerated => true;

    /// <summary>Without AVX2, every kernel spills round keys. With AVX2, the kernels that spill clear the stack themselves.</summary>
    public static bool SpillsKeys => X86Base.IsSupported && !Vector256.IsHardwareAccelerated;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => AesKeySchedule<TAes>.Expand(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesBlocks<TAes>.Encrypt(roundKeys, source, destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        AesBlocks<TAes>.Encrypt(roundKeys, block);

    public static void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> keyGeneratingKey, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> roundKeys, out Vector128<byte> h)
    {
        GcmSivKeys<TAes>.Derive(keyGeneratingKey, nonce, roundKeys, out h);

        // Uses the kernel that the constructor has already compiled.
        ExpandKey(MemoryMarshal.AsBytes(roundKeys[..(GetKeySize(keyGeneratingKey.Length) / BlockSize)]), roundKeys);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter =>
        CounterBlocks<TAes, TCounter>.Xor(roundKeys, counter, ref table, source, destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountHashPowers(long blocks) => Polyval<TAes, TMultiply, TVector>.CountPowers(blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) =>
        Polyval<TAes, TMultiply, TVector>.ExpandKey(h, powers);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        Polyval<TAes, TMultiply, TVector>.Absorb(powers, accumulator, data);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        Polyval<TAes, TMultiply, TVector>.AbsorbLast(powers, accumulator, data, last);

    public static Vector128<byte> DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed)
    {
        hashed = 0;
        if (!TMultiply.SlowsAes && ciphertext.Length >= FusedThreshold && keys.HashPowers.Length == IGcmSivKernels.MaxHashPowers)
        {
            int batch = GcmSivDecryption<TAes, TMultiply, TVector>.Batch;
            int fused = ciphertext.Length - (ciphertext.Length % batch);
            hash = GcmSivDecryption<TAes, TMultiply, TVector>.Decrypt(ref keys, counter, hash, ciphertext[..fused], plaintext);
            Secrets.ClearStack<Stack1K>();
            hashed = fused - batch;
            counter = GcmSivCounter.Advance(counter, (uint)fused / BlockSize);
            ciphertext = ciphertext[fused..];
            plaintext = plaintext[fused..];
        }

        XorKeyStream<GcmSivCounter>(keys.RoundKeys, counter, ref keys.Table, ciphertext, plaintext);
        return hash;
    }

    // With wide multiplies, the kernels for bulk messages pay off earlier. With 128-bit multiplies on Cascade Lake, the small kernel encrypts 1024 bytes faster and 2048 slower,
    // and decrypts 2048 faster. With wider ones on Zen 5, it encrypts 512 bytes faster and 1024 slower, and decrypts 512 slower.
    public static int SmallEncryptionBlocks
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TMultiply.Blocks == 1 ? 68 : 40;
    }

    public static int SmallDecryptionBlocks
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TMultiply.Blocks == 1 ? SmallMemory.MaxBlocks : 32;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EncryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) =>
        GcmSivSmall<TAes, TMultiply, TVector>.Encrypt(keyGeneratingKey, in message);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Verdict DecryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) =>
        GcmSivSmall<TAes, TMultiply, TVector>.Decrypt(keyGeneratingKey, in message);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<TAes>.Aes4(keys, block, whitening, addend);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<TAes>.Aes10(keys, block, whitening, addend);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        AezPasses<TAes>.Hash(keys, in multipleOfJ, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AezPasses<TAes>.Pass1(keys, in multipleOfI, source, destination).Block;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text)
    {
        Vector128<byte> sum = AezPasses<TAes>.Pass2(keys, in multipleOfI, in sx, new RegisterBlock(sy), text).Block;
        if (text.Length >= AezPasses<TAes>.LeastPipelineSize)
        {
            // The pipelines spill keys.
            Secrets.ClearKernelStack<Stack2K>();
        }

        return sum;
    }
}
