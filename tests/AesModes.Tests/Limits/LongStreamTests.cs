using System.Runtime.Intrinsics.X86;

namespace AesModes.Tests.Limits;

/// <summary>
/// RFC 8452 §6: at most 2³⁶ bytes, also from a stream that does not tell its length. These are 64 GiB of zeros which nobody writes: some seconds of hashing with wide
/// multiplications, so other runs leave it out.
/// </summary>
public sealed class LongStreamTests
{
    private const long MaxSize = 1L << 36;

    /// <summary>Decryption too in an exhaustive run: it takes several times as long.</summary>
    public static TheoryData<bool> Directions => Sweep.IsExhaustive ? [true, false] : [true];

    [Theory]
    [MemberData(nameof(Directions))]
    public void Streams_ThatTurnOutTooLong_AreRefusedBeforeAnyOutput(bool encrypt)
    {
        Assert.SkipUnless(
            Pclmulqdq.V512.IsSupported && AesGcmSiv.IsHardwareAccelerated && !Effort.IsUnoptimized,
            "64 GiB are hashed: without 512-bit multiplications, or in a Debug build, that takes long.");
        using AesGcmSiv siv = new(new byte[16]);
        using EndlessStream input = new();
        using TestStream output = new() { OnWrite = _ => throw new InvalidOperationException("Something was written.") };
        byte[] tag = Sample.Filled(16);
        void Run()
        {
            if (encrypt)
            {
                siv.Encrypt(new byte[12], input, output, tag);
            }
            else
            {
                siv.Decrypt(new byte[12], input, tag, output);
            }
        }

        ArgumentException thrown = Expect.Throws<ArgumentException>("2^36 + 1 bytes", Run);
        Assert.Equal(encrypt ? "plaintext" : "ciphertext", thrown.ParamName);
        Assert.Equal(MaxSize + 1, input.Position);
        Assert.Equal(0, output.Writes);
        Expect.Same(encrypt ? new byte[16] : Sample.Filled(16), tag, "tag");
    }

    /// <summary>Tells the largest length that is allowed, and has no end. Its bytes are those that the buffer had.</summary>
    private sealed class EndlessStream : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => true;

        public override bool CanWrite => false;

        public override long Length => MaxSize;

        public override long Position { get; set; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            Position += count;
            return count;
        }

        public override int ReadByte()
        {
            Position++;
            return 0;
        }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
