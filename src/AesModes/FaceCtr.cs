using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>
/// AES in counter mode (NIST SP 800-38A §6.5) with FACE, which reuses what counter blocks have in common (J. H. Park, D. H. Lee, "FACE: Fast
/// AES CTR mode Encryption Techniques based on the Reuse of Repetitive Data", TCHES 2018). The result is that of any AES-CTR.
/// </summary>
/// <remarks>
/// <para>Key: 16, 24 or 32 bytes. Counter block: 16 bytes, one big-endian number that wraps modulo 2¹²⁸. Text: any size, from any byte
/// position of the key stream on.</para>
/// <para><b>Not authenticated</b>: whoever changes a bit of the ciphertext changes that bit of the plaintext, and nothing tells. Take
/// <see cref="AesGcmSiv"/> or <see cref="Aez"/> unless something else authenticates the ciphertext.</para>
/// <para><b>Never use a counter block twice under one key</b>: two texts with the same key stream give away their difference. A text of n
/// blocks uses n counters from its initial counter on.</para>
/// <para>Instances hold no state between calls: any number of threads may use one at the same time, also for pieces of one text.
/// <see cref="Dispose"/> may race with them; such a call ends with its right result or with <see cref="ObjectDisposedException"/>.</para>
/// <para>Timing depends on lengths, position and counter alone, not on keys or texts, on every backend. No call allocates on the managed
/// heap, except those that make a transform.</para>
/// <para>Source and destination may be the same memory, beginning at the same byte; any other overlap is refused.</para>
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

    /// <summary>Makes an instance that works with a copy of the key.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="key"/> has another size.</exception>
    /// <exception cref="PlatformNotSupportedException">The machine is big-endian.</exception>
    /// <exception cref="CryptographicException">
    /// Every backend failed a self-test: the machine or the runtime gives wrong results. A method that first uses a code path throws it too.
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

    /// <summary>On a backend of the caller's choice: for tests, benchmarks and the tool.</summary>
    internal FaceCtr(ReadOnlySpan<byte> key, Backend backend)
    {
        Arguments.CheckSize(key, _keySizes);
        _mode = backend.CreateCtr(key);
    }

    /// <summary>Whether this machine runs AES-CTR: true on every little-endian one, as there is always the managed fallback.</summary>
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

    /// <summary>The allowed sizes of a key in bytes: 16, 24 and 32 (FIPS 197).</summary>
    public static KeySizes KeyByteSizes => _keySizes;

    /// <summary>The size of a counter block in bytes: 16.</summary>
    public static int CounterSizeInBytes => BlockSize;

    /// <summary>Encrypts a piece of a text (SP 800-38A §6.5).</summary>
    /// <param name="initialCounter">16 bytes: the counter block of the text's first block.</param>
    /// <param name="plaintext">The piece.</param>
    /// <param name="ciphertext">Receives as many bytes: the plaintext's memory or memory apart from it.</param>
    /// <param name="position">Where in the text the piece begins, in bytes; any byte, not only a block's first.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="position"/> is negative, or the piece ends behind <see cref="long.MaxValue"/>.
    /// </exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
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
    /// <exception cref="ArgumentNullException">An array is null.</exception>
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

    /// <summary>Decrypts a piece of a text (SP 800-38A §6.5). Nothing tells whether it is what was encrypted.</summary>
    /// <param name="initialCounter">16 bytes: that of the encryption.</param>
    /// <param name="ciphertext">The piece.</param>
    /// <param name="plaintext">Receives as many bytes: the ciphertext's memory or memory apart from it.</param>
    /// <param name="position">Where in the text the piece begins, in bytes; any byte, not only a block's first.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="position"/> is negative, or the piece ends behind <see cref="long.MaxValue"/>.
    /// </exception>
    /// <exception cref="ArgumentException">A size is wrong, or memory overlaps that may not.</exception>
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
    /// <exception cref="ArgumentNullException">An array is null.</exception>
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

    /// <summary>Makes a transform for <see cref="CryptoStream"/> and everything else that takes one.</summary>
    /// <remarks>
    /// It keeps its place in the key stream from call to call, of any size, across <see cref="ICryptoTransform.TransformFinalBlock"/> too: going
    /// back would use the key stream twice. It has its own copy of the keys: this instance may be disposed before it. It serves one thread at
    /// a time; when another one disposes it during a call, the call clears its output and throws <see cref="ObjectDisposedException"/>.
    /// </remarks>
    /// <param name="initialCounter">16 bytes: the counter block of the text's first block.</param>
    /// <returns>The transform, to be disposed by the caller.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="initialCounter"/> has not 16 bytes.</exception>
    public ICryptoTransform CreateEncryptor(ReadOnlySpan<byte> initialCounter)
    {
        ThrowIfDisposed();
        Arguments.CheckSize(initialCounter, _counterSizes);
        return _mode.CreateTransform(BinaryPrimitives.ReadUInt128BigEndian(initialCounter));
    }

    /// <inheritdoc cref="CreateEncryptor"/>
    public ICryptoTransform CreateDecryptor(ReadOnlySpan<byte> initialCounter) => CreateEncryptor(initialCounter);

    /// <summary>Makes a stream that decrypts another one while it is read.</summary>
    /// <remarks>
    /// <para><b>Not authenticated</b>: the stream returns changed ciphertext as changed plaintext, without an error.</para>
    /// <para>Position 0 of the stream is the source's position at this call, and the initial counter belongs to it. The stream can seek if the source can.
    /// A seek costs what the source's seek costs. The stream takes its position from a source that can seek, so whoever moves the source moves the stream.</para>
    /// <para>The stream is read-only. There is no writing stream that can seek: writing twice at one position would use the key stream twice.</para>
    /// <para>The stream has its own copy of the key: this instance may be disposed before it. Disposing the stream overwrites that copy. A read that
    /// completes at once allocates nothing. <see cref="Stream.CopyTo(Stream)"/> leaves plaintext in a buffer of the shared pool.</para>
    /// <para>The stream serves one thread at a time. If another thread disposes it during a read, the read returns its right result, or it clears what it
    /// read and throws <see cref="ObjectDisposedException"/>. The source's exceptions pass through.</para>
    /// </remarks>
    /// <param name="ciphertext">The source. It must be able to read.</param>
    /// <param name="initialCounter">16 bytes: the counter block of the first block after the source's position.</param>
    /// <param name="leaveOpen">Whether the source stays open when the stream is disposed.</param>
    /// <returns>The stream, to be disposed by the caller.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="ciphertext"/> is null.</exception>
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

    /// <summary>Overwrites the key and all that was derived from it. May be called more than once, and while other threads use the instance.</summary>
    public void Dispose() => _mode.Dispose();

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_mode.IsDisposed, typeof(FaceCtr));
}
