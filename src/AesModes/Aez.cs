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
/// ambiguous here (CS0121); a null <c>byte[]</c> variable means one empty string.</para>
/// <para>AEZ is a research design, a candidate of the CAESAR competition (2014–2018), and no standard.</para>
/// <para>Instances hold no state between calls: any number of threads may use one at the same time. <see cref="Dispose"/> may race with
/// them; such a call ends with its right result or with <see cref="ObjectDisposedException"/>, and then its destination is untouched or cleared:
/// a text that was to be replaced in place is lost.</para>
/// <para>Timing depends on lengths alone, not on keys, texts or tags, on every backend. No call allocates on the managed heap.</para>
/// <para>Source and destination may begin at the same byte; any other overlap is refused.</para>
/// </remarks>
public sealed class Aez : IDisposable
{
    private readonly AezCipher _mode;

    /// <summary>Makes an instance that works with a copy of the key.</summary>
    /// <param name="key">One byte or more; 48 bytes are used as they are.</param>
    /// <param name="tagSizeInBytes">By how many bytes a ciphertext is longer than its plaintext; 0 enciphers without authentication.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="key"/> is empty.</exception>
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
        : this(key, tagSizeInBytes, Backend.Require())
    {
    }

    /// <summary>On a backend of the caller's choice: for tests, benchmarks and the tool.</summary>
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
    /// <param name="nonce">Any size; best one for each message.</param>
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

    /// <summary>Encrypts and authenticates a message with one string of associated data, which may be empty (AEZ v5, Encrypt).</summary>
    /// <param name="nonce">Any size; best one for each message.</param>
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

    /// <summary>Encrypts and authenticates a message with a vector of associated data (AEZ v5, Encrypt).</summary>
    /// <param name="nonce">Any size; best one for each message.</param>
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
        if (!TryDecrypt(nonce, ciphertext, plaintext))
        {
            throw new AuthenticationTagMismatchException();
        }
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
        if (!TryDecrypt(nonce, ciphertext, plaintext, associatedData))
        {
            throw new AuthenticationTagMismatchException();
        }
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
        if (!TryDecrypt(nonce, ciphertext, plaintext, associatedData))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <summary>Decrypts a message without associated data, the empty vector, and tells whether it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <returns>False when the message is not authentic; then the whole plaintext buffer was cleared.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public bool TryDecrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext)
    {
        ThrowIfDisposed();
        CheckDecryption(nonce, ciphertext, plaintext);
        AezMessage message = new(nonce, ciphertext, plaintext);
        return _mode.TryDecrypt(in message);
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
    /// <returns>False when the message is not authentic; then the whole plaintext buffer was cleared.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public bool TryDecrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext, ReadOnlySpan<byte> associatedData)
    {
        ThrowIfDisposed();
        CheckDecryption(nonce, ciphertext, plaintext);
        Arguments.CheckApart(associatedData, plaintext);
        AezMessage message = new(nonce, ciphertext, plaintext, associatedData);
        return _mode.TryDecrypt(in message);
    }

    /// <summary>Decrypts a message with a vector of associated data and tells whether it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">That of the encryption.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">
    /// Receives the message: <see cref="TagSizeInBytes"/> fewer bytes than the ciphertext. Memory that begins with the ciphertext's, or is
    /// apart from it.
    /// </param>
    /// <param name="associatedData">That of the encryption: the same strings in the same order.</param>
    /// <returns>False when the message is not authentic; then the whole plaintext buffer was cleared.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
    public bool TryDecrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> plaintext,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        ThrowIfDisposed();
        CheckDecryption(nonce, ciphertext, plaintext);
        CheckElements(associatedData, plaintext, nameof(plaintext));
        AezMessage message = new(nonce, ciphertext, plaintext, associatedData);
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckDecryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext)
    {
        if (!AreUsual(nonce, ciphertext, plaintext, -TagSizeInBytes))
        {
            CheckUnusualDecryption(nonce, ciphertext, plaintext);
        }
    }

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
    private void CheckUnusualDecryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext)
    {
        Arguments.CheckLeast(ciphertext, TagSizeInBytes);
        Arguments.CheckDestination(plaintext, ciphertext.Length - TagSizeInBytes);
        Arguments.CheckSameOrApart(ciphertext, plaintext);
        Arguments.CheckApart(nonce, plaintext);
    }

    private static void CheckElements(ReadOnlySpan<ReadOnlyMemory<byte>> associatedData, ReadOnlySpan<byte> destination, string destinationName)
    {
        foreach (ReadOnlyMemory<byte> element in associatedData)
        {
            Arguments.CheckApart(element.Span, destination, nameof(associatedData), destinationName);
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_mode.IsDisposed, this);
}
