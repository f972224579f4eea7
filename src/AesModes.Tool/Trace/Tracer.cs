using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Tool.Trace;

/// <summary>Runs AES-GCM-SIV step by step on a backend's functions: key derivation, POLYVAL, AES. The class decrypts the result.</summary>
internal sealed class Tracer(Backend backend)
{
    private const int BlockSize = BackendSteps.BlockSize;

    private readonly BackendSteps _steps = BackendSteps.Of(backend);

    public GcmSivTrace Trace(GcmSivInput input)
    {
        byte[] paddedAssociatedData = Pad(input.AssociatedData);
        byte[] paddedPlaintext = Pad(input.Plaintext);
        byte[] lengthBlock = MakeLengthBlock(input);

        (byte[] authenticationKey, byte[] encryptionKey) = _steps.DeriveKeys(input.Key, input.Nonce);
        byte[] polyval = _steps.Polyval(authenticationKey, [.. paddedAssociatedData, .. paddedPlaintext, .. lengthBlock]);
        byte[] xorNonce = Xor(polyval, [.. input.Nonce, 0, 0, 0, 0]);
        byte[] masked = [.. xorNonce[..^1], (byte)(xorNonce[^1] & 0x7F)];
        byte[] tag = _steps.EncryptBlocks(encryptionKey, masked);

        byte[] counterBlocks = MakeCounterBlocks(tag, paddedPlaintext.Length / BlockSize);
        byte[] ciphertext = Xor(input.Plaintext, _steps.EncryptBlocks(encryptionKey, counterBlocks));
        byte[] decrypted = new byte[ciphertext.Length];
        using AesGcmSiv siv = new(input.Key, backend);
        bool authentic = siv.TryDecrypt(input.Nonce, ciphertext, tag, decrypted, input.AssociatedData);

        return new GcmSivTrace(
            Key: Hex(input.Key),
            Nonce: Hex(input.Nonce),
            AssociatedData: Hex(input.AssociatedData),
            Plaintext: Hex(input.Plaintext),
            RecordAuthenticationKey: Hex(authenticationKey),
            RecordEncryptionKey: Hex(encryptionKey),
            PaddedAssociatedData: Hex(paddedAssociatedData),
            PaddedPlaintext: Hex(paddedPlaintext),
            LengthBlock: Hex(lengthBlock),
            Polyval: Hex(polyval),
            PolyvalXorNonce: Hex(xorNonce),
            PolyvalXorNonceMasked: Hex(masked),
            Tag: Hex(tag),
            RoundKeys: HexBlocks(_steps.ExpandKey(encryptionKey)),
            CounterBlocks: HexBlocks(counterBlocks),
            Ciphertext: Hex(ciphertext),
            Decrypted: Hex(decrypted),
            Matched: authentic && decrypted.AsSpan().SequenceEqual(input.Plaintext));
    }

    /// <summary>Whether the class, in one call, gives the same tag and ciphertext as the trace.</summary>
    public bool ClassAgrees(GcmSivInput input, GcmSivTrace trace)
    {
        byte[] ciphertext = new byte[input.Plaintext.Length];
        byte[] tag = new byte[BlockSize];
        using AesGcmSiv siv = new(input.Key, backend);
        siv.Encrypt(input.Nonce, input.Plaintext, ciphertext, tag, input.AssociatedData);
        return Hex(tag) == trace.Tag && Hex(ciphertext) == trace.Ciphertext;
    }

    private static byte[] MakeLengthBlock(GcmSivInput input)
    {
        byte[] block = new byte[BlockSize];
        BinaryPrimitives.WriteUInt64LittleEndian(block, 8 * (ulong)input.AssociatedData.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(block.AsSpan(8), 8 * (ulong)input.Plaintext.Length);
        return block;
    }

    /// <summary>The counter blocks, from the tag with its top bit set: the first 32 bits count, little-endian, and wrap.</summary>
    private static byte[] MakeCounterBlocks(byte[] tag, int count)
    {
        Vector128<byte> first = GcmSivBlocks.InitialCounter(Vector128.Create(tag));
        Vector128<byte>[] blocks = [.. Enumerable.Range(0, count).Select(i => GcmSivCounter.Advance(first, (uint)i))];
        return MemoryMarshal.AsBytes<Vector128<byte>>(blocks).ToArray();
    }

    /// <summary>Pads with zeros to whole blocks.</summary>
    private static byte[] Pad(byte[] bytes) => [.. bytes, .. new byte[-bytes.Length & (BlockSize - 1)]];

    /// <summary>The result is as long as the first array.</summary>
    private static byte[] Xor(byte[] bytes, byte[] others) => [.. bytes.Zip(others, (one, other) => (byte)(one ^ other))];

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);

    private static string[] HexBlocks(byte[] blocks) => [.. blocks.Chunk(BlockSize).Select(Convert.ToHexStringLower)];
}
