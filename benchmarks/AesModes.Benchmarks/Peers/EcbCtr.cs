using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace AesModes.Benchmarks.Peers;

/// <summary>
/// AES in counter mode (SP 800-38A) as .NET's users make it, as the framework has none: ECB of counter blocks, xored to the text. As fast as it gets
/// without a native binding, and a witness of others' outputs.
/// </summary>
internal sealed class EcbCtr : Peer
{
    public const string PeerName = "AES-CTR (native ECB and xor)";

    private const int BlockSize = 16;

    /// <summary>With 4 KiB the calls of the transform would show.</summary>
    private const int BufferSize = 16384;

    private readonly byte[] _counters = new byte[BufferSize];
    private readonly byte[] _keyStream = new byte[BufferSize];
    private readonly ICryptoTransform _ecb;

    /// <param name="message">Its nonce is the initial counter, 16 bytes.</param>
    public EcbCtr(Message message)
        : base(PeerName, message, tagSize: 0)
    {
        using Aes aes = Aes.Create();
#pragma warning disable CA5358 // ECB of counter blocks, none of which comes twice, is what counter mode is.
        aes.Mode = CipherMode.ECB;
#pragma warning restore CA5358
        aes.Padding = PaddingMode.None;
        aes.Key = message.Key;
        _ecb = aes.CreateEncryptor();
    }

    public override string Library => NativeGcm.Provider;

    public override void Encrypt() => Crypt(Plaintext, Ciphertext);

    public override void Decrypt() => Crypt(Ciphertext, Decrypted);

    protected override void Dispose(bool disposing) => _ecb.Dispose();

    private void Crypt(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        UInt128 counter = BinaryPrimitives.ReadUInt128BigEndian(Message.Nonce);
        while (!source.IsEmpty)
        {
            int length = Math.Min(source.Length, BufferSize);
            int blocks = (length + BlockSize - 1) / BlockSize;
            WriteCounters(counter, MemoryMarshal.Cast<byte, ulong>(_counters.AsSpan())[..(2 * blocks)]);
            _ = _ecb.TransformBlock(_counters, 0, blocks * BlockSize, _keyStream, 0);
            Xor(source[..length], _keyStream.AsSpan(0, length), destination[..length]);
            counter += (uint)blocks;
            source = source[length..];
            destination = destination[length..];
        }
    }

    private static void WriteCounters(UInt128 counter, Span<ulong> words)
    {
        ulong high = (ulong)(counter >> 64);
        ulong low = (ulong)counter;
        ulong first = BinaryPrimitives.ReverseEndianness(high);
        for (int i = 0; i + 1 < words.Length; i += 2)
        {
            words[i] = first;
            words[i + 1] = BinaryPrimitives.ReverseEndianness(low);
            low++;
            if (low == 0)
            {
                first = BinaryPrimitives.ReverseEndianness(high + 1);
            }
        }
    }

    private static void Xor(ReadOnlySpan<byte> source, ReadOnlySpan<byte> keyStream, Span<byte> destination)
    {
        ReadOnlySpan<Vector<byte>> sources = MemoryMarshal.Cast<byte, Vector<byte>>(source);
        ReadOnlySpan<Vector<byte>> keyStreams = MemoryMarshal.Cast<byte, Vector<byte>>(keyStream)[..sources.Length];
        Span<Vector<byte>> destinations = MemoryMarshal.Cast<byte, Vector<byte>>(destination)[..sources.Length];
        for (int i = 0; i < sources.Length; i++)
        {
            destinations[i] = sources[i] ^ keyStreams[i];
        }

        for (int i = sources.Length * Vector<byte>.Count; i < source.Length; i++)
        {
            destination[i] = (byte)(source[i] ^ keyStream[i]);
        }
    }
}
