using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>Checks that <see cref="WideLibrary"/> makes before native code processes a message.</summary>
internal static class WideChecks
{
    /// <summary>Long enough for every function, plus a remainder.</summary>
    private const int TextSize = 16384 + 600;

    /// <summary>Whether the CPU and the operating system have AES and carry-less multiplies of that width.</summary>
    public static bool HasInstructions(int width) =>
        (width == 512
            ? X86.IsMultiply512Supported && Avx512BW.IsSupported && Avx512DQ.IsSupported && Avx512F.VL.IsSupported
            : X86.IsMultiply256Supported)
        && X86.HasVaes;

    /// <summary>Whether every function gives the same results as managed code.</summary>
    public static bool Agrees<TWide, TMultiply, TVector>()
        where TWide : struct, IWideKernels
        where TMultiply : struct, IMultiply<TVector>
        where TVector : struct
    {
        byte[] text = new byte[TextSize];
        SelfTestData.Fill(text);
        byte[] native = Run<WideBackend<TWide, X86, TMultiply, TVector>>(text);
        return native.AsSpan().SequenceEqual(Run<HardwareBackend<X86, TMultiply, TVector>>(text));
    }

    /// <summary>All outputs, concatenated. The keys are public.</summary>
    private static byte[] Run<TBackend>(byte[] text)
        where TBackend : struct, IBackend
    {
        MemoryStream outputs = new();
        byte[] output = new byte[TextSize];
        ReadOnlySpan<Vector128<byte>> vectors = MemoryMarshal.Cast<byte, Vector128<byte>>(text.AsSpan(0, TextSize / BlockSize * BlockSize));
        FaceTable none = default;
        foreach (int keySize in (int[])[16, 24, 32])
        {
            Vector128<byte>[] roundKeys = new Vector128<byte>[(keySize / 4) + 7];
            TBackend.ExpandKey(text.AsSpan(0, keySize), roundKeys);

            // The counters wrap within the data.
            TBackend.XorKeyStream<GcmSivCounter>(roundKeys, Vector128.Create(0xFFFFFFF0U).AsByte(), ref none, text, output);
            outputs.Write(output);
            TBackend.XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(new UInt128(1, ulong.MaxValue - 70)), ref none, text, output);
            outputs.Write(output);
            TBackend.XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(0x1FFFFFFF0), ref none, text, output);
            outputs.Write(output);

            Span<Vector128<byte>> memory = GC.AllocateArray<Vector128<byte>>(RecordKeys.Size, pinned: true);
            RecordKeys keys = new(memory, default, roundKeys.Length, IGcmSivKernels.MaxHashPowers);
            roundKeys.CopyTo(keys.RoundKeys);
            TBackend.ExpandHashKey(vectors[0], keys.HashPowers);
            Vector128<byte> hash = TBackend.DecryptAndAbsorb(ref keys, vectors[1], vectors[2], text, output, out int hashed);
            hash = TBackend.Absorb(keys.HashPowers, hash, output.AsSpan(hashed));
            outputs.Write(output);
            outputs.Write(MemoryMarshal.AsBytes(new ReadOnlySpan<Vector128<byte>>(in hash)));
        }

        Vector128<byte>[] aezKey = vectors[..AezKey.Count].ToArray();
        aezKey[AezKey.L + 1] = default;
        aezKey[AezKey.Multiples] = default;
        aezKey.AsSpan(AezKey.Multiples, 8).CopyTo(aezKey.AsSpan(AezKey.Multiples + 8));
        Span<byte> pairs = output.AsSpan(0, TextSize / (2 * BlockSize) * 2 * BlockSize);
        Vector128<byte> x = TBackend.AezPass1(aezKey, in vectors[1], text.AsSpan(0, pairs.Length), pairs);
        outputs.Write(pairs);
        Vector128<byte> y = TBackend.AezPass2(aezKey, in vectors[1], in vectors[2], vectors[3], pairs);
        outputs.Write(pairs);
        outputs.Write(MemoryMarshal.AsBytes((ReadOnlySpan<Vector128<byte>>)[x, y]));
        return outputs.ToArray();
    }
}
