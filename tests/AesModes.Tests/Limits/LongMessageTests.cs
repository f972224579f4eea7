using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AesModes.Tests.Limits;

/// <summary>
/// AES-GCM-SIV with 512 MiB and 4 GiB, where sizes in bits or bytes need more than 32 bits. Plaintext and associated data are zeros except for their last bytes. Leading zeros
/// do not change POLYVAL, so the reference hashes only the last blocks.
/// </summary>
public sealed class LongMessageTests
{
    /// <summary>2³² bits and 37 bytes.</summary>
    private const int Size = (1 << 29) + 37;

    /// <summary>2³² bytes and 37 more.</summary>
    private const long StreamSize = (1L << 32) + 37;

    private static readonly byte[] _key = [.. Enumerable.Range(1, 32).Select(i => (byte)i)];

    private static readonly byte[] _nonce = [.. Enumerable.Range(50, 12).Select(i => (byte)i)];

    [Fact]
    public void LengthBlock_AnySizes_ContainsBothAs64Bits()
    {
        long[] sizes = [0, 1, (1 << 29) - 1, 1 << 29, (1 << 29) + 1, int.MaxValue, 1L << 31, 1L << 32, (1L << 33) + 5, 1L << 36];
        foreach (long associatedDataSize in sizes)
        {
            foreach (long messageSize in sizes)
            {
                byte[] actual = new byte[16];
                GcmSivBlocks.LengthBlock(associatedDataSize, messageSize).CopyTo(actual);
                Expect.Same(LengthBlock(associatedDataSize, messageSize), actual, $"{associatedDataSize} and {messageSize} bytes");
            }
        }
    }

    /// <summary>Only the end of these 512 MiB is written, so the rest needs no physical memory.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.FastAes), MemberType = typeof(TestBackends))]
    public unsafe void EncryptAndDecrypt_512MiBOfAssociatedData_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        SkipWhereItTakesLong();
        byte[] end = [1, 2, 3, 4, 5];
        byte[] plaintext = [.. Enumerable.Range(100, 20).Select(i => (byte)i)];
        byte[] lastBlock = [.. end, .. new byte[11]];
        (byte[] tag, byte[] ciphertext) = Encrypt([.. lastBlock, .. Bytes.Pad(plaintext)], Size, plaintext.Length, plaintext);
        byte* memory = (byte*)NativeMemory.AllocZeroed(Size);
        try
        {
            Span<byte> associatedData = new(memory, Size);
            end.CopyTo(associatedData[^end.Length..]);
            using AesGcmSiv siv = new(_key, backend);
            byte[] foundTag = new byte[16];
            byte[] found = new byte[plaintext.Length];
            siv.Encrypt(_nonce, plaintext, found, foundTag, associatedData);
            Expect.Same(tag, foundTag, $"tag on {name}");
            Expect.Same(ciphertext, found, $"ciphertext on {name}");
            Assert.True(siv.TryDecrypt(_nonce, ciphertext, tag, found, associatedData), name);
            Expect.Same(plaintext, found, $"plaintext on {name}");
        }
        finally
        {
            NativeMemory.Free(memory);
        }
    }

    /// <summary>Encrypts and decrypts in place, and decrypts from a stream.</summary>
    [Fact]
    public unsafe void EncryptAndDecrypt_512MiBOfPlaintext_EqualReference()
    {
        SkipWhereItTakesLong();
        Assert.SkipUnless(AesGcmSiv.IsHardwareAccelerated, "512 MiB are encrypted once and decrypted twice: without AES instructions that takes long.");
        SkipUnlessFree(Size);
        byte[] end = [1, 2, 3, 4, 5];
        (byte[] tag, byte[] lastBytes) = Encrypt([.. end, .. new byte[11]], 0, Size, end);
        byte* memory = (byte*)NativeMemory.AllocZeroed(Size);
        try
        {
            Span<byte> text = new(memory, Size);
            end.CopyTo(text[^end.Length..]);
            using AesGcmSiv siv = new(_key);
            byte[] foundTag = new byte[16];
            siv.Encrypt(_nonce, text, text, foundTag);
            Expect.Same(tag, foundTag, "tag");
            Expect.Same(lastBytes, text[^end.Length..], "the ciphertext's end");

            using UnmanagedMemoryStream ciphertext = new(memory, Size);
            using EndOfStream plaintext = new();
            siv.Decrypt(_nonce, ciphertext, tag, plaintext, cancellationToken: TestContext.Current.CancellationToken);
            Assert.Equal(Size, plaintext.Length);
            Expect.Same([.. new byte[32], .. end], plaintext.End(37), "the end of the plaintext stream");

            Assert.True(siv.TryDecrypt(_nonce, text, tag, text));
            Assert.Equal(Size - end.Length, text.IndexOfAnyExcept((byte)0));
            Expect.Same(end, text[^end.Length..], "the plaintext's end");
        }
        finally
        {
            NativeMemory.Free(memory);
        }
    }

    /// <summary>The ciphertext of zeros is the key stream, which the decryption's input generates during the read.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Streams_Over4GiB_EqualReference(bool encrypt)
    {
        SkipWhereItTakesLong();
        Assert.SkipUnless(AesGcmSiv.IsHardwareAccelerated, "4 GiB are read twice: without AES instructions that takes long.");
        (byte[] tag, byte[] lastBytes) = Encrypt(new byte[16], 0, StreamSize, new byte[5]);
        using AesGcmSiv siv = new(_key);
        using EndOfStream output = new();
        if (encrypt)
        {
            using Zeros plaintext = new(StreamSize);
            byte[] foundTag = new byte[16];
            siv.Encrypt(_nonce, plaintext, output, foundTag, cancellationToken: TestContext.Current.CancellationToken);
            Expect.Same(tag, foundTag, "tag");
        }
        else
        {
            using KeyStreamOf ciphertext = new(tag, StreamSize);
            siv.Decrypt(_nonce, ciphertext, tag, output, cancellationToken: TestContext.Current.CancellationToken);
        }

        Assert.Equal(StreamSize, output.Length);
        Expect.Same(encrypt ? lastBytes : new byte[5], output.End(5), "the output's end");
    }

    /// <summary>The tag and the end of the ciphertext, from the reference.</summary>
    /// <param name="lastBlocks">The hash input from the first nonzero block, without the length block.</param>
    /// <param name="associatedDataSize">In bytes.</param>
    /// <param name="messageSize">In bytes.</param>
    /// <param name="end">The end of the plaintext, from a block boundary.</param>
    private static (byte[] Tag, byte[] Ciphertext) Encrypt(byte[] lastBlocks, long associatedDataSize, long messageSize, byte[] end)
    {
        (byte[] authentication, byte[] encryption) = ReferenceGcmSiv.DeriveKeys(_key, _nonce);
        UInt128 hash = ReferenceField.Polyval(ReferenceField.Read(authentication), 0, [.. lastBlocks, .. LengthBlock(associatedDataSize, messageSize)]);
        byte[] tag = ReferenceGcmSiv.Tag(encryption, ReferenceField.Write(hash), _nonce);
        byte[] counter = ReferenceGcmSiv.InitialCounter(tag);
        uint blocks = (uint)((messageSize - end.Length) / 16);
        BinaryPrimitives.WriteUInt32LittleEndian(counter, unchecked(BinaryPrimitives.ReadUInt32LittleEndian(counter) + blocks));
        return (tag, ReferenceGcmSiv.XorKeyStream(new ReferenceAes(encryption), counter, end));
    }

    private static byte[] LengthBlock(long associatedDataSize, long messageSize)
    {
        byte[] block = new byte[16];
        BinaryPrimitives.WriteUInt64LittleEndian(block, checked(8 * (ulong)associatedDataSize));
        BinaryPrimitives.WriteUInt64LittleEndian(block.AsSpan(8), checked(8 * (ulong)messageSize));
        return block;
    }

    private static void SkipWhereItTakesLong() => Assert.SkipWhen(
        Effort.IsChangedRun || Effort.IsSlow, "Only the first run of the tests hashes half a gibibyte: without wide vectors, or in a Debug build, that takes long.");

    private static void SkipUnlessFree(long bytes)
    {
        // The memory load is that of the last garbage collection.
        GC.Collect();
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        long free = memory.TotalAvailableMemoryBytes - memory.MemoryLoadBytes;
        Assert.SkipUnless(free > bytes + (bytes / 4), $"The test needs {bytes / 1_000_000} MB of memory and a quarter more; {free / 1_000_000} MB are free.");
    }

    private class Zeros(long length) : OneWayStream
    {
        public override bool CanRead => true;

        public override bool CanSeek => true;

        public override long Length => length;

        public override long Position { get; set; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            int read = (int)Math.Min(count, length - Position);
            buffer.AsSpan(offset, read).Clear();
            Position += read;
            return read;
        }
    }

    /// <summary>The key stream for a tag, from the library's kernel, which other tests compare with the reference.</summary>
    private sealed class KeyStreamOf : Zeros
    {
        private readonly BackendPieces _pieces = TestBackends.GetPieces(Backend.Require().ToString());
        private readonly Vector128<byte>[] _roundKeys;
        private readonly Vector128<byte> _counter;

        public KeyStreamOf(byte[] tag, long length)
            : base(length)
        {
            _roundKeys = _pieces.CreateRoundKeys(ReferenceGcmSiv.DeriveKeys(_key, _nonce).Encryption);
            _counter = Vector128.Create<byte>(ReferenceGcmSiv.InitialCounter(tag));
        }

        /// <summary>Returns whole blocks except at the end, because callers read in multiples of a block.</summary>
        public override int Read(byte[] buffer, int offset, int count)
        {
            Vector128<byte> counter = GcmSivCounter.Advance(_counter, (uint)(Position / 16));
            int read = base.Read(buffer, offset, count);
            _pieces.XorUntabled(_roundKeys, counter, buffer.AsSpan(offset, read), buffer.AsSpan(offset, read));
            return read;
        }
    }

    /// <summary>Keeps only the last write.</summary>
    private sealed class EndOfStream : OneWayStream
    {
        private readonly byte[] _last = new byte[1 << 16];
        private int _kept;
        private long _length;

        public override bool CanWrite => true;

        public override long Length => _length;

        /// <summary>The last bytes. There are at most as many as in the last write.</summary>
        public byte[] End(int count) => _last[(_kept - count).._kept];

        public override void Write(byte[] buffer, int offset, int count)
        {
            buffer.AsSpan(offset, count).CopyTo(_last);
            _kept = count;
            _length += count;
        }
    }

    private abstract class OneWayStream : Stream
    {
        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
