using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>Composes the modes' kernels from AES and POLYVAL on blocks. Without instructions for them, combining several steps gains nothing.</summary>
internal interface ISoftwareKernels<TSelf> : IBackend, IWholeRounds
    where TSelf : struct, ISoftwareKernels<TSelf>
{
    /// <summary>Data of up to this many blocks is hashed together with the block after it.</summary>
    private const int MaxJoinedBlocks = 16;

    static Vector128<byte> ICtrKernels.EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block)
    {
        Span<Vector128<byte>> blocks = [block];
        Span<byte> bytes = MemoryMarshal.AsBytes(blocks);
        TSelf.EncryptBlocks(roundKeys, bytes, bytes);
        block = blocks[0];
        CryptographicOperations.ZeroMemory(bytes);
        return block;
    }

    static void IGcmSivKernels.DeriveKeys(
        ReadOnlySpan<Vector128<byte>> keyGeneratingKey, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> roundKeys, out Vector128<byte> h)
    {
        // The low halves of the first two blocks are H. Those of the others are the message-encryption key.
        Span<Vector128<byte>> key = roundKeys[..(GetKeySize(keyGeneratingKey.Length) / BlockSize)];
        Span<Vector128<byte>> blocks = stackalloc Vector128<byte>[2 + (2 * key.Length)];
        for (int i = 0; i < blocks.Length; i++)
        {
            blocks[i] = GcmSivBlocks.NonceBlock(nonce).AsUInt32().WithElement(0, (uint)i).AsByte();
        }

        Span<byte> bytes = MemoryMarshal.AsBytes(blocks);
        TSelf.EncryptBlocks(keyGeneratingKey, bytes, bytes);
        h = Vector128.Create(blocks[0].GetLower(), blocks[1].GetLower());
        for (int i = 0; i < key.Length; i++)
        {
            key[i] = Vector128.Create(blocks[2 + (2 * i)].GetLower(), blocks[3 + (2 * i)].GetLower());
        }

        CryptographicOperations.ZeroMemory(bytes);
        TSelf.ExpandKey(MemoryMarshal.AsBytes(key), roundKeys);
    }

    static Vector128<byte> IGcmSivKernels.AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data, Vector128<byte> last)
    {
        // One call for short data, because each call prepares H.
        Span<Vector128<byte>> input = stackalloc Vector128<byte>[MaxJoinedBlocks + 1];
        int blocks = 0;
        if (data.Length <= MaxJoinedBlocks * BlockSize)
        {
            PartialBlock.CopyToBlocks(data, ref input[0]);
            blocks = (int)GcmSivBlocks.CountBlocks(data.Length);
        }
        else
        {
            hash = TSelf.Absorb(powers, hash, data);
        }

        input[blocks] = last;
        hash = TSelf.Absorb(powers, hash, MemoryMarshal.AsBytes(input[..(blocks + 1)]));
        Secrets.Erase(input[..(blocks + 1)]);
        return hash;
    }

    static Vector128<byte> IGcmSivKernels.DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed)
    {
        TSelf.XorKeyStream<GcmSivCounter>(keys.RoundKeys, counter, ref keys.Table, ciphertext, plaintext);
        hashed = 0;
        return hash;
    }

    static Vector128<byte> IAezKernels.Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<TSelf>.Aes4(keys, block, whitening, addend);

    static Vector128<byte> IAezKernels.Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<TSelf>.Aes10(keys, block, whitening, addend);

    static Vector128<byte> IAezKernels.AezHash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        AezPasses<TSelf>.Hash(keys, in multipleOfJ, blocks);

    static Vector128<byte> IAezKernels.AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AezPasses<TSelf>.Pass1(keys, in multipleOfI, source, destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static Vector128<byte> IAezKernels.AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text) =>
        AezPasses<TSelf>.Pass2(keys, in multipleOfI, sx ^ sy, text);
}
