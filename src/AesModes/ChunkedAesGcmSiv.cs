using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// Encrypts and decrypts streams and files of any size in one pass, in chunks that are authenticated one by one. It is C2SP's chunked encryption
/// (c2sp.org/chunked-encryption) with AEAD_AES_128_GCM_SIV or AEAD_AES_256_GCM_SIV (RFC 8452).
/// </summary>
/// <remarks>
/// <para>The key is 16 or 32 uniformly random bytes. A message begins with a header of 56 bytes: a random salt of 24 and a key commitment of 32. Chunks of
/// 16,384 bytes of plaintext follow, each with a tag of 16 bytes. The last chunk is shorter, and may be empty. The plaintext has at most 2⁵² − 1 bytes.</para>
/// <para>HKDF-Expand with SHA-512 derives a key for each message from the key, the salt and the context. Therefore the number of messages
/// under one key has no practical limit, and the limits of RFC 8452 §9 apply to each message alone.</para>
/// <para>The context states what the message is for, for example a file name or a protocol version. It has any length and is not part of the message.
/// Decryption needs the same context.</para>
/// <para>A reader gets only authentic chunks. A chunk that was changed, moved, repeated, dropped or taken from another message is rejected. Only the end shows
/// that a message is complete: a reader of a truncated message gets authentic bytes first, then an exception. <c>Stream.CopyTo</c>
/// without a buffer size checks the end first if the source can seek.</para>
/// <para>The commitment ties a message to one key and context: nobody can make a message that opens under two keys.</para>
/// <para>All failures of a message throw <see cref="AuthenticationTagMismatchException"/>: another key, context or header, a chunk that is not authentic, or a
/// truncated message. <see cref="Exception.Message"/> says what is known. A truncated message often shows as a chunk that is not authentic.</para>
/// <para>Any number of threads can use an instance at the same time. Each stream serves one call at a time: a second one throws
/// <see cref="InvalidOperationException"/>. Streams still work after the instance is disposed.</para>
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
/// photos.Position = 70_000;
/// photos.ReadExactly(piece);      // decrypts only the chunks that it reads; throws if one was changed
/// </code>
/// </example>
public sealed class ChunkedAesGcmSiv : IDisposable
{
    private static readonly KeySizes _keySizes = new(16, 32, 16);

    private readonly ChunkedKey _key;

    /// <summary>Initializes a new instance of the <see cref="ChunkedAesGcmSiv"/> class with a copy of the key.</summary>
    /// <param name="key">The key: 16 or 32 uniformly random bytes. Use it for nothing else.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException"><paramref name="key"/> is not 16 or 32 bytes long.</exception>
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

    /// <summary>Initializes an instance on the given backend: for tests, benchmarks and the tool.</summary>
    internal ChunkedAesGcmSiv(ReadOnlySpan<byte> key, Backend backend)
    {
        Arguments.CheckSize(key, _keySizes);
        _key = new ChunkedKey(new ChunkedGcmSiv(backend, key.Length), key, typeof(ChunkedAesGcmSiv));
    }

    /// <summary>Gets a value that indicates whether the machine supports AES-GCM-SIV: <c>false</c> only if it is big-endian.</summary>
    public static bool IsSupported => AesGcmSiv.IsSupported;

    /// <summary>
    /// Gets a value that indicates whether the process uses AES and carry-less multiply instructions; see <see cref="AesGcmSiv.IsHardwareAccelerated"/>.
    /// </summary>
    public static bool IsHardwareAccelerated => AesGcmSiv.IsHardwareAccelerated;

    /// <summary>Gets a description of the backend in use; see <see cref="AesGcmSiv.BackendDescription"/>.</summary>
    public static string BackendDescription => AesGcmSiv.BackendDescription;

    /// <summary>Gets the supported key sizes in bytes: 16 and 32 (RFC 8452 §4).</summary>
    public static KeySizes KeyByteSizes => _keySizes;

    /// <summary>Gets the length of a chunk's plaintext in bytes: 16,384. The last chunk is shorter.</summary>
    public static int ChunkSizeInBytes => ChunkedFormat.ChunkSize;

    /// <summary>Gets the length of a message: 56 bytes more than the plaintext, and 16 for each chunk.</summary>
    /// <param name="plaintextLength">The length of the plaintext in bytes.</param>
    /// <returns>The length of the message in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="plaintextLength"/> is negative or above 2⁵² − 1.</exception>
    public static long GetCiphertextLength(long plaintextLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintextLength, ChunkedFormat.MaxPlaintextSize);
        return ChunkedFormat.GetCiphertextLength(plaintextLength);
    }

    /// <summary>Gets the length of the plaintext of a message. Only decryption proves it.</summary>
    /// <param name="ciphertextLength">The length of the message in bytes.</param>
    /// <returns>The length of the plaintext in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">No complete message has this length.</exception>
    public static long GetPlaintextLength(long ciphertextLength) => ChunkedFormat.GetPlaintextLength(ciphertextLength)
        ?? throw new ArgumentOutOfRangeException(nameof(ciphertextLength), ciphertextLength, "No complete message has this length.");

    /// <summary>Creates a stream that encrypts what is written to it as one message.</summary>
    /// <param name="destination">The stream that receives the message, from its current position. It need not be able to seek.</param>
    /// <param name="context">The context of the message.</param>
    /// <param name="leaveOpen"><c>true</c> to leave the destination open when the stream is disposed.</param>
    /// <returns>A write-only stream. Disposing it writes the last chunk, which completes the message.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> cannot write.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. Calls of the stream can throw it too.
    /// </exception>
    public ChunkedEncryptionStream CreateEncryptor(Stream destination, ReadOnlySpan<byte> context = default, bool leaveOpen = false)
    {
        ThrowIfDisposed();
        Arguments.CheckWritable(destination);
        return new ChunkedEncryptionStream(_key, destination, context, leaveOpen);
    }

    /// <summary>Creates a stream that reads the plaintext of a message.</summary>
    /// <remarks>
    /// <para>Creating the stream does not read the source. If the source can seek, so can the stream. A read at any position decrypts at most one chunk; so
    /// does the first use of <see cref="Stream.Length"/>. A read returns at most one chunk.</para>
    /// <para>A read throws <see cref="AuthenticationTagMismatchException"/> where the message is not authentic or ends too early. Later reads and
    /// <see cref="Stream.Length"/> then throw it too. Exceptions of the source pass through; the read can be tried again. If every backend fails a self-test, a
    /// read throws <see cref="CryptographicException"/>.</para>
    /// <para>If another thread disposes the stream during a read, the read clears what it read and throws <see cref="ObjectDisposedException"/>.</para>
    /// </remarks>
    /// <param name="source">The stream with the message, from its current position to its end.</param>
    /// <param name="context">The context of the encryption.</param>
    /// <param name="leaveOpen"><c>true</c> to leave the source open when the stream is disposed.</param>
    /// <returns>A read-only stream.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot read.</exception>
    public Stream CreateDecryptor(Stream source, ReadOnlySpan<byte> context = default, bool leaveOpen = false)
    {
        ThrowIfDisposed();
        Arguments.CheckReadable(source);
        return new ChunkedDecryptionStream(_key.Copy(typeof(ChunkedAesGcmSiv)), source, context, leaveOpen);
    }

    /// <summary>Encrypts a file on several cores.</summary>
    /// <remarks>If encryption fails, the method deletes the new file.</remarks>
    /// <param name="plaintextPath">The file to encrypt.</param>
    /// <param name="ciphertextPath">The file to create. It must not exist.</param>
    /// <param name="context">The context of the message.</param>
    /// <param name="progress">Receives the number of plaintext bytes done. Reports come from different threads, one at a time.</param>
    /// <param name="maxDegreeOfParallelism">The most cores to use; −1 for all.</param>
    /// <param name="cancellationToken">Cancels the work between two batches of chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A path is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">A path is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxDegreeOfParallelism"/> is 0 or below −1.</exception>
    /// <exception cref="IOException">
    /// A file failed, the new file exists, or the disk has no room for it. The plaintext file grew or shrank during the call, has more
    /// bytes than the length that it reports, or exceeds 2⁵² − 1 bytes.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Access to a file is denied.</exception>
    /// <exception cref="NotSupportedException">A file cannot seek, for example a pipe. Use a stream.</exception>
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
    /// <remarks>The method checks the end of the message first, so a truncated message gives no file. If decryption fails, it deletes the new file.</remarks>
    /// <param name="ciphertextPath">The file to decrypt.</param>
    /// <param name="plaintextPath">The file to create. It must not exist.</param>
    /// <param name="context">The context of the encryption.</param>
    /// <param name="progress">Receives the number of plaintext bytes done. Reports come from different threads, one at a time.</param>
    /// <param name="maxDegreeOfParallelism">The most cores to use; −1 for all.</param>
    /// <param name="cancellationToken">Cancels the work between two batches of chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A path is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">A path is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxDegreeOfParallelism"/> is 0 or below −1.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic or is truncated.</exception>
    /// <exception cref="IOException">A file failed, the new file exists, the disk has no room for it, or the message became shorter.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to a file is denied.</exception>
    /// <exception cref="NotSupportedException">A file cannot seek, for example a pipe. Use a stream.</exception>
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

    /// <summary>Encrypts a whole file. It writes the header last: without it the file does not open.</summary>
    internal void Encrypt(FileStream plaintext, FileStream ciphertext, ReadOnlySpan<byte> context, IProgress<long>? progress, ParallelOptions options)
    {
        Span<byte> header = stackalloc byte[ChunkedFormat.HeaderSize];
        using MessageKeys keys = _key.CreateMessage(context, header);
        new ChunkedFile(keys, plaintext.SafeFileHandle, ciphertext.SafeFileHandle, plaintext.Length).Encrypt(progress, options);
        RandomAccess.Write(ciphertext.SafeFileHandle, header, 0);
    }

    /// <summary>Overwrites the key. It is safe to call more than once, and during other calls. Existing streams still work.</summary>
    public void Dispose() => _key.Dispose();

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_key.IsDisposed, typeof(ChunkedAesGcmSiv));
}
