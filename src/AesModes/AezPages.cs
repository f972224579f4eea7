using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// Encrypts pages of fixed size, such as disk sectors or database pages, in a stream that can seek. <see cref="Aez"/> encrypts each page with its number as the
/// nonce.
/// </summary>
/// <remarks>
/// <para>The pages fill the stream from its position 0. Page n begins at n · (<see cref="PageSizeInBytes"/> + <see cref="TagSizeInBytes"/>). Its nonce is n in 8
/// bytes, big-endian. It has no associated data.</para>
/// <para><b>Protected</b>: nobody reads a page without the key. With a tag, a changed page is rejected. Without one, it decrypts to noise. A page moved to
/// another place counts as changed.</para>
/// <para><b>Not protected</b>: an old version of a page is accepted, and so is a stream that was cut after a whole page. The same content in the same
/// page gives the same bytes, so an observer sees when old content comes back. Pages with the same number can be swapped between streams with the same key. Use
/// a different key for each stream.</para>
/// <para>If the stream fails during a write, that page may be lost. An appended page may be written in part. Then every call throws
/// <see cref="InvalidDataException"/> until you cut the stream to whole pages. Exceptions of the stream pass through.</para>
/// <para>An instance serves one thread at a time. During a call, nothing else may use the stream. If another thread disposes the instance during a call, the call
/// returns the correct result or throws, and writes no page with an erased key.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Security.Cryptography;
/// using AesModes;
///
/// byte[] key = RandomNumberGenerator.GetBytes(48);
/// using FileStream file = File.Open(Path.GetTempFileName(), FileMode.Open);
/// using AezPages pages = new(file, key, pageSizeInBytes: 4096);
///
/// byte[] page = RandomNumberGenerator.GetBytes(4096);
/// pages.WritePage(0, page);
/// pages.ReadPage(0, page);   // throws if the page was changed in the file
/// </code>
/// </example>
public sealed class AezPages : IDisposable
{
    private const string Priority = "The array overload is the better one for an array.";

    /// <summary>Without a tag, an attacker could guess a shorter page, or change it to a chosen one in a few tries.</summary>
    private const int LeastPageSize = 16;

    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly AezCipher _mode;

    /// <summary>A page as the stream stores it. Pinned, because AEZ works in it. It holds only ciphertext between calls.</summary>
    private readonly byte[] _buffer;

    /// <summary>Initializes a new instance of the <see cref="AezPages"/> class with a copy of the key.</summary>
    /// <param name="stream">The pages. It must be able to read and seek, and to write for <see cref="WritePage"/>.</param>
    /// <param name="key">The key, as for <see cref="Aez"/>: one byte or more, preferably 48 random bytes. Use it for nothing else.</param>
    /// <param name="pageSizeInBytes">The length of a page's plaintext: 16 bytes or more.</param>
    /// <param name="tagSizeInBytes">16, or 0 for no tag. Without a tag, a page is as long as its plaintext and is not authenticated.</param>
    /// <param name="leaveOpen"><c>true</c> to leave the stream open when the instance is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> or <paramref name="key"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="stream"/> cannot read or seek, or <paramref name="key"/> is empty or weak: 48 bytes with two equal 16-byte thirds, or with a third of zeros.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="tagSizeInBytes"/> is not 0 or 16, <paramref name="pageSizeInBytes"/> is below 16, or a page with its tag exceeds the longest array.
    /// </exception>
    /// <exception cref="InvalidDataException">The stream ends within a page.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. Later calls can throw it too.
    /// </exception>
    [SuppressMessage("ApiDesign", "RS0026:Do not add multiple public overloads with optional parameters", Justification = Priority)]
    public AezPages(Stream stream, byte[] key, int pageSizeInBytes = 4096, int tagSizeInBytes = 16, bool leaveOpen = false)
        : this(Arguments.NotNull(stream), Arguments.NotNull(key).AsSpan(), pageSizeInBytes, tagSizeInBytes, leaveOpen)
    {
    }

    /// <inheritdoc cref="AezPages(Stream, byte[], int, int, bool)"/>
    [SuppressMessage("ApiDesign", "RS0026:Do not add multiple public overloads with optional parameters", Justification = Priority)]
    public AezPages(Stream stream, ReadOnlySpan<byte> key, int pageSizeInBytes = 4096, int tagSizeInBytes = 16, bool leaveOpen = false)
        : this(Arguments.NotNull(stream), Arguments.NotWeak(key), pageSizeInBytes, tagSizeInBytes, leaveOpen, Backend.Require())
    {
    }

    /// <summary>Initializes an instance on the given backend: for tests.</summary>
    internal AezPages(Stream stream, ReadOnlySpan<byte> key, int pageSizeInBytes, int tagSizeInBytes, bool leaveOpen, Backend backend)
    {
        Arguments.CheckReadable(stream, seekable: true);
        Arguments.CheckNotEmpty(key);
        if (tagSizeInBytes is not (0 or 16))
        {
            throw new ArgumentOutOfRangeException(nameof(tagSizeInBytes), tagSizeInBytes, "The tag size must be 0 or 16 bytes.");
        }

        ArgumentOutOfRangeException.ThrowIfLessThan(pageSizeInBytes, LeastPageSize);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(pageSizeInBytes, Array.MaxLength - tagSizeInBytes);
        (_stream, PageSizeInBytes, _leaveOpen) = (stream, pageSizeInBytes, leaveOpen);
        _ = CountPages(stream, pageSizeInBytes + tagSizeInBytes);
        _buffer = GC.AllocateUninitializedArray<byte>(pageSizeInBytes + tagSizeInBytes, pinned: true);
        _mode = backend.CreateAez(key, tagSizeInBytes);
    }

    /// <summary>Gets the length of a page's plaintext in bytes.</summary>
    public int PageSizeInBytes { get; }

    /// <summary>Gets the number of bytes by which a page in the stream is longer than its plaintext: 0 or 16.</summary>
    public int TagSizeInBytes => _mode.TagSize;

    /// <summary>Gets the number of pages in the stream.</summary>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidDataException">The stream ends within a page.</exception>
    public long PageCount
    {
        get
        {
            ObjectDisposedException.ThrowIf(_mode.IsDisposed, this);
            return CountPages(_stream, _buffer.Length);
        }
    }

    /// <summary>Reads and decrypts a page (AEZ v5, Decrypt).</summary>
    /// <param name="page">The page number: below <see cref="PageCount"/>.</param>
    /// <param name="destination">The plaintext: <see cref="PageSizeInBytes"/> bytes.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The page does not exist.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> has an incorrect length.</exception>
    /// <exception cref="InvalidDataException">The stream ends within a page.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The page is not what was written there with this key. The destination is cleared. Without a tag, this exception is never thrown.
    /// </exception>
    public void ReadPage(long page, Span<byte> destination)
    {
        long count = PageCount;
        ArgumentOutOfRangeException.ThrowIfNegative(page);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(page, count);
        Arguments.CheckDestination(destination, PageSizeInBytes);
        _stream.Position = page * _buffer.Length;
        _stream.ReadExactly(_buffer);
        Span<byte> nonce = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(nonce, page);
        AezMessage message = new(nonce, _buffer, destination);
        if (!_mode.TryDecrypt(in message))
        {
            throw new AuthenticationTagMismatchException();
        }
    }

    /// <summary>Encrypts and writes a page (AEZ v5, Encrypt). It does not flush the stream.</summary>
    /// <param name="page">
    /// The page number: below <see cref="PageCount"/> to replace a page, <see cref="PageCount"/> to append one. Higher numbers are refused, because the pages
    /// between would not be authentic.
    /// </param>
    /// <param name="source">The plaintext: <see cref="PageSizeInBytes"/> bytes.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="page"/> is negative or above <see cref="PageCount"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> has an incorrect length.</exception>
    /// <exception cref="InvalidDataException">The stream ends within a page.</exception>
    /// <exception cref="NotSupportedException">The stream cannot write.</exception>
    public void WritePage(long page, ReadOnlySpan<byte> source)
    {
        long count = PageCount;
        ArgumentOutOfRangeException.ThrowIfNegative(page);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(page, count);
        Arguments.CheckDestination(source, PageSizeInBytes);
        Span<byte> nonce = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(nonce, page);
        AezMessage message = new(nonce, source, _buffer);
        _mode.Encrypt(in message);
        _stream.Position = page * _buffer.Length;
        _stream.Write(_buffer);
    }

    /// <summary>Overwrites the key and everything derived from it, and disposes the stream unless it is left open.</summary>
    public void Dispose()
    {
        _mode.Dispose();
        if (!_leaveOpen)
        {
            _stream.Dispose();
        }
    }

    private static long CountPages(Stream stream, int size)
    {
        (long count, long rest) = Math.DivRem(stream.Length, size);
        return rest == 0 ? count : throw new InvalidDataException(
            string.Create(CultureInfo.InvariantCulture, $"The stream is {stream.Length} bytes long; it must be a whole number of pages of {size} bytes."));
    }
}
