using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// Messages in streams, which may be longer than memory. SIV needs the whole plaintext before the first byte of ciphertext, and decryption must not release
/// plaintext before it has checked the tag. So both read their input twice. They also hash the second reading, because the input may have changed.
/// </summary>
internal sealed partial class GcmSiv<TKernels>
{
    /// <summary>A multiple of every kernel's batch size, and small enough for a core's L2 cache.</summary>
    private const int MaxChunkSize = 64 * 1024;

    /// <summary>The minimum. A short message does not pay for a large chunk, and a stream that understates its length is not read in many tiny chunks.</summary>
    private const int MinChunkSize = 4 * 1024;

    public override void Encrypt(
        ReadOnlySpan<byte> nonce, Stream plaintext, Stream ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData, StreamWatch watch)
    {
        if (!IsProvenForStreams(0))
        {
            Next.Encrypt(nonce, plaintext, ciphertext, tag, associatedData, watch);
            return;
        }

        try
        {
            EncryptStream(nonce, plaintext, ciphertext, tag, associatedData, watch);
        }
        finally
        {
            Secrets.ClearStack<Stack16K>();
            Secrets.ClearRegisters();
        }
    }

    // NoInlining, here and below: the caller clears this method's stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EncryptStream(
        ReadOnlySpan<byte> nonce, Stream plaintext, Stream ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData, StreamWatch watch)
    {
        long start = plaintext.Position;
        long expectedSize = plaintext.Length - start;
        RevocableOutput output = new(ciphertext);
        byte[] chunk = AllocateChunk(expectedSize);
        Span<Vector128<byte>> memory = stackalloc Vector128<byte>[RecordKeys.Size];
        Span<Vector128<byte>> tableMemory = stackalloc Vector128<byte>[FaceTable.Size];
        RecordKeys keys = new(memory, tableMemory, Key.Vectors.Length, CountPowers(expectedSize, associatedData.Length));
        if (!TryDeriveKeys(in keys, nonce))
        {
            Key.ThrowDisposed();
        }

        try
        {
            Vector128<byte> associatedHash = AbsorbAssociatedData(in keys, associatedData);
            Vector128<byte> hash = associatedHash;
            long size = 0;
            watch.Advance(0);
            while (ReadChunk(plaintext, chunk, ref size, MaxMessageSize, out Span<byte> text, out _))
            {
                hash = TKernels.Absorb(keys.HashPowers, hash, text);
                watch.Advance(size);
            }

            CheckMessageEnds(plaintext, size, nameof(plaintext));
            Vector128<byte> computedTag = ComputeTag(in keys, hash, [], associatedData.Length, size, nonce);
            plaintext.Position = start;
            Vector128<byte> secondHash = associatedHash;
            long secondSize = 0;
            while (ReadChunk(plaintext, chunk, ref secondSize, size, out Span<byte> text, out long offset))
            {
                watch.Advance(size + offset);
                secondHash = TKernels.Absorb(keys.HashPowers, secondHash, text);
                XorKeyStream(ref keys, computedTag, offset, text, text);
                output.Write(chunk, text.Length);
            }

            if (secondSize != size || plaintext.ReadByte() >= 0 || !AreEqual(secondHash, hash))
            {
                throw new IOException("The plaintext stream changed between its two readings. What was written was taken back if the ciphertext stream can be truncated. Do not use this nonce again.");
            }

            watch.Advance(size + secondSize);
            computedTag.CopyTo(tag);
        }
        catch
        {
            output.TakeBack();
            throw;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(chunk);
            keys.Clear();
        }
    }

    public override bool TryDecrypt(
        ReadOnlySpan<byte> nonce, Stream ciphertext, ReadOnlySpan<byte> tag, Stream plaintext, ReadOnlySpan<byte> associatedData, StreamWatch watch)
    {
        if (!IsProvenForStreams(GcmSivTests.Decryption))
        {
            return Next.TryDecrypt(nonce, ciphertext, tag, plaintext, associatedData, watch);
        }

        try
        {
            return TryDecryptStream(nonce, ciphertext, tag, plaintext, associatedData, watch);
        }
        finally
        {
            Secrets.ClearStack<Stack16K>();
            Secrets.ClearRegisters();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryDecryptStream(
        ReadOnlySpan<byte> nonce, Stream ciphertext, ReadOnlySpan<byte> tag, Stream plaintext, ReadOnlySpan<byte> associatedData, StreamWatch watch)
    {
        long start = ciphertext.Position;
        long expectedSize = ciphertext.Length - start;
        RevocableOutput output = new(plaintext);
        byte[] chunk = AllocateChunk(expectedSize);
        Span<Vector128<byte>> memory = stackalloc Vector128<byte>[RecordKeys.Size];
        Span<Vector128<byte>> tableMemory = stackalloc Vector128<byte>[FaceTable.Size];
        RecordKeys keys = new(memory, tableMemory, Key.Vectors.Length, CountPowers(expectedSize, associatedData.Length));
        if (!TryDeriveKeys(in keys, nonce))
        {
            Key.ThrowDisposed();
        }

        bool authentic = false;
        try
        {
            Vector128<byte> given = Vector128.Create(tag);
            Vector128<byte> associatedHash = AbsorbAssociatedData(in keys, associatedData);
            Vector128<byte> hash = associatedHash;
            long size = 0;
            watch.Advance(0);
            while (ReadChunk(ciphertext, chunk, ref size, MaxMessageSize, out Span<byte> text, out long offset))
            {
                hash = DecryptAndAbsorb(ref keys, given, offset, hash, text);
                watch.Advance(size);
            }

            CheckMessageEnds(ciphertext, size, nameof(ciphertext));
            if (!AreEqual(ComputeTag(in keys, hash, [], associatedData.Length, size, nonce), given))
            {
                return false;
            }

            ciphertext.Position = start;
            Vector128<byte> secondHash = associatedHash;
            long secondSize = 0;
            while (ReadChunk(ciphertext, chunk, ref secondSize, size, out Span<byte> text, out long offset))
            {
                watch.Advance(size + offset);
                secondHash = DecryptAndAbsorb(ref keys, given, offset, secondHash, text);
                output.Write(chunk, text.Length);
            }

            if (secondSize != size || ciphertext.ReadByte() >= 0 || !AreEqual(secondHash, hash))
            {
                return false;
            }

            watch.Advance(size + secondSize);
            authentic = true;
            return true;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(chunk);
            keys.Clear();
            if (!authentic)
            {
                output.TakeBack();
            }
        }
    }

    private static byte[] AllocateChunk(long messageSize) => GC.AllocateUninitializedArray<byte>(
        (int)Math.Clamp(GcmSivBlocks.CountBlocks(messageSize) * BlockSize, MinChunkSize, MaxChunkSize), pinned: true);

    /// <summary>Reads the next chunk. Only the last chunk may be short, because POLYVAL pads its input. Returns false if nothing is left.</summary>
    private static bool ReadChunk(Stream source, byte[] chunk, ref long size, long limit, out Span<byte> text, out long offset)
    {
        offset = size;
        text = [];
        if (offset % chunk.Length != 0)
        {
            // The previous chunk was short, so it was the last one. If the stream has grown since, the read of one more byte after the second reading detects it.
            return false;
        }

        // The array overload, for the reason given in RevocableOutput.
        int wanted = (int)Math.Min(chunk.Length, limit - size);
        int count = 0;
        int read;
        while (count < wanted && (read = source.Read(chunk, count, wanted - count)) > 0)
        {
            count += read;
        }

        text = chunk.AsSpan(0, count);
        size += count;
        return count > 0;
    }

    /// <exception cref="ArgumentException">The stream is longer than its length states, and longer than 2³⁶ bytes.</exception>
    private static void CheckMessageEnds(Stream source, long size, string name)
    {
        if (size == MaxMessageSize && source.ReadByte() >= 0)
        {
            throw new ArgumentException("The stream is longer than 2^36 bytes.", name);
        }
    }

    private static Vector128<byte> DecryptAndAbsorb(ref RecordKeys keys, Vector128<byte> tag, long offset, Vector128<byte> hash, scoped Span<byte> text)
    {
        hash = TKernels.DecryptAndAbsorb(ref keys, CounterAt(tag, offset), hash, text, text, out int hashed);
        return TKernels.Absorb(keys.HashPowers, hash, text[hashed..]);
    }
}
