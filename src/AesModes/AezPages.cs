using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// Pages of fixed size in a stream that can seek, each enciphered by <see cref="Aez"/> with its number as the nonce: for disk sectors and databases.
/// </summary>
/// <remarks>
/// <para>The pages are the whole stream, from its position 0 on. Page n begins at n · (<see cref="PageSizeInBytes"/> + <see cref="TagSizeInBytes"/>). Its nonce
/// is n in 8 bytes, big-endian, and there is no associated data.</para>
/// <para><b>What is protected</b>: nobody without the key reads a page. With a tag, a changed page is refused. Without one, it opens as noise. A page put in
/// another page's place counts as changed.</para>
/// <para><b>What is not protected</b>: an old version of a page put back is not noticed. Nor is a stream cut after a whole page. The same content written
/// again to the same page gives the same bytes, and that shows. If two streams share a key, an attacker can swap pages with the same number. Use a different key for each stream.</para>
/// <para>If the stream fails while it writes, that page may be lost. If the page was to be appended, the stream may end with a part of a page. Then every call
/// throws <see cref="InvalidDataException"/> until the stream is cut.</para>
/// <para>An instance serves one thread at a time, and nothing else may use the stream meanwhile. <see cref="Dispose"/> may race with a call: the call ends
/// with its right result or with an exception, and writes no page under an erased key.</para>
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

    /// <summary>Without a tag a shorter page could be guessed, or changed to what the attacker wants by a few tries.</summary>
    private const int LeastPageSize = 16;

    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly AezCipher _mode;

    /// <summary>A page as it is in the stream. Pinned, as AEZ works in it. Between calls it holds ciphertext alone.</summary>
    private readonly byte[] _buffer;

    /// <summary>Makes an instance that works with a copy of the key.</summary>
    /// <param name="stream">The pages. It must be able to read and to seek, and for <see cref="WritePage"/> to write.</param>
    /// <param name="key">One byte or more, best 48 random bytes: see <see cref="Aez"/>. Used for nothing else.</param>
    /// <param name="pageSizeInBytes">The size of a page's plaintext: 16 bytes or more.</param>
    /// <param name="tagSizeInBytes">16, or 0 for pages that take no more room than their plaintext; then nothing is authenticated.</param>
    /// <param name="leaveOpen">Whether the stream stays open when the instance is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> or <paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="stream"/> cannot read or seek, or <paramref name="key"/> is empty or weak: 48 bytes of which a third is zero or two thirds are equal.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="tagSizeInBytes"/> is neither 0 nor 16, <paramref name="pageSizeInBytes"/> is below 16, or a page and its tag are longer than an array can be.
    /// </exception>
    /// <exception cref="InvalidDataException">The stream's length is not a whole number of pages.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. A method that first uses a code path throws it too.
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

    /// <summary>On a backend of the caller's choice: for tests.</summary>
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

    /// <summary>The size of a page's plaintext in bytes.</summary>
    public int PageSizeInBytes { get; }

    /// <summary>By how many bytes a page in the stream is longer than its plaintext: 0 or 16.</summary>
    public int TagSizeInBytes => _mode.TagSize;

    /// <summary>The number of pages in the stream.</summary>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="InvalidDataException">The stream's length is not a whole number of pages.</exception>
    public long PageCount
    {
        get
        {
            ObjectDisposedException.ThrowIf(_mode.IsDisposed, this);
            return CountPages(_stream, _buffer.Length);
        }
    }

    /// <summary>Reads and deciphers a page (AEZ v5, Decrypt).</summary>
    /// <param name="page">Its number: below <see cref="PageCount"/>.</param>
    /// <param name="destination">Receives its plaintext: <see cref="PageSizeInBytes"/> bytes.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such page.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> has another size.</exception>
    /// <exception cref="InvalidDataException">The stream's length is not a whole number of pages.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The page is not what was written there under this key. The destination was cleared. Never without a tag.
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

    /// <summary>Enciphers and writes a page (AEZ v5, Encrypt). It does not flush the stream.</summary>
    /// <param name="page">Its number. <see cref="PageCount"/> appends it; pages beyond that are refused, as those between would not be authentic.</param>
    /// <param name="source">Its plaintext: <see cref="PageSizeInBytes"/> bytes.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="page"/> is negative or above <see cref="PageCount"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> has another size.</exception>
    /// <exception cref="InvalidDataException">The stream's length is not a whole number of pages.</exception>
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

    /// <summary>Overwrites the key and disposes the stream, unless it was to be left open.</summary>
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
