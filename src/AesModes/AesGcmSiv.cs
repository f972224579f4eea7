using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// AES-GCM-SIV, authenticated encryption that stays safe when a nonce is used twice (RFC 8452).
/// </summary>
/// <remarks>
/// <para>Key: 16 or 32 bytes. Nonce: 12 bytes. Tag: 16 bytes. Plaintext: up to 2³⁶ bytes (a span holds 2³¹ − 1; the stream overloads take
/// all). Associated data: up to 2³¹ − 1 bytes here, 2³⁶ in the RFC. Ciphertext and plaintext have the same size.</para>
/// <para>When two messages are encrypted under one key with the same nonce, AES-GCM loses its authentication key; AES-GCM-SIV reveals
/// only whether the two messages (with their associated data) were equal. Still, give every message a nonce of its own: by counting, or
/// at random, which <see cref="Seal(byte[], byte[])"/> does. RFC 8452 §6 and §9 give the bounds.</para>
/// <para>Instances hold no state between calls: any number of threads may use one at the same time. <see cref="Dispose"/> may race with
/// them; such a call ends with its right result or with <see cref="ObjectDisposedException"/>.</para>
/// <para>Timing depends on lengths and, where a text is long, on the tag's first byte, which is public: not on keys or texts, on every
/// backend. No call allocates on the managed heap, except the stream overloads (one buffer of at most 64 KiB) and those that return
/// arrays.</para>
/// <para>Source and destination may be the same memory, beginning at the same byte; any other overlap is refused.</para>
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

    /// <summary>Makes an instance that works with a copy of the key.</summary>
    /// <param name="key">16 or 32 bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="key"/> has neither 16 nor 32 bytes.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. A method that first uses a code path throws it too.
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

    /// <summary>On a backend of the caller's choice: for tests, benchmarks and the tool.</summary>
    internal AesGcmSiv(ReadOnlySpan<byte> key, Backend backend)
    {
        Arguments.CheckSize(key, _keySizes);
        _mode = backend.CreateGcmSiv(key);
    }

    /// <summary>Whether this machine runs AES-GCM-SIV: true on every little-endian one, as there is always the managed fallback.</summary>
    public static bool IsSupported => Backend.Default is not null;

    /// <summary>
    /// Whether this process uses the machine's AES and carry-less multiply instructions. False without them, after a self-test found that they give wrong results, or
    /// when the AppContext switch AesModes.DisableHardware is on.
    /// </summary>
    public static bool IsHardwareAccelerated => Backend.Default is { IsHardwareAccelerated: true };

    /// <summary>
    /// Describes what this process runs on, for logs: "x86 (AES instructions, 512-bit carry-less multiply)". The text is for people and may change.
    /// </summary>
    public static string BackendDescription => Backend.DefaultDescription;

    /// <summary>The allowed sizes of a key in bytes: 16 and 32 (RFC 8452 §4).</summary>
    public static KeySizes KeyByteSizes => _keySizes;

    /// <summary>The allowed size of a nonce in bytes: 12 (RFC 8452 §4).</summary>
    public static KeySizes NonceByteSizes => _nonceSizes;

    /// <summary>The allowed size of a tag in bytes: 16 (RFC 8452 §4).</summary>
    public static KeySizes TagByteSizes => _tagSizes;

    /// <summary>The size in bytes of what <see cref="Seal(byte[], byte[])"/> makes: 28 more than the plaintext.</summary>
    /// <param name="plaintextLength">The plaintext's size in bytes.</param>
    /// <returns>The sealed message's size in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The argument is negative, or the result would be above <see cref="int.MaxValue"/>.</exception>
    public static int GetSealedLength(int plaintextLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintextLength, int.MaxValue - Overhead);
        return plaintextLength + Overhead;
    }

    /// <summary>The size in bytes of what <see cref="Open(byte[], byte[])"/> gives back: 28 less than the sealed message.</summary>
    /// <param name="sealedLength">The sealed message's size in bytes.</param>
    /// <returns>The plaintext's size in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The argument is below 28.</exception>
    public static int GetOpenedLength(int sealedLength)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(sealedLength, Overhead);
        return sealedLength - Overhead;
    }

    /// <summary>Encrypts and authenticates a message (RFC 8452 §4).</summary>
    /// <param name="nonce">12 bytes, for this message alone.</param>
    /// <param name="plaintext">The message.</param>
    /// <param name="ciphertext">Receives the ciphertext: as many bytes as the plaintext, its memory or memory apart from it.</param>
    /// <param name="tag">Receives the tag: 16 bytes.</param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
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

    /// <summary>Decrypts a message and checks that it is authentic (RFC 8452 §5).</summary>
    /// <param name="nonce">12 bytes, those of the encryption.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="plaintext">Receives the message: as many bytes as the ciphertext, its memory or memory apart from it.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The message is not authentic: key, nonce, ciphertext, tag or associated data are not those of the encryption. The whole plaintext
    /// buffer was cleared.
    /// </exception>
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

    /// <summary>Decrypts a message and tells whether it is authentic (RFC 8452 §5).</summary>
    /// <param name="nonce">12 bytes, those of the encryption.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="plaintext">Receives the message: as many bytes as the ciphertext, its memory or memory apart from it.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <returns>False when the message is not authentic; then the whole plaintext buffer was cleared.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
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

    /// <summary>Encrypts and authenticates a message of up to 2³⁶ bytes without holding it in memory (RFC 8452 §4).</summary>
    /// <remarks>
    /// <para>The plaintext is read twice, from its position at the call to its end, where it is left; the ciphertext is written from its
    /// position at the call. Both stay open. When anything fails, what was written is taken back by SetLength to that position (what
    /// the stream had behind it is gone then). A ciphertext
    /// stream that cannot seek cannot take back: should the plaintext change between its two readings, bytes that do not belong to the
    /// message are out before that is noticed, under the key stream that the message would have had. Do not use that nonce again.</para>
    /// <para>There is no asynchronous form: spans cannot cross an await. Run it on a thread of its own where that matters.</para>
    /// </remarks>
    /// <param name="nonce">12 bytes, for this message alone.</param>
    /// <param name="plaintext">The message: a stream that can read and seek.</param>
    /// <param name="ciphertext">Receives as many bytes as the message has: another stream, which can write.</param>
    /// <param name="tag">Receives the tag: 16 bytes.</param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted.</param>
    /// <param name="progress">Told a number that rises from 0 to the message's size in bytes; each reading counts for half.</param>
    /// <param name="cancellationToken">Ends the work between two chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// A size is wrong, memory overlaps that may not, the message is longer than 2³⁶ bytes, both streams are one, or a stream cannot do
    /// what it must.
    /// </exception>
    /// <exception cref="IOException">A stream failed, or the plaintext changed between its two readings; the tag was cleared.</exception>
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

    /// <summary>Decrypts a message of up to 2³⁶ bytes without holding it in memory, and checks that it is authentic (RFC 8452 §5).</summary>
    /// <remarks>
    /// <para>The ciphertext is read twice, from its position at the call to its end, where it is left. The whole of it is authenticated before
    /// the first byte of plaintext is written, from the plaintext stream's position at the call; the second reading is authenticated too.
    /// Both streams stay open. When anything fails, what was written is taken back by SetLength to that position. A plaintext stream that
    /// cannot seek cannot take back: should the ciphertext change between its two readings, bytes may be out before that is noticed.</para>
    /// <para>There is no asynchronous form: spans cannot cross an await. Run it on a thread of its own where that matters.</para>
    /// </remarks>
    /// <param name="nonce">12 bytes, those of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: a stream that can read and seek.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="plaintext">Receives the message: another stream, which can write.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <param name="progress">Told a number that rises from 0 to the message's size in bytes; each reading counts for half.</param>
    /// <param name="cancellationToken">Ends the work between two chunks.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// A size is wrong, the message is longer than 2³⁶ bytes, both streams are one, or a stream cannot do what it must.
    /// </exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The message is not authentic, or the ciphertext changed between its two readings.
    /// </exception>
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

    /// <summary>Encrypts and authenticates a message under a random nonce: nonce ‖ ciphertext ‖ tag, 28 bytes more than the plaintext.</summary>
    /// <param name="plaintext">The message.</param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted.</param>
    /// <returns>The sealed message, for <see cref="Open(byte[], byte[])"/>.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="plaintext"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The sealed message would be longer than an array can be.</exception>
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
    /// <param name="plaintext">The message.</param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted.</param>
    /// <param name="destination">
    /// Receives the sealed message: 28 bytes more than the plaintext, memory apart from it or beginning at the same byte (then the plaintext is
    /// lost when another thread disposes the instance meanwhile). It is the last argument, unlike in Encrypt.
    /// </param>
    /// <exception cref="ArgumentException">The destination has not the right size, or memory overlaps that may not.</exception>
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
            // They begin together, so the text moves to behind the nonce first.
            plaintext.CopyTo(ciphertext);
            plaintext = ciphertext;
        }

        RandomNumberGenerator.Fill(nonce);
        GcmSivMessage message = new(nonce, associatedData, plaintext, ciphertext, destination[^GcmSiv.TagSize..]);
        _mode.Encrypt(in message);
    }

    /// <summary>Opens what <see cref="Seal(byte[], byte[])"/> made under the same key with the same associated data.</summary>
    /// <param name="sealedMessage">nonce ‖ ciphertext ‖ tag.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <returns>The message.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="sealedMessage"/> is null.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// This is not a message sealed under this key with this associated data; that includes anything shorter than 28 bytes.
    /// </exception>
    public byte[] Open(byte[] sealedMessage, byte[]? associatedData = null)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(sealedMessage);
        byte[] plaintext = new byte[Math.Max(sealedMessage.Length - Overhead, 0)];
        Open(sealedMessage, associatedData, plaintext);
        return plaintext;
    }

    /// <inheritdoc cref="Open(byte[], byte[])"/>
    /// <param name="sealedMessage">nonce ‖ ciphertext ‖ tag.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <param name="plaintext">
    /// Receives the message: 28 bytes less than the sealed message, memory apart from it or beginning at the same byte (then
    /// the sealed message is lost, also when another thread disposes the instance meanwhile). Cleared when the message is not authentic.
    /// </param>
    /// <exception cref="ArgumentException">The plaintext has not the right size, or memory overlaps that may not.</exception>
    public void Open(ReadOnlySpan<byte> sealedMessage, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (!TryOpen(sealedMessage, associatedData, plaintext))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <summary>Opens what <see cref="Seal(byte[], byte[])"/> made, and tells whether it is authentic.</summary>
    /// <param name="sealedMessage">nonce ‖ ciphertext ‖ tag.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <param name="plaintext">
    /// Receives the message: 28 bytes less than the sealed message, memory apart from it or beginning at the same byte (then
    /// the sealed message is lost, also when another thread disposes the instance meanwhile). Of any size if the sealed message is shorter than 28 bytes.
    /// </param>
    /// <returns>
    /// False when this is not a message sealed under this key with this associated data; that includes anything shorter than 28 bytes. Then the whole
    /// plaintext buffer was cleared.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">The plaintext has not the right size, or memory overlaps that may not.</exception>
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

        // Copies, as the plaintext may be the sealed message's own memory.
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

    /// <summary>Overwrites the key and all that was derived from it. May be called more than once, and while other threads use the instance.</summary>
    public void Dispose() => _mode.Dispose();

    /// <summary>
    /// Whether sizes are right and buffers are separate, as in nearly every call. If not, <see cref="CheckArguments"/> decides.
    /// The mode notices that the instance is disposed.
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

    /// <summary>Throws if an argument is wrong, and names it.</summary>
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
