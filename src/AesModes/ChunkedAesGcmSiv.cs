using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// AES-GCM-SIV in chunks: streams and files of any size in one pass, authenticated chunk by chunk. It is C2SP's chunked encryption
/// (c2sp.org/chunked-encryption) with AEAD_AES_128_GCM_SIV or AEAD_AES_256_GCM_SIV (RFC 8452).
/// </summary>
/// <remarks>
/// <para>Key: 16 or 32 bytes, uniformly random. Message: a header of 56 bytes (a random salt of 24 bytes and a key commitment of 32), then chunks of
/// 16,384 bytes of plaintext with a tag of 16 bytes each. The last chunk is shorter, and may be empty. Plaintext: up to 2⁵² − 1 bytes.</para>
/// <para>HKDF-Expand with SHA-512 derives a key for each message from the key, the salt and the context. So many messages may share a key, and
/// the limits of RFC 8452 §9 apply to each message alone.</para>
/// <para>The context says what the message is for, for example a file's name or a protocol's version. It is not part of the message. Decryption needs the
/// same context.</para>
/// <para>A reader gets the bytes of a chunk when the chunk is authentic. A changed, reordered, repeated or dropped chunk, or one from another message, is rejected.
/// Only the end of the message shows whether it is complete: a reader of a truncated message gets authentic bytes first, then an exception.</para>
/// <para>The commitment ties a message to one key and context: nobody can make a message that opens under two keys.</para>
/// <para>All failures of a message are <see cref="AuthenticationTagMismatchException"/>: another key, context or header; a chunk that is not
/// authentic; a truncated message. Its message says which.</para>
/// <para>Any number of threads may use an instance at the same time. Each stream serves one call at a time. Streams keep what they need: they work on after the
/// instance is disposed.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Security.Cryptography;
/// using AesModes;
///
/// byte[] key = RandomNumberGenerator.GetBytes(32);
/// using ChunkedAesGcmSiv chunked = new(key);
///
/// string folder = Directory.CreateTempSubdirectory().FullName;
/// string path = Path.Combine(folder, "photos.tar");
/// string sealedPath = Path.Combine(folder, "photos.sealed");
/// byte[] content = RandomNumberGenerator.GetBytes(100_000);
/// File.WriteAllBytes(path, content);
/// chunked.EncryptFile(path, sealedPath);
///
/// byte[] piece = new byte[500];
/// using FileStream file = File.OpenRead(sealedPath);
/// using Stream photos = chunked.CreateDecryptor(file);
/// photos.Position = 70_000;       // decrypts the chunks that are read, and no others
/// photos.ReadExactly(piece);      // throws if one of them was changed
/// </code>
/// </example>
public sealed class ChunkedAesGcmSiv : IDisposable
{
    private static readonly KeySizes _keySizes = new(16, 32, 16);

    private readonly ChunkedKey _key;

    /// <summary>Makes an instance that works with a copy of the key.</summary>
    /// <param name="key">16 or 32 bytes, uniformly random.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="key"/> has neither 16 nor 32 bytes.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    public ChunkedAesGcmSiv(byte[] key)
        : this(Arguments.NotNull(key).AsSpan())
    {
    }

    /// <inheritdoc cref="ChunkedAesGcmSiv(byte[])"/>
    public ChunkedAesGcmSiv(ReadOnlySpan<byte> key)
        : this(key, Backend.Require())
    {
    }

    /// <summary>On a backend of the caller's choice: for tests, benchmarks and the tool.</summary>
    internal ChunkedAesGcmSiv(ReadOnlySpan<byte> key, Backend backend)
    {
        Arguments.CheckSize(key, _keySizes);
        _key = new ChunkedKey(new ChunkedGcmSiv(backend, key.Length), key, typeof(ChunkedAesGcmSiv));
    }

    /// <summary>Whether this machine runs AES-GCM-SIV: true on every little-endian one, as there is always the managed fallback.</summary>
    public static bool IsSupported => AesGcmSiv.IsSupported;

    /// <summary>Whether this process uses the machine's AES and carry-less multiply instructions, as <see cref="AesGcmSiv.IsHardwareAccelerated"/> says.</summary>
    public static bool IsHardwareAccelerated => AesGcmSiv.IsHardwareAccelerated;

    /// <summary>Describes what this process runs on, for logs, as <see cref="AesGcmSiv.BackendDescription"/> does.</summary>
    public static string BackendDescription => AesGcmSiv.BackendDescription;

    /// <summary>The allowed sizes of a key in bytes: 16 and 32 (RFC 8452 §4).</summary>
    public static KeySizes KeyByteSizes => _keySizes;

    /// <summary>The size in bytes of a chunk's plaintext: 16,384. The last chunk is shorter.</summary>
    public static int ChunkSizeInBytes => ChunkedFormat.ChunkSize;

    /// <summary>The size in bytes of a message: 56 more than the plaintext, and 16 for each chunk.</summary>
    /// <param name="plaintextLength">The plaintext's size in bytes: 0 to 2⁵² − 1.</param>
    /// <returns>The message's size in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The argument is negative or above 2⁵² − 1.</exception>
    public static long GetCiphertextLength(long plaintextLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintextLength, ChunkedFormat.MaxPlaintextSize);
        return ChunkedFormat.GetCiphertextLength(plaintextLength);
    }

    /// <summary>The size in bytes of the plaintext of a message. It is proven only when the message is decrypted.</summary>
    /// <param name="ciphertextLength">The message's size in bytes.</param>
    /// <returns>The plaintext's size in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">No complete message has this size.</exception>
    public static long GetPlaintextLength(long ciphertextLength) => ChunkedFormat.GetPlaintextLength(ciphertextLength)
        ?? throw new ArgumentOutOfRangeException(nameof(ciphertextLength), ciphertextLength, "No complete message has this length.");

    /// <summary>Makes a stream that encrypts what is written to it, as one message.</summary>
    /// <param name="destination">Receives the message from its position on. It is only written to, in order.</param>
    /// <param name="context">What the message is for: any size.</param>
    /// <param name="leaveOpen">Whether the destination stays open when the stream is disposed.</param>
    /// <returns>A stream that only writes. Disposing it writes the last chunk, and so completes the message.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> cannot write.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. The stream's calls can throw it too.
    /// </exception>
    public ChunkedEncryptionStream CreateEncryptor(Stream destination, ReadOnlySpan<byte> context = default, bool leaveOpen = false)
    {
        ThrowIfDisposed();
        Arguments.CheckWritable(destination);
        return new ChunkedEncryptionStream(_key, destination, context, leaveOpen);
    }

    /// <summary>Makes a stream that reads the plaintext of a message.</summary>
    /// <remarks>
    /// <para>Nothing is read before the first call to the stream. If the source can seek, so can the stream: a read at any position, and
    /// <see cref="Stream.Length"/> at its first use, decrypt one chunk. One read returns at most one chunk.</para>
    /// <para>A read throws <see cref="AuthenticationTagMismatchException"/> where the message is not authentic or ends too early, and so does every later read
    /// and <see cref="Stream.Length"/>. An exception of the source passes through; the read may be tried again.</para>
    /// <para>A read that loses a race against Dispose clears what it read and throws <see cref="ObjectDisposedException"/>.</para>
    /// </remarks>
    /// <param name="source">The message, from the source's position to its end.</param>
    /// <param name="context">The context of the encryption.</param>
    /// <param name="leaveOpen">Whether the source stays open when the stream is disposed.</param>
    /// <returns>A stream that only reads.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot read.</exception>
    /// <exception cref="CryptographicException">
    /// The stream's calls throw it if every backend failed a self-test: the machine or the runtime gives wrong results.
    /// </exception>
    public Stream CreateDecryptor(Stream source, ReadOnlySpan<byte> context = default, bool leaveOpen = false)
    {
        ThrowIfDisposed();
        Arguments.CheckReadable(source);
        return new ChunkedDecryptionStream(_key.Copy(typeof(ChunkedAesGcmSiv)), source, context, leaveOpen);
    }

    /// <summary>Encrypts a file on several cores.</summary>
    /// <remarks>If it fails, the new file is deleted.</remarks>
    /// <param name="plaintextPath">The file to encrypt.</param>
    /// <param name="ciphertextPath">The file to make. It must not exist.</param>
    /// <param name="context">What the message is for: any size.</param>
    /// <param name="progress">Told a number that rises from 0 to the plaintext's size in bytes. The reports come from different threads, one at a time.</param>
    /// <param name="maxDegreeOfParallelism">The most cores to use; −1 for all.</param>
    /// <param name="cancellationToken">Ends the work between two batches of chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A path is null.</exception>
    /// <exception cref="ArgumentException">A path is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxDegreeOfParallelism"/> is 0 or below −1.</exception>
    /// <exception cref="IOException">
    /// A file failed, the new file exists, the disk does not have room for it, or the plaintext has another length than the file says, or more than 2⁵² − 1 bytes.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be opened.</exception>
    /// <exception cref="NotSupportedException">A file cannot seek, as a pipe. Use a stream.</exception>
    /// <exception cref="CryptographicException">Every backend failed a self-test: the machine or the runtime gives wrong results.</exception>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    public void EncryptFile(
        string plaintextPath,
        string ciphertextPath,
        ReadOnlySpan<byte> context = default,
        IProgress<long>? progress = null,
        int maxDegreeOfParallelism = -1,
        CancellationToken cancellationToken = default)
    {
        ThrowIfDisposed();
        ArgumentException.ThrowIfNullOrEmpty(plaintextPath);
        ArgumentException.ThrowIfNullOrEmpty(ciphertextPath);
        ArgumentOutOfRangeException.ThrowIfZero(maxDegreeOfParallelism);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxDegreeOfParallelism, -1);
        ParallelOptions options = new() { MaxDegreeOfParallelism = maxDegreeOfParallelism, CancellationToken = cancellationToken };
        using FileStream plaintext = new(plaintextPath, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        if (plaintext.Length > ChunkedFormat.MaxPlaintextSize)
        {
            throw new IOException("The file is longer than a message can be.");
        }

        using NewFile ciphertext = new(ciphertextPath, ChunkedFormat.GetCiphertextLength(plaintext.Length));
        Encrypt(plaintext, ciphertext.Stream, context, progress, options);
        ciphertext.Keep();
    }

    /// <summary>Decrypts a file on several cores.</summary>
    /// <remarks>The end of the message is checked first, so a truncated message gives no file. If decryption fails, the new file is deleted.</remarks>
    /// <param name="ciphertextPath">The file to decrypt.</param>
    /// <param name="plaintextPath">The file to make. It must not exist.</param>
    /// <param name="context">The context of the encryption.</param>
    /// <param name="progress">Told a number that rises from 0 to the plaintext's size in bytes. The reports come from different threads, one at a time.</param>
    /// <param name="maxDegreeOfParallelism">The most cores to use; −1 for all.</param>
    /// <param name="cancellationToken">Ends the work between two batches of chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A path is null.</exception>
    /// <exception cref="ArgumentException">A path is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxDegreeOfParallelism"/> is 0 or below −1.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic, or it is truncated.</exception>
    /// <exception cref="IOException">A file failed, the new file exists, the disk does not have room for it, or the message's size changed.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be opened.</exception>
    /// <exception cref="NotSupportedException">A file cannot seek, as a pipe. Use a stream.</exception>
    /// <exception cref="CryptographicException">Every backend failed a self-test: the machine or the runtime gives wrong results.</exception>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    public void DecryptFile(
        string ciphertextPath,
        string plaintextPath,
        ReadOnlySpan<byte> context = default,
        IProgress<long>? progress = null,
        int maxDegreeOfParallelism = -1,
        CancellationToken cancellationToken = default)
    {
        ThrowIfDisposed();
        ArgumentException.ThrowIfNullOrEmpty(ciphertextPath);
        ArgumentException.ThrowIfNullOrEmpty(plaintextPath);
        ArgumentOutOfRangeException.ThrowIfZero(maxDegreeOfParallelism);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxDegreeOfParallelism, -1);
        ParallelOptions options = new() { MaxDegreeOfParallelism = maxDegreeOfParallelism, CancellationToken = cancellationToken };
        using FileStream ciphertext = new(ciphertextPath, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        long messageLength = ciphertext.Length;
        Span<byte> header = stackalloc byte[ChunkedFormat.HeaderSize];
        if (ciphertext.ReadAtLeast(header, header.Length, throwOnEndOfStream: false) < header.Length)
        {
            throw ChunkFailure.Truncated();
        }

        using MessageKeys keys = _key.OpenMessage(context, header) ?? throw ChunkFailure.WrongKey();
        long length = ChunkedFormat.GetPlaintextLength(messageLength) ?? throw ChunkFailure.Truncated();
        if (!ChunkedFile.IsComplete(keys, ciphertext.SafeFileHandle, length))
        {
            throw ChunkFailure.Forged(length / ChunkedFormat.ChunkSize);
        }

        using NewFile plaintext = new(plaintextPath, length);
        new ChunkedFile(keys, plaintext.Stream.SafeFileHandle, ciphertext.SafeFileHandle, length).Decrypt(progress, options);
        plaintext.Keep();
    }

    /// <summary>Encrypts a whole file. The header is written last: without it nothing opens.</summary>
    internal void Encrypt(FileStream plaintext, FileStream ciphertext, ReadOnlySpan<byte> context, IProgress<long>? progress, ParallelOptions options)
    {
        Span<byte> header = stackalloc byte[ChunkedFormat.HeaderSize];
        using MessageKeys keys = _key.CreateMessage(context, header);
        new ChunkedFile(keys, plaintext.SafeFileHandle, ciphertext.SafeFileHandle, plaintext.Length).Encrypt(progress, options);
        RandomAccess.Write(ciphertext.SafeFileHandle, header, 0);
    }

    /// <summary>Overwrites the key. May be called more than once, and while other threads use the instance. Streams that were made before work on.</summary>
    public void Dispose() => _key.Dispose();

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_key.IsDisposed, typeof(ChunkedAesGcmSiv));
}
