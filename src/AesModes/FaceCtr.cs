using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// Encrypts and decrypts with AES in counter mode (NIST SP 800-38A §6.5), without authentication. FACE reuses what counter blocks have in common (J. H. Park,
/// D. H. Lee, "FACE: Fast AES CTR mode Encryption Techniques based on the Reuse of Repetitive Data", TCHES 2018). The output is that of any AES-CTR.
/// </summary>
/// <remarks>
/// <para>The counter block is one big-endian number, which wraps modulo 2¹²⁸. A message has any length, and a call may begin at any byte of it.</para>
/// <para><b>Not authenticated</b>: a changed bit of ciphertext changes the same bit of plaintext, without an error. Use <see cref="AesGcmSiv"/> or
/// <see cref="Aez"/> unless something else authenticates the ciphertext.</para>
/// <para><b>Never use a counter block twice under one key</b>: two messages with the same key stream reveal their difference. A message of n blocks uses n
/// counter blocks from its initial counter on. One key may process 4 PiB in all and, with random initial counters, at most 2³²
/// messages of 64 GiB or less. Your program must count both.</para>
/// <para>Any number of threads can use an instance at the same time, also for parts of one message. If another thread disposes the instance during a call, the call
/// returns the correct result or throws <see cref="ObjectDisposedException"/>.</para>
/// <para>Timing depends on lengths, position and counter, not on keys or contents. Without AES instructions, this holds only in 64-bit
/// processes outside the browser. It was checked mainly with the JIT of .NET 10 (SECURITY.md). Apart from the self-tests of first calls, Encrypt and
/// Decrypt do not allocate on the managed heap.</para>
/// <para>A destination may begin at the same byte as its source. Any other overlap with a destination is invalid.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Security.Cryptography;
/// using AesModes;
///
/// byte[] key = RandomNumberGenerator.GetBytes(32);
/// using FaceCtr ctr = new(key);
///
/// byte[] plaintext = RandomNumberGenerator.GetBytes(3000);
/// byte[] ciphertext = new byte[plaintext.Length];
/// byte[] initialCounter = RandomNumberGenerator.GetBytes(FaceCtr.CounterSizeInBytes);
/// ctr.Encrypt(initialCounter, plaintext, ciphertext);                                          // not authenticated
///
/// byte[] piece = new byte[24];
/// ctr.Decrypt(initialCounter, ciphertext.AsSpan(1000, piece.Length), piece, position: 1000);   // from the middle
/// </code>
/// </example>
public sealed class FaceCtr : IDisposable
{
    private static readonly KeySizes _keySizes = new(16, 32, 8);
    private static readonly KeySizes _counterSizes = new(BlockSize, BlockSize, 1);

    private readonly CtrCipher _mode;

    /// <summary>Initializes a new instance of the <see cref="FaceCtr"/> class with a copy of the key.</summary>
    /// <param name="key">The key: 16, 24 or 32 bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException"><paramref name="key"/> is not 16, 24 or 32 bytes long.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. Later calls can throw it too.
    /// </exception>
    public FaceCtr(byte[] key)
        : this(Arguments.NotNull(key).AsSpan())
    {
    }

    /// <inheritdoc cref="FaceCtr(byte[])"/>
    public FaceCtr(ReadOnlySpan<byte> key)
        : this(key, Backend.Require())
    {
    }

    /// <summary>Initializes an instance on the given backend: for tests, benchmarks and the tool.</summary>
    internal FaceCtr(ReadOnlySpan<byte> key, Backend backend)
    {
        Arguments.CheckSize(key, _keySizes);
        _mode = backend.CreateCtr(key);
    }

    /// <summary>Gets a value that indicates whether the machine supports AES-CTR: <c>false</c> only if it is big-endian.</summary>
    public static bool IsSupported => Backend.Default is not null;

    /// <summary>Gets a value that indicates whether the process uses AES instructions; see <see cref="AesGcmSiv.IsHardwareAccelerated"/>.</summary>
    public static bool IsHardwareAccelerated => Backend.Default is { IsHardwareAccelerated: true };

    /// <summary>Gets a description of the backend in use; see <see cref="AesGcmSiv.BackendDescription"/>.</summary>
    public static string BackendDescription => Backend.DefaultDescription;

    /// <summary>Gets the supported key sizes in bytes: 16, 24 and 32 (FIPS 197).</summary>
    public static KeySizes KeyByteSizes => _keySizes;

    /// <summary>Gets the size of a counter block in bytes: 16.</summary>
    public static int CounterSizeInBytes => BlockSize;

    /// <summary>Encrypts a part of a message (SP 800-38A §6.5).</summary>
    /// <param name="initialCounter">The counter block of the message's first block: 16 bytes.</param>
    /// <param name="plaintext">The part to encrypt.</param>
    /// <param name="ciphertext">The ciphertext. It must be as long as the plaintext.</param>
    /// <param name="position">The byte of the message at which the part begins. It need not be the first of a block.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="position"/> is negative, or the end of the part exceeds <see cref="long.MaxValue"/>.
    /// </exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Encrypt(ReadOnlySpan<byte> initialCounter, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, long position = 0)
    {
        ThrowIfDisposed();
        Arguments.CheckSize(initialCounter, _counterSizes);
        Arguments.CheckDestination(ciphertext, plaintext.Length);
        Arguments.CheckPosition(position, plaintext.Length);
        Arguments.CheckSameOrApart(plaintext, ciphertext);
        Arguments.CheckApart(initialCounter, ciphertext);
        _mode.Xor(BinaryPrimitives.ReadUInt128BigEndian(initialCounter), position, plaintext, ciphertext);
    }

    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, long)"/>
    /// <exception cref="ArgumentNullException">An array is <c>null</c>.</exception>
    [OverloadResolutionPriority(1)]
    [SuppressMessage("ApiDesign", "RS0026:Do not add multiple public overloads with optional parameters", Justification = "The priority decides between them.")]
    public void Encrypt(byte[] initialCounter, byte[] plaintext, byte[] ciphertext, long position = 0)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(initialCounter);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        Encrypt(initialCounter.AsSpan(), plaintext, ciphertext, position);
    }

    /// <summary>Decrypts a part of a message (SP 800-38A §6.5). It does not detect changes.</summary>
    /// <param name="initialCounter">The counter block of the message's first block: 16 bytes.</param>
    /// <param name="ciphertext">The part to decrypt.</param>
    /// <param name="plaintext">The plaintext. It must be as long as the ciphertext.</param>
    /// <param name="position">The byte of the message at which the part begins. It need not be the first of a block.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="position"/> is negative, or the end of the part exceeds <see cref="long.MaxValue"/>.
    /// </exception>
    /// <exception cref="ArgumentException">A length or an overlap is invalid.</exception>
    public void Decrypt(ReadOnlySpan<byte> initialCounter, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext, long position = 0)
    {
        ThrowIfDisposed();
        Arguments.CheckSize(initialCounter, _counterSizes);
        Arguments.CheckDestination(plaintext, ciphertext.Length);
        Arguments.CheckPosition(position, ciphertext.Length);
        Arguments.CheckSameOrApart(ciphertext, plaintext);
        Arguments.CheckApart(initialCounter, plaintext);
        _mode.Xor(BinaryPrimitives.ReadUInt128BigEndian(initialCounter), position, ciphertext, plaintext);
    }

    /// <inheritdoc cref="Decrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, long)"/>
    /// <exception cref="ArgumentNullException">An array is <c>null</c>.</exception>
    [OverloadResolutionPriority(1)]
    [SuppressMessage("ApiDesign", "RS0026:Do not add multiple public overloads with optional parameters", Justification = "The priority decides between them.")]
    public void Decrypt(byte[] initialCounter, byte[] ciphertext, byte[] plaintext, long position = 0)
    {
        ThrowIfDisposed();
        ArgumentNullException.ThrowIfNull(initialCounter);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(plaintext);
        Decrypt(initialCounter.AsSpan(), ciphertext, plaintext, position);
    }

    /// <summary>Creates a transform, for example for <see cref="CryptoStream"/>.</summary>
    /// <remarks>
    /// The transform keeps its place in the key stream between calls, which take any number of bytes. <see cref="ICryptoTransform.TransformFinalBlock"/> does not
    /// return to the start, because that would use the key stream twice. The transform has its own copy of the keys, so you can dispose this instance first. It
    /// serves one thread at a time. If another thread disposes it during a call, the call returns the correct
    /// result, or clears its output and throws <see cref="ObjectDisposedException"/>.
    /// </remarks>
    /// <param name="initialCounter">The counter block of the message's first block: 16 bytes.</param>
    /// <returns>The transform. The caller disposes it.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="initialCounter"/> is not 16 bytes long.</exception>
    public ICryptoTransform CreateEncryptor(ReadOnlySpan<byte> initialCounter)
    {
        ThrowIfDisposed();
        Arguments.CheckSize(initialCounter, _counterSizes);
        return _mode.CreateTransform(BinaryPrimitives.ReadUInt128BigEndian(initialCounter));
    }

    /// <inheritdoc cref="CreateEncryptor"/>
    public ICryptoTransform CreateDecryptor(ReadOnlySpan<byte> initialCounter) => CreateEncryptor(initialCounter);

    /// <summary>Creates a stream that decrypts another stream while it is read.</summary>
    /// <remarks>
    /// <para><b>Not authenticated</b>: the stream returns changed ciphertext as changed plaintext, without an error.</para>
    /// <para>Position 0 of the stream is the source's position at the time of this call, where the initial counter applies. If the source can seek, so can the stream,
    /// and a seek costs no more than the source's. Such a stream has no position of its own: whoever moves the source moves the stream.</para>
    /// <para>The stream is read-only, because two writes at one position would use the key stream twice.</para>
    /// <para>The stream has its own copy of the key, so you can dispose this instance first. Disposing the stream overwrites the copy. A read that completes synchronously
    /// allocates at most its <c>Task</c>. <see cref="Stream.CopyTo(Stream)"/> leaves plaintext in a buffer of the shared pool.</para>
    /// <para>The stream serves one thread at a time. If another thread disposes it during a read, the read returns the correct result, or clears what it
    /// read and throws <see cref="ObjectDisposedException"/>. Exceptions of the source pass through.</para>
    /// </remarks>
    /// <param name="ciphertext">The source. It must be able to read.</param>
    /// <param name="initialCounter">The counter block that applies at the source's position: 16 bytes.</param>
    /// <param name="leaveOpen"><c>true</c> to leave the source open when the stream is disposed.</param>
    /// <returns>The stream. The caller disposes it.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="ciphertext"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="ciphertext"/> cannot read, or <paramref name="initialCounter"/> is not 16 bytes long.
    /// </exception>
    public Stream CreateReadStream(Stream ciphertext, ReadOnlySpan<byte> initialCounter, bool leaveOpen = false)
    {
        ThrowIfDisposed();
        Arguments.CheckReadable(ciphertext);
        Arguments.CheckSize(initialCounter, _counterSizes);
        return new CtrReadStream(ciphertext, leaveOpen, _mode.Copy(), BinaryPrimitives.ReadUInt128BigEndian(initialCounter));
    }

    /// <summary>Overwrites the key and everything derived from it. You can call it more than once.</summary>
    public void Dispose() => _mode.Dispose();

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_mode.IsDisposed, typeof(FaceCtr));
}
