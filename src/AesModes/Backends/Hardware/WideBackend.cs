namespace AesModes.Backends.Hardware;

/// <summary>The kernels of <see cref="HardwareBackend{TAes, TMultiply, TVector}"/>, and those of AesModes.Wide for long data.</summary>
internal readonly unsafe struct WideBackend<TWide, TAes, TMultiply, TVector> : IBackend
    where TWide : struct, IWideKernels
    where TAes : struct, IAesInstructions
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    /// <summary>The batch size of AEZ's passes in bytes: two groups of eight pairs.</summary>
    private const int AezBatch = 512;

    public static string Name => "x86-wide";

    public static string Description => $"AES instructions on {TWide.Width} bits, {TMultiply.Description}";

    public static bool IsSupported => TWide.IsLoaded && HardwareBackend<TAes, TMultiply, TVector>.IsSupported;

    public static bool IsHardwareAccelerated => true;

    public static bool HasNativeCode => true;

    public static bool SpillsKeys => HardwareBackend<TAes, TMultiply, TVector>.SpillsKeys;

    public static int SmallEncryptionBlocks
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => HardwareBackend<TAes, TMultiply, TVector>.SmallEncryptionBlocks;
    }

    public static int SmallDecryptionBlocks
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => HardwareBackend<TAes, TMultiply, TVector>.SmallDecryptionBlocks;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => HardwareBackend<TAes, TMultiply, TVector>.ExpandKey(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HardwareBackend<TAes, TMultiply, TVector>.EncryptBlocks(roundKeys, source, destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        HardwareBackend<TAes, TMultiply, TVector>.EncryptBlock(roundKeys, block);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> keyGeneratingKey, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> roundKeys, out Vector128<byte> h) =>
        HardwareBackend<TAes, TMultiply, TVector>.DeriveKeys(keyGeneratingKey, nonce, roundKeys, out h);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountHashPowers(long blocks) => HardwareBackend<TAes, TMultiply, TVector>.CountHashPowers(blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => HardwareBackend<TAes, TMultiply, TVector>.ExpandHashKey(h, powers);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data) =>
        HardwareBackend<TAes, TMultiply, TVector>.Absorb(powers, hash, data);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AbsorbLast(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        HardwareBackend<TAes, TMultiply, TVector>.AbsorbLast(powers, hash, data, last);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EncryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) =>
        HardwareBackend<TAes, TMultiply, TVector>.EncryptSmall(keyGeneratingKey, in message);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Verdict DecryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) =>
        HardwareBackend<TAes, TMultiply, TVector>.DecryptSmall(keyGeneratingKey, in message);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes4(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        HardwareBackend<TAes, TMultiply, TVector>.Aes4(keys, block, whitening, addend);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes10(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        HardwareBackend<TAes, TMultiply, TVector>.Aes10(keys, block, whitening, addend);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        HardwareBackend<TAes, TMultiply, TVector>.AezHash(keys, in multipleOfJ, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter
    {
        if (source.Length < TWide.LeastCtrSize)
        {
            HardwareBackend<TAes, TMultiply, TVector>.XorKeyStream<TCounter>(roundKeys, counter, ref table, source, destination);
        }
        else
        {
            XorLong<TCounter>(roundKeys, counter, ref table, source, destination);
        }
    }

    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed)
    {
        hashed = 0;
        if (ciphertext.Length < TWide.LeastDecryptionSize || keys.HashPowers.Length != IGcmSivKernels.MaxHashPowers)
        {
            return HardwareBackend<TAes, TMultiply, TVector>.DecryptAndAbsorb(ref keys, counter, hash, ciphertext, plaintext, out hashed);
        }

        hashed = GetRun<GcmSivCounter>(counter, ciphertext.Length);
        fixed (Vector128<byte>* k = keys.RoundKeys, p = keys.HashPowers)
        fixed (byte* from = ciphertext, to = plaintext)
        {
            TWide.DecryptAndAbsorb((byte*)k, keys.RoundKeys.Length - 1, (byte*)p, (byte*)&counter, (byte*)&hash, from, to, (nuint)hashed);
        }

        Secrets.ClearStack<Stack2K>();
        counter = GcmSivCounter.Advance(counter, (uint)hashed / BlockSize);
        HardwareBackend<TAes, TMultiply, TVector>.XorKeyStream<GcmSivCounter>(keys.RoundKeys, counter, ref keys.Table, ciphertext[hashed..], plaintext[hashed..]);
        return hash;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AezPass1(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        (source.Length < TWide.LeastAezSize
            ? AezPasses<TAes>.Pass1(keys, in multipleOfI, source, destination)
            : AezLongPass1(keys, in multipleOfI, source, destination)).Block;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text)
    {
        Vector128<byte> sum = (text.Length < TWide.LeastAezSize
            ? AezPasses<TAes>.Pass2(keys, in multipleOfI, in sx, new RegisterBlock(sy), text)
            : AezLongPass2(keys, in multipleOfI, in sx, new RegisterBlock(sy), text)).Block;
        if (text.Length >= AezPasses<TAes>.LeastPipelineSize)
        {
            Secrets.ClearKernelStack<Stack2K>();
        }

        return sum;
    }

    [MethodImpl(Kernel.Options)]
    private static RegisterBlock AezLongPass1(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int size = source.Length - (source.Length % AezBatch);
        Vector128<byte> multiple = multipleOfI, sum = default;
        fixed (Vector128<byte>* k = keys)
        fixed (byte* from = source, to = destination)
        {
            TWide.AezPass1((byte*)k, (byte*)&multiple, (byte*)&sum, from, to, (nuint)size);
        }

        Secrets.ClearStack<Stack2K>();
        sum ^= HardwareBackend<TAes, TMultiply, TVector>.AezPass1(keys, in multiple, source[size..], destination[size..]);
        Secrets.Erase(ref multiple);
        return new RegisterBlock(sum);
    }

    [MethodImpl(Kernel.Options)]
    private static RegisterBlock AezLongPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, RegisterBlock sy, Span<byte> text)
    {
        int size = text.Length - (text.Length % AezBatch);
        Vector128<byte> multiple = multipleOfI, sum = default, s = sx ^ sy.Block ^ keys[AezKey.TripledJ];
        fixed (Vector128<byte>* k = keys)
        fixed (byte* t = text)
        {
            TWide.AezPass2((byte*)k, (byte*)&multiple, (byte*)&sum, (byte*)&s, t, (nuint)size);
        }

        Secrets.ClearStack<Stack2K>();
        sum ^= HardwareBackend<TAes, TMultiply, TVector>.AezPass2(keys, in multiple, in sx, sy.Block, text[size..]);
        Secrets.Erase(ref multiple);
        Secrets.Erase(ref s);
        return new RegisterBlock(sum);
    }

    [MethodImpl(Kernel.Options)]
    private static void XorLong<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter
    {
        while (source.Length >= TWide.Batch)
        {
            int size = GetRun<TCounter>(counter, source.Length);
            if (size > 0)
            {
                Xor<TCounter>(roundKeys, counter, source[..size], destination);
            }
            else
            {
                // The last 64 bits of the counter wrap in this batch.
                size = TWide.Batch;
                HardwareBackend<TAes, TMultiply, TVector>.XorKeyStream<TCounter>(roundKeys, counter, ref table, source[..size], destination[..size]);
            }

            counter = TCounter.ToBlock(TCounter.Advance(TCounter.FromBlock(counter), size / BlockSize));
            source = source[size..];
            destination = destination[size..];
        }

        HardwareBackend<TAes, TMultiply, TVector>.XorKeyStream<TCounter>(roundKeys, counter, ref table, source, destination);
    }

    /// <summary>The size of the whole batches before the low 64 bits of a big-endian counter wrap. RFC 8452's counter may wrap: the kernel handles that.</summary>
    private static int GetRun<TCounter>(Vector128<byte> counter, int size)
        where TCounter : struct, ICounter
    {
        if (!TCounter.IsLittleEndian)
        {
            ulong blocks = ulong.MaxValue - (ulong)TCounter.FromBlock(counter);
            size = blocks < (ulong)size / BlockSize ? (int)(blocks + 1) * BlockSize : size;
        }

        return size - (size % TWide.Batch);
    }

    [MethodImpl(Kernel.Options)]
    private static void Xor<TCounter>(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
        where TCounter : struct, ICounter
    {
        fixed (Vector128<byte>* keys = roundKeys)
        fixed (byte* from = source, to = destination)
        {
            if (TCounter.IsLittleEndian)
            {
                TWide.XorLittleEndian((byte*)keys, roundKeys.Length - 1, (byte*)&counter, from, to, (nuint)source.Length);
            }
            else
            {
                TWide.XorBigEndian((byte*)keys, roundKeys.Length - 1, (byte*)&counter, from, to, (nuint)source.Length);
            }
        }

        Secrets.ClearStack<Stack1K>();
    }
}
