using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// AEZ, robust authenticated encryption: a wide block cipher over the whole message (V. T. Hoang, T. Krovetz, P. Rogaway, "AEZ v5:
/// Authenticated Encryption by Enciphering", 2017).
/// </summary>
/// <remarks>
/// <para>Key: one byte or more, best 48, which are used as they are (others are hashed by BLAKE2b). Nonce: any size, also empty. Associated
/// data: any number of strings of any size. Tag: any size in bytes, chosen for the instance, also 0. The ciphertext has as many bytes more
/// than the plaintext as the tag has; it is one whole, there is no separate tag. Plaintext and tag together: up to 2³¹ − 1 bytes.</para>
/// <para>Whatever a message's redundancy is, the tag's zeros or the plaintext's own, a forger has to hit it by chance: so short tags give
/// what they promise, a repeated nonce reveals only whether two messages (with their associated data) were equal, and plaintext released
/// before it is verified is unrelated to the original when anything was changed. With a tag of 0 bytes nothing is authenticated.</para>
/// <para>No associated data, one empty string and two empty strings are three different inputs: call an overload without associated data,
/// with <c>ReadOnlySpan&lt;byte&gt;.Empty</c>, and with an array of two. To the compiler <c>[]</c>, <c>default</c> and <c>null</c> are
/// ambiguous here (CS0121).</para>
/// <para>The overloads for arrays refuse null. The empty nonce is <c>[]</c>: if the other arguments are arrays, <c>default</c> is a null array. A null array
/// beside spans is an empty span.</para>
/// <para>The constructors refuse weak keys: 48 bytes of which a 16-byte third is zero or two thirds are equal. Zero padding of a 16- or 32-byte key makes one.
/// Pass such a key as it is.</para>
/// <para>AEZ is a research design, a candidate of the CAESAR competition (2014–2018), and no standard.</para>
/// <para>Instances hold no state between calls: any number of threads may use one at the same time. <see cref="Dispose"/> may race with
/// them; such a call ends with its right result or with <see cref="ObjectDisposedException"/>, and then its destination is untouched or cleared:
/// a text that was to be replaced in place is lost.</para>
/// <para>Timing depends on lengths alone, not on keys, texts or tags, on every backend. No call allocates on the managed heap,
/// except those that return arrays. A collection expression such as <c>[user, record]</c> is an array if the other arguments are arrays, and allocates nothing
/// beside spans.</para>
/// <para>Source and destination may begin at the same byte; any other overlap is refused.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Security.Cryptography;
/// using AesModes;
///
/// byte[] key = RandomNumberGenerator.GetBytes(48);
/// using Aez aez = new(key);
///
/// byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
/// byte[] nonce = RandomNumberGenerator.GetBytes(16);
/// byte[] user = [7];
/// byte[] record = [8, 9];
/// byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
/// aez.Encrypt(nonce, plaintext, ciphertext, [user, record]);       // two strings of associated data
///
/// byte[] opened = new byte[plaintext.Length];
/// aez.Decrypt(nonce, ciphertext, opened, [user, record]);          // throws if anything was changed
/// </code>
/// </example>
public sealed class Aez : IDisposable
{
    /// <summary>Seal's: random, and long enough not to repeat within the limit of a key.</summary>
    private const int SealNonceSize = 16;

    private readonly AezCipher _mode;

    /// <summary>Makes an instance that works with a copy of the key.</summary>
    /// <param name="key">One byte or more; 48 bytes are used as they are.</param>
    /// <param name="tagSizeInBytes">By how many bytes a ciphertext is longer than its plaintext; 0 enciphers without authentication.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="key"/> is empty, or a weak key: 48 bytes of which a third is zero or two thirds are equal.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="tagSizeInBytes"/> is negative.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. A method that first uses a code path throws it too.
    /// </exception>
    public Aez(byte[] key, int tagSizeInBytes = 16)
        : this(Arguments.NotNull(key).AsSpan(), tagSizeInBytes)
    {
    }

    /// <inheritdoc cref="Aez(byte[], int)"/>
    public Aez(ReadOnlySpan<byte> key, int tagSizeInBytes = 16)
        : this(Arguments.NotWeak(key), tagSizeInBytes, Backend.Require())
    {
    }

    /// <summary>On a backend of the caller's choice, and also under a weak key: for tests, benchmarks and the tool.</summary>
    internal Aez(ReadOnlySpan<byte> key, int tagSizeInBytes, Backend backend)
    {
        Arguments.CheckNotEmpty(key);
        ArgumentOutOfRangeException.ThrowIfNegative(tagSizeInBytes);
        _mode = backend.CreateAez(key, tagSizeInBytes);
    }

    /// <summary>Whether this machine runs AEZ: true on every little-endian one, as there is always the managed fallback.</summary>
    public static bool IsSupported => Backend.Default is not null;

    /// <summary>
    /// Whether this process uses the machine's AES instructions. False without them, after a self-test found that they give wrong results, or
    /// when the AppContext switch AesModes.DisableHardware is on.
    /// </summary>
    public static bool IsHardwareAccelerated => Backend.Default is { IsHardwareAccelerated: true };

    /// <summary>
    /// Describes what this process runs on, for logs: "x86 (AES instructions, 512-bit carry-less multiply)". The text is for people and may change.
    /// </summary>
    public static string BackendDescription => Backend.DefaultDescription;

    /// <summary>By how many bytes a ciphertext is longer than its plaintext.</summary>
    public int TagSizeInBytes => _mode.TagSize;

    /// <summary>Encrypts and authenticates a message without associated data: the empty vector (AEZ v5, Encrypt).</summary>
    /// <param name="nonce">Any size; best one for each message. The empty nonce is <c>[]</c>.</param>
    /// <param name="plaintext">The message; with the tag at most 2³¹ − 1 bytes.</param>
    /// <param name="ciphertext">
    /// Receives the ciphertext: <see cref="TagSizeInBytes"/> more bytes than the plaintext. Memory that begins with the plaintext's, or is
    /// apart from it.
    /// </param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Plaintext and tag together are longer than 2³¹ − 1 bytes.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public void Encrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext)
    {
        ThrowIfDisposed();
        CheckEncryption(nonce, plaintext, ciphertext);
        AezMessage message = new(nonce, plaintext, ciphertext);
        _mode.Encrypt(in message);
    }

    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        Encrypt(nonce.AsSpan(), plaintext, ciphertext);
    }

    /// <summary>Encrypts and authenticates a message with one string of associated data, which may be empty (AEZ v5, Encrypt).</summary>
    /// <param name="nonce">Any size; best one for each message. The empty nonce is <c>[]</c>.</param>
    /// <param name="plaintext">The message; with the tag at most 2³¹ − 1 bytes.</param>
    /// <param name="ciphertext">
    /// Receives the ciphertext: <see cref="TagSizeInBytes"/> more bytes than the plaintext. Memory that begins with the plaintext's, or is
    /// apart from it.
    /// </param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted: one string, empty or not.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Plaintext and tag together are longer than 2³¹ − 1 bytes.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public void Encrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, ReadOnlySpan<byte> associatedData)
    {
        ThrowIfDisposed();
        CheckEncryption(nonce, plaintext, ciphertext);
        Arguments.CheckApart(associatedData, ciphertext);
        AezMessage message = new(nonce, plaintext, ciphertext, associatedData);
        _mode.Encrypt(in message);
    }

    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] associatedData)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(associatedData);
        Encrypt(nonce.AsSpan(), plaintext, ciphertext, associatedData);
    }

    /// <summary>Encrypts and authenticates a message with a vector of associated data (AEZ v5, Encrypt).</summary>
    /// <param name="nonce">Any size; best one for each message. The empty nonce is <c>[]</c>.</param>
    /// <param name="plaintext">The message; with the tag at most 2³¹ − 1 bytes.</param>
    /// <param name="ciphertext">
    /// Receives the ciphertext: <see cref="TagSizeInBytes"/> more bytes than the plaintext. Memory that begins with the plaintext's, or is
    /// apart from it.
    /// </param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted: any number of strings; where each ends matters.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Plaintext and tag together are longer than 2³¹ − 1 bytes.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public void Encrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        ThrowIfDisposed();
        CheckEncryption(nonce, plaintext, ciphertext);
        CheckElements(associatedData, ciphertext, nameof(ciphertext));
        AezMessage message = new(nonce, plaintext, ciphertext, associatedData);
        _mode.Encrypt(in message);
    }

    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{ReadOnlyMemory{byte}})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext, ReadOnlyMemory<byte>[] associatedData)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(associatedData);
        Encrypt(nonce.AsSpan(), plaintext, ciphertext, associatedData);
    }

    /// <summary>Decrypts a message without associated data, the empty vector, and checks that it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The message is not authentic: key, nonce, ciphertext or associated data are not those of the encryption. The whole plaintext buffer
    /// was cleared.
    /// </exception>
    public void Decrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext)
    {
        ThrowIfDisposed();
        Arguments.CheckLeast(ciphertext, TagSizeInBytes);
        if (!TryDecrypt(nonce, ciphertext, plaintext))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <inheritdoc cref="Decrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        Decrypt(nonce.AsSpan(), ciphertext, plaintext);
    }

    /// <summary>
    /// Decrypts a message with one string of associated data, which may be empty, and checks that it is authentic (AEZ v5, Decrypt).
    /// </summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <param name="associatedData">That of the encryption: one string.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The message is not authentic: key, nonce, ciphertext or associated data are not those of the encryption. The whole plaintext buffer
    /// was cleared.
    /// </exception>
    public void Decrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext, ReadOnlySpan<byte> associatedData)
    {
        ThrowIfDisposed();
        Arguments.CheckLeast(ciphertext, TagSizeInBytes);
        if (!TryDecrypt(nonce, ciphertext, plaintext, associatedData))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <inheritdoc cref="Decrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext, byte[] associatedData)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(associatedData);
        Decrypt(nonce.AsSpan(), ciphertext, plaintext, associatedData);
    }

    /// <summary>Decrypts a message with a vector of associated data and checks that it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <param name="associatedData">That of the encryption: the same strings in the same order.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The message is not authentic: key, nonce, ciphertext or associated data are not those of the encryption. The whole plaintext buffer
    /// was cleared.
    /// </exception>
    public void Decrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> plaintext,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        ThrowIfDisposed();
        Arguments.CheckLeast(ciphertext, TagSizeInBytes);
        if (!TryDecrypt(nonce, ciphertext, plaintext, associatedData))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <inheritdoc cref="Decrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{ReadOnlyMemory{byte}})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext, ReadOnlyMemory<byte>[] associatedData)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(associatedData);
        Decrypt(nonce.AsSpan(), ciphertext, plaintext, associatedData);
    }

    /// <summary>Decrypts a message without associated data, the empty vector, and tells whether it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <returns>
    /// False when the message is not authentic or shorter than the tag; then the whole plaintext buffer was cleared.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public bool TryDecrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext)
    {
        ThrowIfDisposed();
        if (!CheckDecryption(nonce, ciphertext, plaintext))
        {
            return Refuse(plaintext);
        }

        AezMessage message = new(nonce, ciphertext, plaintext);
        return _mode.TryDecrypt(in message);
    }

    /// <inheritdoc cref="TryDecrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public bool TryDecrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        return TryDecrypt(nonce.AsSpan(), ciphertext, plaintext);
    }

    /// <summary>
    /// Decrypts a message with one string of associated data, which may be empty, and tells whether it is authentic (AEZ v5, Decrypt).
    /// </summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <param name="associatedData">That of the encryption: one string.</param>
    /// <returns>
    /// False when the message is not authentic or shorter than the tag; then the whole plaintext buffer was cleared.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public bool TryDecrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext, ReadOnlySpan<byte> associatedData)
    {
        ThrowIfDisposed();
        bool hasTag = CheckDecryption(nonce, ciphertext, plaintext);
        Arguments.CheckApart(associatedData, plaintext);
        if (!hasTag)
        {
            return Refuse(plaintext);
        }

        AezMessage message = new(nonce, ciphertext, plaintext, associatedData);
        return _mode.TryDecrypt(in message);
    }

    /// <inheritdoc cref="TryDecrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public bool TryDecrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext, byte[] associatedData)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(associatedData);
        return TryDecrypt(nonce.AsSpan(), ciphertext, plaintext, associatedData);
    }

    /// <summary>Decrypts a message with a vector of associated data and tells whether it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <param name="associatedData">That of the encryption: the same strings in the same order.</param>
    /// <returns>
    /// False when the message is not authentic or shorter than the tag; then the whole plaintext buffer was cleared.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public bool TryDecrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> plaintext,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        ThrowIfDisposed();
        bool hasTag = CheckDecryption(nonce, ciphertext, plaintext);
        CheckElements(associatedData, plaintext, nameof(plaintext));
        if (!hasTag)
        {
            return Refuse(plaintext);
        }

        AezMessage message = new(nonce, ciphertext, plaintext, associatedData);
        return _mode.TryDecrypt(in message);
    }

    /// <inheritdoc cref="TryDecrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{ReadOnlyMemory{byte}})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    [OverloadResolutionPriority(1)]
    public bool TryDecrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext, ReadOnlyMemory<byte>[] associatedData)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(associatedData);
        return TryDecrypt(nonce.AsSpan(), ciphertext, plaintext, associatedData);
    }

    /// <summary>The size in bytes of what <see cref="Seal(byte[], byte[])"/> makes: 16 and <see cref="TagSizeInBytes"/> more than the plaintext.</summary>
    /// <param name="plaintextLength">The plaintext's size in bytes.</param>
    /// <returns>The sealed message's size in bytes.</returns>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The argument is negative, or the result would be above <see cref="int.MaxValue"/>.</exception>
    public int GetSealedLength(int plaintextLength)
    {
        ThrowIfWithoutTag();
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintextLength, int.MaxValue - SealOverhead, nameof(plaintextLength));
        return plaintextLength + (int)SealOverhead;
    }

    /// <summary>The size in bytes of what <see cref="Open(byte[], byte[])"/> gives back: 16 and <see cref="TagSizeInBytes"/> less than the sealed message.</summary>
    /// <param name="sealedLength">The sealed message's size in bytes.</param>
    /// <returns>The plaintext's size in bytes.</returns>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0.</exception>
    /// <exception cref="ArgumentOutOfRangeException">No sealed message is that short.</exception>
    public int GetOpenedLength(int sealedLength)
    {
        ThrowIfWithoutTag();
        ArgumentOutOfRangeException.ThrowIfLessThan(sealedLength, SealOverhead, nameof(sealedLength));
        return sealedLength - (int)SealOverhead;
    }

    /// <summary>Encrypts and authenticates a message under a random nonce of 16 bytes: nonce ‖ ciphertext.</summary>
    /// <remarks>The associated data is always one string here: null and an empty array are one empty string.</remarks>
    /// <param name="plaintext">The message.</param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted.</param>
    /// <returns>The sealed message, for <see cref="Open(byte[], byte[])"/>: <see cref="GetSealedLength"/> bytes.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0: nothing would be authenticated.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="plaintext"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The sealed message would be longer than an array can be.</exception>
    [SuppressMessage("ApiDesign", "RS0027:API with optional parameter(s) should have the most parameters amongst its public overloads", Justification = "As AesGcmSiv has them.")]
    public byte[] Seal(byte[] plaintext, byte[]? associatedData = null)
    {
        ThrowIfDisposed();
        ThrowIfWithoutTag();
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintext.Length, Array.MaxLength - SealOverhead, nameof(plaintext));
        byte[] destination = new byte[plaintext.Length + (int)SealOverhead];
        Seal(plaintext, associatedData, destination);
        return destination;
    }

    /// <inheritdoc cref="Seal(byte[], byte[])"/>
    /// <param name="plaintext">The message.</param>
    /// <param name="associatedData">What is authenticated with the message and not encrypted.</param>
    /// <param name="destination">
    /// Receives the sealed message: <see cref="GetSealedLength"/> bytes, memory apart from the plaintext. It is the last argument, unlike in Encrypt.
    /// </param>
    /// <exception cref="ArgumentException">The destination has not the right size, or memory overlaps that may not.</exception>
    public void Seal(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> destination)
    {
        ThrowIfDisposed();
        ThrowIfWithoutTag();
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintext.Length, int.MaxValue - SealOverhead, nameof(plaintext));
        Arguments.CheckDestination(destination, plaintext.Length + (int)SealOverhead);
        Arguments.CheckApart(plaintext, destination);
        Arguments.CheckApart(associatedData, destination);
        RandomNumberGenerator.Fill(destination[..SealNonceSize]);
        AezMessage message = new(destination[..SealNonceSize], plaintext, destination[SealNonceSize..], associatedData);
        _mode.Encrypt(in message);
    }

    /// <summary>Opens what <see cref="Seal(byte[], byte[])"/> made under the same key with the same tag size and associated data.</summary>
    /// <param name="sealedMessage">nonce ‖ ciphertext.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <returns>The message.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0: nothing would be authenticated.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="sealedMessage"/> is null.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// This is not a message sealed under this key with this associated data; that includes anything too short. The whole plaintext buffer was cleared.
    /// </exception>
    [SuppressMessage("ApiDesign", "RS0027:API with optional parameter(s) should have the most parameters amongst its public overloads", Justification = "As AesGcmSiv has them.")]
    public byte[] Open(byte[] sealedMessage, byte[]? associatedData = null)
    {
        ThrowIfDisposed();
        ThrowIfWithoutTag();
        ArgumentNullException.ThrowIfNull(sealedMessage);
        byte[] plaintext = new byte[Math.Max(sealedMessage.Length - SealOverhead, 0)];
        Open(sealedMessage, associatedData, plaintext);
        return plaintext;
    }

    /// <inheritdoc cref="Open(byte[], byte[])"/>
    /// <param name="sealedMessage">nonce ‖ ciphertext.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <param name="plaintext">Receives the message: <see cref="GetOpenedLength"/> bytes, memory apart from the sealed message.</param>
    /// <exception cref="ArgumentException">The plaintext has not the right size, or memory overlaps that may not.</exception>
    public void Open(ReadOnlySpan<byte> sealedMessage, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (!TryOpen(sealedMessage, associatedData, plaintext))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <summary>Opens what <see cref="Seal(byte[], byte[])"/> made, and tells whether it is authentic.</summary>
    /// <param name="sealedMessage">nonce ‖ ciphertext.</param>
    /// <param name="associatedData">What was authenticated with the message.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="GetOpenedLength"/> bytes, memory apart from the sealed message. Of any size if the sealed message is too short.
    /// </param>
    /// <returns>
    /// False when this is not a message sealed under this key with this associated data; that includes anything too short. Then the whole plaintext buffer was
    /// cleared.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0: nothing would be authenticated.</exception>
    /// <exception cref="ArgumentException">The plaintext has not the right size, or memory overlaps that may not.</exception>
    public bool TryOpen(ReadOnlySpan<byte> sealedMessage, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        ThrowIfDisposed();
        ThrowIfWithoutTag();
        Arguments.CheckApart(sealedMessage, plaintext);
        Arguments.CheckApart(associatedData, plaintext);
        if (sealedMessage.Length < SealOverhead)
        {
            return Refuse(plaintext);
        }

        Arguments.CheckDestination(plaintext, sealedMessage.Length - (int)SealOverhead);
        AezMessage message = new(sealedMessage[..SealNonceSize], sealedMessage[SealNonceSize..], plaintext, associatedData);
        return _mode.TryDecrypt(in message);
    }

    /// <summary>Overwrites the key and all that was derived from it. Calls that follow throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _mode.Dispose();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckEncryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext)
    {
        if (!AreUsual(nonce, plaintext, ciphertext, TagSizeInBytes))
        {
            CheckUnusualEncryption(nonce, plaintext, ciphertext);
        }
    }

    /// <returns>False when the ciphertext is shorter than the tag.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool CheckDecryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext) =>
        AreUsual(nonce, ciphertext, plaintext, -TagSizeInBytes) || CheckUnusualDecryption(nonce, ciphertext, plaintext);

    /// <summary>Whether no check can fail: sizes are right and buffers apart. False says nothing yet: then the checks are made one by one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreUsual(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, int expansion) =>
        destination.Length == source.Length + expansion && !Overlap.IsPossible(source, destination) && !Overlap.IsPossible(nonce, destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CheckUnusualEncryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext)
    {
        Arguments.CheckRoom(plaintext, TagSizeInBytes);
        Arguments.CheckDestination(ciphertext, plaintext.Length + TagSizeInBytes);
        Arguments.CheckSameOrApart(plaintext, ciphertext);
        Arguments.CheckApart(nonce, ciphertext);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool CheckUnusualDecryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext)
    {
        bool hasTag = ciphertext.Length >= TagSizeInBytes;
        if (hasTag)
        {
            Arguments.CheckDestination(plaintext, ciphertext.Length - TagSizeInBytes);
        }

        Arguments.CheckSameOrApart(ciphertext, plaintext);
        Arguments.CheckApart(nonce, plaintext);
        return hasTag;
    }

    /// <summary>What is shorter than the tag is no message. No size of plaintext would be right, so any is taken.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Refuse(Span<byte> plaintext)
    {
        CryptographicOperations.ZeroMemory(plaintext);
        return false;
    }

    private static void CheckElements(ReadOnlySpan<ReadOnlyMemory<byte>> associatedData, ReadOnlySpan<byte> destination, string destinationName)
    {
        foreach (ReadOnlyMemory<byte> element in associatedData)
        {
            Arguments.CheckApart(element.Span, destination, nameof(associatedData), destinationName);
        }
    }

    /// <summary>A tag may be so long that the sum is not an int.</summary>
    private long SealOverhead => (long)SealNonceSize + TagSizeInBytes;

    private void ThrowIfWithoutTag()
    {
        if (TagSizeInBytes == 0)
        {
            throw new InvalidOperationException(
                "Seal and Open need a tag, and this instance was made with a tag size of 0: nothing would be authenticated. Use Encrypt and Decrypt, or a tag of 16 bytes.");
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_mode.IsDisposed, this);
}
