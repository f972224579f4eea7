using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// Encrypts and authenticates messages with AEZ, a wide block cipher over the whole message (V. T. Hoang, T. Krovetz, P. Rogaway, "AEZ v5: Authenticated
/// Encryption by Enciphering", 2017).
/// </summary>
/// <remarks>
/// <para>A key of 48 random bytes is best: it is used as it is. BLAKE2b hashes a key of any other length. The nonce has any length, also 0. Use a different one
/// for each message if you can: a repeated nonce reveals whether two messages, with their associated data, are equal. The associated data is any number of byte
/// strings of any length. It is authenticated but not encrypted. The constructor sets the length of the tag: any, also 0. The ciphertext includes the tag and
/// has at most 2³¹ − 1 bytes.</para>
/// <para>A forgery succeeds with a probability of 2^(−8 · tag size). Redundancy in the plaintext lowers that, if you check it. If a forgery is accepted, its
/// plaintext is unrelated to the original. A tag of 0 bytes authenticates nothing.</para>
/// <para>A message is authentic if key, tag size, nonce, ciphertext and associated data are those of the encryption. If not, decryption clears the whole
/// plaintext buffer.</para>
/// <para>No associated data, one empty string and two empty strings are three different inputs. Pass, respectively, no argument,
/// <c>ReadOnlySpan&lt;byte&gt;.Empty</c>, or <c>new ReadOnlyMemory&lt;byte&gt;[2]</c>. In Encrypt, Decrypt and TryDecrypt, <c>[]</c>, <c>default</c>
/// or <c>null</c> as associated data is ambiguous to the compiler (CS0121). For the empty nonce, write <c>[]</c>: the array overloads throw
/// <see cref="ArgumentNullException"/> for <c>null</c>.</para>
/// <para>The constructors reject weak keys: 48 bytes with two equal 16-byte thirds, or with a third of zeros. A key of 16 or 32
/// bytes, padded with zeros, is weak: pass it unpadded.</para>
/// <para>AEZ is a research design, not a standard. One key may process 2⁴⁸ bytes (AEZ v5 §1.6). Your program must count them.</para>
/// <para>Any number of threads can use an instance at the same time. If another thread disposes the instance during a call, the call returns the correct
/// result or throws <see cref="ObjectDisposedException"/>. A call that throws leaves its destination unchanged or clears it;
/// the nonce that <c>Seal</c> drew may remain. An in-place call that throws can lose the message.</para>
/// <para>Timing depends on lengths and on whether a message is authentic, not on keys, contents or tags. Without AES instructions, this holds only in 64-bit
/// processes outside the browser. It was checked mainly with the JIT of .NET 10 (SECURITY.md). Calls that process messages
/// allocate on the managed heap only in the self-tests of first calls, and in methods that return arrays. With array arguments,
/// a collection expression such as <c>[user, record]</c> allocates an array.</para>
/// <para>In Encrypt, Decrypt and TryDecrypt the destination may begin at the same byte as the source. Any other overlap with a destination is invalid.</para>
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
    /// <summary>The size of the random nonce of Seal: long enough not to repeat within the limits of a key.</summary>
    private const int SealNonceSize = 16;

    private readonly AezCipher _mode;

    /// <summary>Initializes a new instance of the <see cref="Aez"/> class with a copy of the key.</summary>
    /// <param name="key">The key: one byte or more, preferably 48 random bytes.</param>
    /// <param name="tagSizeInBytes">The number of bytes by which a ciphertext is longer than its plaintext. With 0, nothing is authenticated.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="key"/> is empty, or weak: 48 bytes with two equal 16-byte thirds, or with a third of zeros.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="tagSizeInBytes"/> is negative.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. Later calls can throw it too.
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

    /// <summary>Initializes an instance on the given backend, also with a weak key: for tests, benchmarks and the tool.</summary>
    internal Aez(ReadOnlySpan<byte> key, int tagSizeInBytes, Backend backend)
    {
        Arguments.CheckNotEmpty(key);
        ArgumentOutOfRangeException.ThrowIfNegative(tagSizeInBytes);
        _mode = backend.CreateAez(key, tagSizeInBytes);
    }

    /// <summary>Gets a value that indicates whether the machine supports AEZ: <c>false</c> only if it is big-endian.</summary>
    public static bool IsSupported => Backend.Default is not null;

    /// <summary>Gets a value that indicates whether the process uses AES instructions; see <see cref="AesGcmSiv.IsHardwareAccelerated"/>.</summary>
    public static bool IsHardwareAccelerated => Backend.Default is { IsHardwareAccelerated: true };

    /// <summary>Gets a description of the backend in use; see <see cref="AesGcmSiv.BackendDescription"/>.</summary>
    public static string BackendDescription => Backend.DefaultDescription;

    /// <summary>Gets the number of bytes by which a ciphertext is longer than its plaintext.</summary>
    public int TagSizeInBytes => _mode.TagSize;

    /// <summary>Encrypts and authenticates a message without associated data (AEZ v5, Encrypt).</summary>
    /// <param name="nonce">The nonce: any length.</param>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="ciphertext">The ciphertext. It must be <see cref="TagSizeInBytes"/> bytes longer than the plaintext.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Plaintext and tag together exceed 2³¹ − 1 bytes.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Encrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext)
    {
        ThrowIfDisposed();
        CheckEncryption(nonce, plaintext, ciphertext);
        AezMessage message = new(nonce, plaintext, ciphertext);
        _mode.Encrypt(in message);
    }

    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
    [OverloadResolutionPriority(1)]
    public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        Encrypt(nonce.AsSpan(), plaintext, ciphertext);
    }

    /// <summary>Encrypts and authenticates a message with one string of associated data (AEZ v5, Encrypt).</summary>
    /// <param name="nonce">The nonce: any length.</param>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="ciphertext">The ciphertext. It must be <see cref="TagSizeInBytes"/> bytes longer than the plaintext.</param>
    /// <param name="associatedData">The associated data: one string, empty or not.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Plaintext and tag together exceed 2³¹ − 1 bytes.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Encrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, ReadOnlySpan<byte> associatedData)
    {
        ThrowIfDisposed();
        CheckEncryption(nonce, plaintext, ciphertext);
        Arguments.CheckApart(associatedData, ciphertext);
        AezMessage message = new(nonce, plaintext, ciphertext, associatedData);
        _mode.Encrypt(in message);
    }

    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
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
    /// <param name="nonce">The nonce: any length.</param>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="ciphertext">The ciphertext. It must be <see cref="TagSizeInBytes"/> bytes longer than the plaintext.</param>
    /// <param name="associatedData">The associated data: any number of strings. Their boundaries matter.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Plaintext and tag together exceed 2³¹ − 1 bytes.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
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
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
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

    /// <summary>Decrypts a message without associated data, if it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">The nonce.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">The plaintext. It must be <see cref="TagSizeInBytes"/> bytes shorter than the ciphertext.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic.</exception>
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
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
    [OverloadResolutionPriority(1)]
    public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        Decrypt(nonce.AsSpan(), ciphertext, plaintext);
    }

    /// <summary>Decrypts a message with one string of associated data, if it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">The nonce.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">The plaintext. It must be <see cref="TagSizeInBytes"/> bytes shorter than the ciphertext.</param>
    /// <param name="associatedData">The associated data: one string, empty or not.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic.</exception>
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
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
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

    /// <summary>Decrypts a message with a vector of associated data, if it is authentic (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">The nonce.</param>
    /// <param name="ciphertext">The ciphertext: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <param name="plaintext">The plaintext. It must be <see cref="TagSizeInBytes"/> bytes shorter than the ciphertext.</param>
    /// <param name="associatedData">The associated data: the same strings in the same order.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic.</exception>
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
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
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

    /// <summary>Tries to decrypt a message without associated data (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">The nonce.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="plaintext">
    /// The plaintext. It must be <see cref="TagSizeInBytes"/> bytes shorter than the ciphertext, or of any length if the ciphertext is shorter than the tag.
    /// </param>
    /// <returns><c>true</c> if the message is authentic; <c>false</c> if not, or if it is shorter than the tag.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
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
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
    [OverloadResolutionPriority(1)]
    public bool TryDecrypt(byte[] nonce, byte[] ciphertext, byte[] plaintext)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        return TryDecrypt(nonce.AsSpan(), ciphertext, plaintext);
    }

    /// <summary>Tries to decrypt a message with one string of associated data (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">The nonce.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="plaintext">
    /// The plaintext. It must be <see cref="TagSizeInBytes"/> bytes shorter than the ciphertext, or of any length if the ciphertext is shorter than the tag.
    /// </param>
    /// <param name="associatedData">The associated data: one string, empty or not.</param>
    /// <returns><c>true</c> if the message is authentic; <c>false</c> if not, or if it is shorter than the tag.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
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
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
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

    /// <summary>Tries to decrypt a message with a vector of associated data (AEZ v5, Decrypt).</summary>
    /// <param name="nonce">The nonce.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="plaintext">
    /// The plaintext. It must be <see cref="TagSizeInBytes"/> bytes shorter than the ciphertext, or of any length if the ciphertext is shorter than the tag.
    /// </param>
    /// <param name="associatedData">The associated data: the same strings in the same order.</param>
    /// <returns><c>true</c> if the message is authentic; <c>false</c> if not, or if it is shorter than the tag.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
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
    /// <exception cref="ArgumentNullException">An argument is <c>null</c>.</exception>
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

    /// <summary>Gets the length of a sealed message: 16 bytes and <see cref="TagSizeInBytes"/> more than the plaintext.</summary>
    /// <param name="plaintextLength">The length of the plaintext in bytes.</param>
    /// <returns>The length of the sealed message in bytes.</returns>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="plaintextLength"/> is negative, or the result would exceed <see cref="int.MaxValue"/>.
    /// </exception>
    public int GetSealedLength(int plaintextLength)
    {
        ThrowIfWithoutTag();
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(plaintextLength, int.MaxValue - SealOverhead, nameof(plaintextLength));
        return plaintextLength + (int)SealOverhead;
    }

    /// <summary>Gets the length of an opened message: 16 bytes and <see cref="TagSizeInBytes"/> less than the sealed message.</summary>
    /// <param name="sealedLength">The length of the sealed message in bytes.</param>
    /// <returns>The length of the plaintext in bytes.</returns>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sealedLength"/> is too small.</exception>
    public int GetOpenedLength(int sealedLength)
    {
        ThrowIfWithoutTag();
        ArgumentOutOfRangeException.ThrowIfLessThan(sealedLength, SealOverhead, nameof(sealedLength));
        return sealedLength - (int)SealOverhead;
    }

    /// <summary>Encrypts the plaintext with a random nonce of 16 bytes. The sealed message is nonce ‖ ciphertext.</summary>
    /// <remarks>The associated data is always one string here: <c>null</c> is an empty string.</remarks>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <returns>The sealed message: <see cref="GetSealedLength"/> bytes.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0: nothing would be authenticated.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="plaintext"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The result would be too long.</exception>
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
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="destination">
    /// The sealed message: <see cref="GetSealedLength"/> bytes. It must not overlap the plaintext. This argument is last, unlike in Encrypt.
    /// </param>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
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

    /// <summary>Decrypts a message from <see cref="Seal(byte[], byte[])"/>, if it is authentic.</summary>
    /// <param name="sealedMessage">The sealed message: nonce ‖ ciphertext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <returns>The plaintext.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0: nothing would be authenticated.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="sealedMessage"/> is <c>null</c>.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic, or is too short.</exception>
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
    /// <param name="sealedMessage">The sealed message: nonce ‖ ciphertext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="plaintext">The plaintext: <see cref="GetOpenedLength"/> bytes. It must not overlap the sealed message.</param>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Open(ReadOnlySpan<byte> sealedMessage, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (!TryOpen(sealedMessage, associatedData, plaintext))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <summary>Tries to decrypt a message from <see cref="Seal(byte[], byte[])"/>.</summary>
    /// <param name="sealedMessage">The sealed message: nonce ‖ ciphertext.</param>
    /// <param name="associatedData">The associated data.</param>
    /// <param name="plaintext">
    /// The plaintext: <see cref="GetOpenedLength"/> bytes, or any length for a message that is too short. It must not overlap the sealed message.
    /// </param>
    /// <returns><c>true</c> if the message is authentic; <c>false</c> if not, or if it is too short.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidOperationException"><see cref="TagSizeInBytes"/> is 0: nothing would be authenticated.</exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
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

    /// <summary>Overwrites the key and everything derived from it. You can call it more than once.</summary>
    public void Dispose() => _mode.Dispose();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckEncryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext)
    {
        if (!AreUsual(nonce, plaintext, ciphertext, TagSizeInBytes))
        {
            CheckUnusualEncryption(nonce, plaintext, ciphertext);
        }
    }

    /// <returns>False if the ciphertext is shorter than the tag.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool CheckDecryption(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext) =>
        AreUsual(nonce, ciphertext, plaintext, -TagSizeInBytes) || CheckUnusualDecryption(nonce, ciphertext, plaintext);

    /// <summary>Whether lengths are correct and buffers are separate, as in nearly every call. If not, the checks run one by one.</summary>
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

    /// <summary>Refuses a ciphertext that is shorter than the tag. No length of plaintext would be correct, so any is accepted.</summary>
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

    /// <summary>A long, because a tag may be so long that the sum exceeds an int.</summary>
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
