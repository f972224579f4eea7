using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// Encrypts and authenticates messages with AES-GCM-SIV (RFC 8452), which stays safe when a nonce is used twice.
/// </summary>
/// <remarks>
/// <para>The plaintext has at most 2³⁶ bytes in a stream, and 2³¹ − 1 in a span. The ciphertext is as long as the plaintext. The associated data is
/// authenticated but not encrypted. It has at most 2³¹ − 1 bytes (2³⁶ in the RFC).</para>
/// <para>Use a different nonce for each message: a counter, or random bytes, as in <see cref="Seal(byte[], byte[])"/>. A repeated nonce reveals
/// only whether two messages, with their associated data, were equal. With AES-GCM it reveals the authentication key. RFC 8452 §6 and §9 give the
/// limits. One key can encrypt 2⁶⁴ messages of at most 128 KiB, with less than 64 bytes of associated data.</para>
/// <para>A message is authentic if key, nonce, ciphertext, tag and associated data are those of the encryption. If not, decryption clears the whole plaintext
/// buffer.</para>
/// <para>Any number of threads can use an instance at the same time. If another thread disposes the instance during a call, the call returns the correct
/// result or throws <see cref="ObjectDisposedException"/>.</para>
/// <para>Timing depends on lengths, on whether a message is authentic and on the first byte of the tag, which is public. It does not depend
/// on keys or contents. Without AES instructions, this holds only in 64-bit processes outside the browser. It was checked mainly with the JIT of
/// .NET 10 (SECURITY.md). Calls that process messages allocate on the managed heap only in the self-tests of
/// first calls, in the stream overloads (one buffer of at most 64 KiB), and in methods that return arrays.</para>
/// <para>A destination may begin at the same byte as its source. Nothing else may overlap a destination, nor may tag and ciphertext overlap. In Encrypt
/// and Decrypt with arrays, <c>[]</c> is ambiguous to the compiler (CS0121): write <c>Array.Empty&lt;byte&gt;()</c>.</para>
/// <para>The stream overloads read their input twice, from its position to its end, and write from the position of their output. If a call fails after
/// it has written, it truncates the output to where it began to write (SetLength), which also removes older data after that position. An output that
/// cannot be truncated keeps what was written. Both streams stay open. There is no asynchronous form.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Security.Cryptography;
/// using AesModes;
///
/// byte[] key = RandomNumberGenerator.GetBytes(32);
/// using AesGcmSiv siv = new(key);
///
/// byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
/// byte[] orderNumber = [1, 2, 3];
/// byte[] box = siv.Seal(plaintext, associatedData: orderNumber);   // a random nonce, the ciphertext and the tag
/// byte[] opened = siv.Open(box, associatedData: orderNumber);      // throws if anything was changed
/// </code>
/// </example>
public sealed class AesGcmSiv : IDisposable
{
    private static readonly KeySizes _keySizes = new(16, 32, 16);
    private static readonly KeySizes _nonceSizes = new(GcmSiv.NonceSize, GcmSiv.NonceSize, 1);
    private static readonly KeySizes _tagSizes = new(GcmSiv.TagSize, GcmSiv.TagSize, 1);

    private const int Overhead = GcmSiv.NonceSize + GcmSiv.TagSize;

    private readonly GcmSiv _mode;

    /// <summary>Initializes a new instance of the <see cref="AesGcmSiv"/> class with a copy of the key.</summary>
    /// <param name="key">The key: 16 or 32 bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException"><paramref name="key"/> is not 16 or 32 bytes long.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. Later calls can throw it too.
    /// </exception>
    public AesGcmSiv(byte[] key)
        : this(Arguments.NotNull(key).AsSpan())
    {
    }

    /// <inheritdoc cref="AesGcmSiv(byte[])"/>
    public AesGcmSiv(ReadOnlySpan<byte> key)
        : this(key, Backend.Require())
    {
    }

    /// <summary>Initializes an instance on the given backend: for tests, benchmarks and the tool.</summary>
    internal AesGcmSiv(ReadOnlySpan<byte> key, Backend backend)
    {
        Arguments.CheckSize(key, _keySizes);
        _mode = backend.CreateGcmSiv(key);
    }

    /// <summary>Gets a value that indicates whether the machine supports AES-GCM-SIV: <c>false</c> only if it is big-endian.</summary>
    public static bool IsSupported => Backend.Default is not null;

    /// <summary>
    /// Gets a value that indicates whether the process uses AES and carry-less multiply instructions. It is <c>false</c> if the process cannot use them, if
    /// every backend with them failed a self-test, or if the AppContext switch <c>AesModes.DisableHardware</c> was on at the first use.
    /// </summary>
    public static bool IsHardwareAccelerated => Backend.Default is { IsHardwareAccelerated: true };

    /// <summary>
    /// Gets a description of the backend in use, for logs, such as "x86 (AES instructions, 512-bit carry-less multiply)". The text may change.
    /// </summary>
    public static string BackendDescription => Backend.DefaultDescription;

    /// <summary>Gets the supported key sizes in bytes: 16 and 32 (RFC 8452 §4).</summary>
    public static KeySizes KeyByteSizes => _keySizes;

    /// <summary>Gets the supported nonce size in bytes: 12 (RFC 8452 §4).</summary>
    public static KeySizes NonceByteSizes => _nonceSizes;

    /// <summary>Gets the supported tag size in bytes: 16 (RFC 8452 §4).</summary>
    public static KeySizes TagByteSizes => _tagSizes;

    /// <summary>Gets the length of a sealed message: 28 bytes more than the plaintext.</summary>
    /// <param name="plaintextLength">The length of the plaintext in bytes.</param>
    /// <returns>The length of the sealed message in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="plaintextLength"/> is negative, or the result would exceed <see cref="int.MaxValue"/>.
    /// </exception>
    public static int GetSealedLength(int plaintextLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintextLength, int.MaxValue - Overhead);
        return plaintextLength + Overhead;
    }

    /// <summary>Gets the length of an opened message: 28 bytes less than the sealed message.</summary>
    /// <param name="sealedLength">The length of the sealed message in bytes.</param>
    /// <returns>The length of the plaintext in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sealedLength"/> is less than 28.</exception>
    public static int GetOpenedLength(int sealedLength)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(sealedLength, Overhead);
        return sealedLength - Overhead;
    }

    /// <summary>Encrypts the plaintext and generates the authentication tag (RFC 8452 §4).</summary>
    /// <param name="nonce">The nonce: 12 bytes, different for each message.</param>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="ciphertext">The ciphertext. It must be as long as the plaintext.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag, byte[]? associatedData = null)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(tag);
        Encrypt(nonce.AsSpan(), plaintext, ciphertext, tag, associatedData);
    }

    /// <inheritdoc cref="Encrypt(byte[], byte[], byte[], byte[], byte[])"/>
    public void Encrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        GcmSivMessage message = new(nonce, associatedData, plaintext, ciphertext, tag);
        if (!ArgumentsAreValid(nonce, plaintext, ciphertext, tag, associatedData) || Overlap.IsPossible(nonce, tag) || Overlap.IsPossible(associatedData, tag))
        {
            CheckArguments(nonce, plaintext, ciphertext, tag, associatedData, isEncryption: true);
        }

        _mode.Encrypt(in message);
    }

    /// <summary>Decrypts the ciphertext if the message is authentic (RFC 8452 §5).</summary>
    /// <param name="nonce">The nonce: 12 bytes.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="plaintext">The plaintext. It must be as long as the ciphertext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic.</exception>
    public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] tag, byte[] plaintext, byte[]? associatedData = null)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(tag);
        ArgumentNullException.ThrowIfNull(plaintext);
        Decrypt(nonce.AsSpan(), ciphertext, tag, plaintext, associatedData);
    }

    /// <inheritdoc cref="Decrypt(byte[], byte[], byte[], byte[], byte[])"/>
    public void Decrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData = default)
    {
        GcmSivMessage message = new(nonce, associatedData, ciphertext, plaintext, tag);
        if (!ArgumentsAreValid(nonce, ciphertext, plaintext, tag, associatedData))
        {
            CheckArguments(nonce, ciphertext, plaintext, tag, associatedData, isEncryption: false);
        }

        _ = _mode.TryDecrypt(in message, throws: true);
    }

    /// <summary>Tries to decrypt the ciphertext (RFC 8452 §5).</summary>
    /// <param name="nonce">The nonce: 12 bytes.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="plaintext">The plaintext. It must be as long as the ciphertext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <returns><c>true</c> if the message is authentic; otherwise, <c>false</c>.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public bool TryDecrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData = default)
    {
        GcmSivMessage message = new(nonce, associatedData, ciphertext, plaintext, tag);
        if (!ArgumentsAreValid(nonce, ciphertext, plaintext, tag, associatedData))
        {
            CheckArguments(nonce, ciphertext, plaintext, tag, associatedData, isEncryption: false);
        }

        return _mode.TryDecrypt(in message, throws: false);
    }

    /// <summary>Encrypts a message of up to 2³⁶ bytes without holding it in memory (RFC 8452 §4).</summary>
    /// <remarks>
    /// If encryption fails, the method clears the tag. Do not use the nonce again then: if the plaintext changed between the
    /// readings, one key stream could encrypt two plaintexts.
    /// </remarks>
    /// <param name="nonce">The nonce: 12 bytes, different for each message.</param>
    /// <param name="plaintext">The plaintext: a stream that can read and seek.</param>
    /// <param name="ciphertext">The ciphertext: another stream, which can write.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="progress">Receives the number of bytes done, up to the message length. Each reading counts for half.</param>
    /// <param name="cancellationToken">Cancels the work between two chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A stream is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">
    /// A length or an overlap is invalid, the message exceeds 2³⁶ bytes, the streams are the same, or one cannot read, seek or write as it must.
    /// </exception>
    /// <exception cref="IOException">A stream failed, or the plaintext changed between the readings.</exception>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    public void Encrypt(
        ReadOnlySpan<byte> nonce,
        Stream plaintext,
        Stream ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default,
        IProgress<long>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        Arguments.CheckSize(nonce, GcmSiv.NonceSize);
        Arguments.CheckSize(tag, GcmSiv.TagSize);
        Arguments.CheckApart(nonce, tag);
        Arguments.CheckApart(associatedData, tag);
        Arguments.CheckStreams(plaintext, ciphertext, GcmSiv.MaxMessageSize);
        try
        {
            _mode.Encrypt(nonce, plaintext, ciphertext, tag, associatedData, new StreamWatch(progress, cancellationToken));
        }
        catch
        {
            tag.Clear();
            throw;
        }
    }

    /// <summary>Decrypts a message of up to 2³⁶ bytes, if it is authentic, without holding it in memory (RFC 8452 §5).</summary>
    /// <remarks>
    /// The method authenticates the whole ciphertext before it writes the first byte of plaintext. It authenticates the second reading too. If the ciphertext
    /// changes between the readings, a plaintext stream that cannot be truncated may keep bytes that are not authentic.
    /// </remarks>
    /// <param name="nonce">The nonce: 12 bytes.</param>
    /// <param name="ciphertext">The ciphertext: a stream that can read and seek.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="plaintext">The plaintext: another stream, which can write.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="progress">Receives the number of bytes done, up to the message length. Each reading counts for half.</param>
    /// <param name="cancellationToken">Cancels the work between two chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A stream is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">
    /// A length is invalid, the message exceeds 2³⁶ bytes, the streams are the same, or one cannot read, seek or write as it must.
    /// </exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic, or the ciphertext changed between the readings.</exception>
    /// <exception cref="IOException">A stream failed.</exception>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    public void Decrypt(
        ReadOnlySpan<byte> nonce,
        Stream ciphertext,
        ReadOnlySpan<byte> tag,
        Stream plaintext,
        ReadOnlySpan<byte> associatedData = default,
        IProgress<long>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        Arguments.CheckSize(nonce, GcmSiv.NonceSize);
        Arguments.CheckSize(tag, GcmSiv.TagSize);
        Arguments.CheckStreams(ciphertext, plaintext, GcmSiv.MaxMessageSize);
        if (!_mode.TryDecrypt(nonce, ciphertext, tag, plaintext, associatedData, new StreamWatch(progress, cancellationToken)))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <summary>Encrypts the plaintext with a random nonce. The sealed message is nonce ‖ ciphertext ‖ tag.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <returns>The sealed message: 28 bytes more than the plaintext.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="plaintext"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The result would be too long.</exception>
    public byte[] Seal(byte[] plaintext, byte[]? associatedData = null)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintext.Length, Array.MaxLength - Overhead, nameof(plaintext));
        byte[] destination = new byte[plaintext.Length + Overhead];
        Seal(plaintext, associatedData, destination);
        return destination;
    }

    /// <inheritdoc cref="Seal(byte[], byte[])"/>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="destination">
    /// The sealed message. It must be 28 bytes longer than the plaintext. It may begin at the first byte of the plaintext. If it does, an exception
    /// during the encryption leaves the plaintext moved by 12 bytes. This argument is last, unlike in Encrypt.
    /// </param>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Seal(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> destination)
    {
        ThrowIfDisposed();
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintext.Length, int.MaxValue - Overhead, nameof(plaintext));
        Arguments.CheckDestination(destination, plaintext.Length + Overhead);
        Arguments.CheckSameOrApart(plaintext, destination);
        Arguments.CheckApart(associatedData, destination);

        Span<byte> nonce = destination[..GcmSiv.NonceSize];
        Span<byte> ciphertext = destination[GcmSiv.NonceSize..^GcmSiv.TagSize];
        if (plaintext.Overlaps(destination))
        {
            // Both begin at the same byte: the plaintext moves to its place after the nonce.
            plaintext.CopyTo(ciphertext);
            plaintext = ciphertext;
        }

        RandomNumberGenerator.Fill(nonce);
        GcmSivMessage message = new(nonce, associatedData, plaintext, ciphertext, destination[^GcmSiv.TagSize..]);
        _mode.Encrypt(in message);
    }

    /// <summary>Decrypts a message from <see cref="Seal(byte[], byte[])"/>, if it is authentic.</summary>
    /// <param name="sealedMessage">The sealed message: nonce ‖ ciphertext ‖ tag.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <returns>The plaintext.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="sealedMessage"/> is <c>null</c>.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic, or is shorter than 28 bytes.</exception>
    public byte[] Open(byte[] sealedMessage, byte[]? associatedData = null)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(sealedMessage);
        byte[] plaintext = new byte[Math.Max(sealedMessage.Length - Overhead, 0)];
        Open(sealedMessage, associatedData, plaintext);
        return plaintext;
    }

    /// <inheritdoc cref="Open(byte[], byte[])"/>
    /// <param name="sealedMessage">The sealed message: nonce ‖ ciphertext ‖ tag.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="plaintext">
    /// The plaintext. It must be 28 bytes shorter than the sealed message. It may begin where the sealed message begins. That message is then lost, authentic or not.
    /// </param>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Open(ReadOnlySpan<byte> sealedMessage, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (!TryOpen(sealedMessage, associatedData, plaintext))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <summary>Tries to decrypt a message from <see cref="Seal(byte[], byte[])"/>.</summary>
    /// <param name="sealedMessage">The sealed message: nonce ‖ ciphertext ‖ tag.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="plaintext">
    /// The plaintext. It must be 28 bytes shorter than the sealed message. It may begin where the sealed message begins. That message is then lost, authentic or not.
    /// For a message shorter than 28 bytes, the buffer may have any length.
    /// </param>
    /// <returns><c>true</c> if the message is authentic; <c>false</c> if not, or if it is shorter than 28 bytes.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public bool TryOpen(ReadOnlySpan<byte> sealedMessage, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        ThrowIfDisposed();
        Arguments.CheckSameOrApart(sealedMessage, plaintext);
        Arguments.CheckApart(associatedData, plaintext);
        if (sealedMessage.Length < Overhead)
        {
            CryptographicOperations.ZeroMemory(plaintext);
            return false;
        }

        Arguments.CheckDestination(plaintext, sealedMessage.Length - Overhead);

        // Copies, because the plaintext may overwrite the sealed message.
        Span<byte> nonce = stackalloc byte[GcmSiv.NonceSize];
        Span<byte> tag = stackalloc byte[GcmSiv.TagSize];
        sealedMessage[..GcmSiv.NonceSize].CopyTo(nonce);
        sealedMessage[^GcmSiv.TagSize..].CopyTo(tag);
        ReadOnlySpan<byte> ciphertext = sealedMessage[GcmSiv.NonceSize..^GcmSiv.TagSize];
        if (plaintext.Overlaps(sealedMessage))
        {
            ciphertext.CopyTo(plaintext);
            ciphertext = plaintext;
        }

        GcmSivMessage message = new(nonce, associatedData, ciphertext, plaintext, tag);
        return _mode.TryDecrypt(in message, throws: false);
    }

    /// <summary>Overwrites the key and everything derived from it. You can call it more than once.</summary>
    public void Dispose() => _mode.Dispose();

    /// <summary>
    /// Whether lengths are correct and buffers are separate, as in nearly every call. If not, <see cref="CheckArguments"/> decides.
    /// The mode checks that the instance is not disposed.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool ArgumentsAreValid(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, ReadOnlySpan<byte> tag, ReadOnlySpan<byte> associatedData) =>
        nonce.Length == GcmSiv.NonceSize
        && tag.Length == GcmSiv.TagSize
        && destination.Length == source.Length
        && !Overlap.IsPossible(source, destination)
        && !Overlap.IsPossible(destination, nonce)
        && !Overlap.IsPossible(destination, associatedData)
        && !Overlap.IsPossible(destination, tag)
        && !Overlap.IsPossible(source, tag);

    /// <summary>Throws for the first argument that is not valid.</summary>
    private void CheckArguments(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<byte> destination,
        ReadOnlySpan<byte> tag,
        ReadOnlySpan<byte> associatedData,
        bool isEncryption)
    {
        (string sourceName, string destinationName) = isEncryption ? ("plaintext", "ciphertext") : ("ciphertext", "plaintext");
        ThrowIfDisposed();
        Arguments.CheckSize(nonce, GcmSiv.NonceSize);
        Arguments.CheckSize(tag, GcmSiv.TagSize);
        Arguments.CheckDestination(destination, source.Length, destinationName);
        Arguments.CheckSameOrApart(source, destination, destinationName);
        Arguments.CheckApart(nonce, destination, nameof(nonce), destinationName);
        Arguments.CheckApart(associatedData, destination, nameof(associatedData), destinationName);
        Arguments.CheckApart(tag, destination, nameof(tag), destinationName);
        Arguments.CheckApart(tag, source, nameof(tag), sourceName);
        if (isEncryption)
        {
            Arguments.CheckApart(nonce, tag);
            Arguments.CheckApart(associatedData, tag);
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_mode.IsDisposed, typeof(AesGcmSiv));
}
