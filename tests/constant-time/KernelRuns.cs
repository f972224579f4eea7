using System.Buffers.Binary;
using AesModes.Backends.Software;
using AesModes.Tests.Reference;

namespace AesModes.ConstantTime;

/// <summary>Software's kernels with secret keys and blocks, each core by itself for few blocks and for many, whatever the backends choose.</summary>
internal static class KernelRuns
{
    public static void Run(Random random)
    {
        Run<Lane128, Vector128<byte>>(random);
        if (Lane256.IsSupported)
        {
            Run<Lane256, Vector256<byte>>(random);
        }

        RunPolyval(random);
    }

    private static void Run<TLane, TVector>(Random random)
        where TLane : struct, ILane<TVector>
        where TVector : unmanaged
    {
        foreach (int keySize in (int[])[16, 24, 32])
        {
            byte[] key = Bytes.Random(random, keySize);
            ReferenceAes reference = new(key);
            byte[] expected = [.. reference.RoundKeys.SelectMany(k => k)];
            Vector128<byte>[] roundKeys = new Vector128<byte>[reference.RoundKeys.Count];
            string what = $"a key of {keySize} bytes on {128 * TLane.Count} bits";
            if (TLane.HasLookup)
            {
                AesPermute.ExpandKey(Secret.Of(key), roundKeys);
                Results.CheckSecret(expected, MemoryMarshal.AsBytes(roundKeys.AsSpan()), $"round keys by vector permutations of {what}");
            }

            AesBitsliced<TLane, TVector>.ExpandKey(Secret.Of(key), roundKeys);
            Results.CheckSecret(expected, MemoryMarshal.AsBytes(roundKeys.AsSpan()), $"bitsliced round keys of {what}");
            foreach (int blocks in Sizes.Blocks)
            {
                RunBlocks<TLane, TVector>(random, reference, blocks, $"{blocks} blocks, {what}");
            }
        }

        foreach (int rounds in (int[])[4, 10])
        {
            foreach (int blocks in Sizes.Blocks)
            {
                RunWholeRounds<TLane, TVector>(random, rounds, blocks, $"{rounds} whole rounds of {blocks} blocks on {128 * TLane.Count} bits");
            }
        }
    }

    private static void RunBlocks<TLane, TVector>(Random random, ReferenceAes reference, int blocks, string what)
        where TLane : struct, ILane<TVector>
        where TVector : unmanaged
    {
        byte[] text = Bytes.Random(random, 16 * blocks);
        byte[] expected = reference.Encrypt(text);
        ReadOnlySpan<Vector128<byte>> roundKeys = SecretVectors([.. reference.RoundKeys.SelectMany(k => k)]);
        byte[] output = new byte[text.Length];
        if (TLane.HasLookup)
        {
            AesPermute<TLane, TVector>.EncryptBlocks(roundKeys, Secret.Of(text), output);
            Results.CheckSecret(expected, output, $"{what}, by vector permutations");
        }

        AesBitsliced<TLane, TVector>.EncryptBlocks(roundKeys, Secret.Of(text), output);
        Results.CheckSecret(expected, output, $"{what}, bitsliced");

        byte[] counter = Bytes.Random(random, 16);
        FaceTable none = default;
        AesBitsliced<TLane, TVector>.XorCounterBlocks<GcmSivCounter>(
            roundKeys, BinaryPrimitives.ReadUInt128LittleEndian(counter), ref none, Secret.Of(text), output);
        Results.CheckSecret(ReferenceGcmSiv.XorKeyStream(reference, counter, text), output, $"{what}, bitsliced key stream");
    }

    private static void RunWholeRounds<TLane, TVector>(Random random, int rounds, int blocks, string what)
        where TLane : struct, ILane<TVector>
        where TVector : unmanaged
    {
        byte[] keys = Bytes.Random(random, 16 * rounds);
        byte[] text = Bytes.Random(random, 16 * blocks);
        byte[] expected = [.. text];
        for (int at = 0; at < expected.Length; at += 16)
        {
            for (int round = 0; round < rounds; round++)
            {
                ReferenceAes.Round(expected.AsSpan(at, 16), keys.AsSpan(16 * round, 16));
            }
        }

        ReadOnlySpan<Vector128<byte>> roundKeys = SecretVectors(keys);
        byte[] output = new byte[text.Length];
        if (TLane.HasLookup)
        {
            AesPermute<TLane, TVector>.RoundBlocks(roundKeys, Secret.Of(text), output);
            Results.CheckSecret(expected, output, $"{what}, by vector permutations");
        }

        AesBitsliced<TLane, TVector>.RoundBlocks(roundKeys, Secret.Of(text), output);
        Results.CheckSecret(expected, output, $"{what}, bitsliced");
    }

    private static void RunPolyval(Random random)
    {
        foreach (int size in Sizes.Texts.Where(s => s > 0))
        {
            byte[] h = Bytes.Random(random, 16);
            byte[] text = Bytes.Random(random, size);
            byte[] expected = ReferenceField.Write(ReferenceField.Polyval(ReferenceField.Read(h), 0, Bytes.Pad(text)));
            Vector128<byte> secretH = SecretVectors(h)[0];
            byte[] output = new byte[16];
            Polyval.Absorb(secretH, Vector128<byte>.Zero, Secret.Of(text)).CopyTo(output);
            Results.CheckSecret(expected, output, $"POLYVAL of {size} bytes with holes");
            for (int lanes = 1; lanes <= 2; lanes++)
            {
                SoftwarePolyval.Absorb(secretH, Vector128<byte>.Zero, Secret.Of(text), lanes).CopyTo(output);
                Results.CheckSecret(expected, output, $"POLYVAL of {size} bytes on at most {128 * lanes} bits");
            }
        }
    }

    private static ReadOnlySpan<Vector128<byte>> SecretVectors(byte[] bytes) => MemoryMarshal.Cast<byte, Vector128<byte>>(Secret.Of(bytes));
}
