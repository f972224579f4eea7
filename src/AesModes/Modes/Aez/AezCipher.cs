using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>
/// AEZ v5 behind the argument checks of <see cref="Aez"/>: one subclass for each backend, so that a message costs one virtual call.
/// Names are the specification's.
/// </summary>
internal abstract class AezCipher(Backend backend, int tagSize, bool isTrial) : KeyedMode<AezCipher>(backend, AezKey.Count, typeof(Aez), isTrial)
{
    /// <summary>The size of I ‖ J ‖ L.</summary>
    public const int ExtractedKeySize = 3 * BlockSize;

    /// <summary>In bytes: τ / 8.</summary>
    public int TagSize => tagSize;

    /// <summary>I ‖ J ‖ L (AEZ v5, Extract): a key of 48 bytes as it is, any other by BLAKE2b.</summary>
    public static void Extract(ReadOnlySpan<byte> key, Span<byte> extracted)
    {
        if (key.Length == ExtractedKeySize)
        {
            key.CopyTo(extracted);
        }
        else
        {
            Blake2b.Hash(key, extracted);
        }
    }

    /// <summary>Whether a key that is used as it is makes AEZ insecure: one of I, J and L is zero, or two are equal (docs/aez.md#weak-keys).</summary>
    /// <remarks>It compares all of them whatever it finds: only the answer becomes public.</remarks>
    public static bool IsWeak(ReadOnlySpan<byte> key)
    {
        if (key.Length != ExtractedKeySize)
        {
            return false;
        }

        Vector128<byte> i = Vector128.Create<byte>(key[..BlockSize]);
        Vector128<byte> j = Vector128.Create<byte>(key[BlockSize..]);
        Vector128<byte> l = Vector128.Create<byte>(key[(2 * BlockSize)..]);
        ulong zeros = CountZero(i) | CountZero(j) | CountZero(l) | CountZero(i ^ j) | CountZero(j ^ l) | CountZero(i ^ l);
        return !Declassified.IsZero(Vector128.CreateScalar(zeros).AsByte());
    }

    /// <summary>1 if the block is zero, and 0 if not, without a branch.</summary>
    private static ulong CountZero(Vector128<byte> block)
    {
        ulong bits = block.AsUInt64().GetElement(0) | block.AsUInt64().GetElement(1);
        return ((bits | (0 - bits)) >> 63) ^ 1;
    }

    public void Encrypt(in AezMessage message) => _ = Encipher(in message, inverse: false);

    /// <summary>A digest of the expanded key, for a self-test: its key is not secret.</summary>
    public ulong DigestKey() => SelfTestData.Digest(0, MemoryMarshal.AsBytes(Key.Vectors));

    /// <summary>False, and the plaintext cleared, when the message is not authentic.</summary>
    public bool TryDecrypt(in AezMessage message)
    {
        bool authentic = Declassified.IsZero(Encipher(in message, inverse: true).Block);
        if (!authentic)
        {
            CryptographicOperations.ZeroMemory(message.Destination);
            Secrets.ClearRegisters();
        }

        return authentic;
    }

    /// <summary>
    /// Encipher and Decipher, of the source and zeros to the destination and further, whichever is longer: encryption's tag is not in its
    /// source, decryption's not in its destination. AEZ-prf where one of them is empty.
    /// </summary>
    /// <returns>All bits of the result that lie behind the destination: zero if a message that is decrypted is authentic.</returns>
    public abstract RegisterBlock Encipher(in AezMessage message, bool inverse);
}

/// <inheritdoc/>
internal sealed partial class AezCipher<TKernels> : AezCipher
    where TKernels : struct, IAezKernels
{
    /// <param name="backend">The backend of the kernels.</param>
    /// <param name="key">One byte or more.</param>
    /// <param name="tagSize">In bytes.</param>
    /// <param name="isTrial">Whether it runs self-tests.</param>
    public AezCipher(Backend backend, ReadOnlySpan<byte> key, int tagSize, bool isTrial)
        : base(backend, tagSize, isTrial)
    {
        SetUp(key, tagSize);
        Secrets.ClearStack<Stack4K>();

        // Keeps the finaliser from erasing the keys before this point.
        GC.KeepAlive(Key);
    }

    /// <summary>Not in the constructor, which clears this method's stack.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SetUp(ReadOnlySpan<byte> key, int tagSize)
    {
        Span<byte> extracted = stackalloc byte[ExtractedKeySize];
        Extract(key, extracted);
        Vector128<byte> i = Vector128.Create<byte>(extracted[..BlockSize]);
        Vector128<byte> j = Vector128.Create<byte>(extracted[BlockSize..]);
        Vector128<byte> l = Vector128.Create<byte>(extracted[(2 * BlockSize)..]);
        CryptographicOperations.ZeroMemory(extracted);
        ExpandKey(i, j, l, tagSize);
    }

    /// <summary>By itself, as a method with both a buffer and a loop is compiled with full optimisation at its first call.</summary>
    private void ExpandKey(Vector128<byte> i, Vector128<byte> j, Vector128<byte> l, int tagSize)
    {
        Span<Vector128<byte>> keys = Key.Vectors;
        keys[AezKey.J] = j;
        keys[AezKey.I] = i;
        keys[AezKey.L] = l;
        keys[AezKey.Aes4 + 3] = Vector128<byte>.Zero;
        for (int round = 0; round < 10; round++)
        {
            keys[AezKey.Aes10 + round] = (round % 3) switch { 0 => i, 1 => j, _ => l };
        }

        keys[AezKey.Multiples] = Vector128<byte>.Zero;
        for (int k = 0; k < 8; k++)
        {
            Vector128<byte> even = AezBlocks.Double(keys[AezKey.Multiples + (k / 2)]);
            Vector128<byte> multiple = k % 2 == 0 ? even : even ^ l;
            keys[AezKey.Multiples + k] = multiple;
            keys[AezKey.Multiples + 8 + k] = multiple;
        }

        Vector128<byte> doubledI = AezBlocks.Double(i);
        Vector128<byte> doubledJ = AezBlocks.Double(j);
        keys[AezKey.DoubledI] = doubledI;
        keys[AezKey.TripledJ] = doubledJ ^ j;
        keys[AezKey.QuadrupledJ] = AezBlocks.Double(doubledJ);
        keys[AezKey.TagSizeHash] = TKernels.Aes4(
            keys, AezBlocks.FromNumber(8 * (ulong)tagSize), keys[AezKey.TripledJ] ^ doubledI ^ l, Vector128<byte>.Zero);
        keys[AezKey.EmptyPartHash] = TKernels.Aes4(
            keys, doubledI ^ keys[AezKey.Multiples + 5], AezBlocks.Padding(0), Vector128<byte>.Zero);
    }

    public override RegisterBlock Encipher(in AezMessage message, bool inverse) =>
        TKernels.SpillsKeys ? EncipherAndClear(in message, inverse) : EncipherAny(in message, inverse);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private RegisterBlock EncipherAndClear(in AezMessage message, bool inverse)
    {
        RegisterBlock beyond = EncipherAny(in message, inverse);
        Secrets.ClearStack<Stack2K, Stack4K, Stack8K>(Math.Max(message.Source.Length, message.Destination.Length), 32, 2048);
        return beyond;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RegisterBlock EncipherAny(in AezMessage message, bool inverse)
    {
        ReadOnlySpan<Vector128<byte>> keys = Key.Vectors;
        if (message.Strings == 0 && message.Nonce.Length < 2 * BlockSize)
        {
            return Encipher(in message, inverse, in keys[AezKey.TagSizeHash]);
        }

        if ((Unproven & StringsBit) != 0)
        {
            return ProveStrings(in message, inverse);
        }

        // Before anything is written, as a caller's memory may throw.
        Vector128<byte> hashed = HashStrings(keys, in message);
        Secrets.ClearStack<Stack1K>();
        return Encipher(in message, inverse, in hashed);
    }

    /// <summary>By the cipher for its size.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inverse">Whether it is deciphered.</param>
    /// <param name="hashed">Δ without what <see cref="HashNonceEnd"/> adds: so the ciphers call nothing on their way, around which vectors would go to the stack.</param>
    /// <remarks>Whichever it is has the same parameters in the same order, so that the JIT makes a jump of the call.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RegisterBlock Encipher(in AezMessage message, bool inverse, in Vector128<byte> hashed)
    {
        int size = Math.Max(message.Source.Length, message.Destination.Length);
        if ((Unproven & SizeBit(size)) != 0)
        {
            return Prove(in message, inverse, in hashed);
        }

        if (Math.Min(message.Source.Length, message.Destination.Length) == 0)
        {
            return EncipherEmpty(in message, inverse, in hashed);
        }

        if (size < LeastCoreSize)
        {
            return EncipherTiny(in message, inverse, in hashed);
        }

        if (size < LeastCoreSize + PairSize)
        {
            return EncipherWithoutPairs(in message, inverse, in hashed);
        }

        if (TagSize <= PairSize)
        {
            return EncipherPairs(in message, inverse, in hashed);
        }

        return EncipherPairsPastEnd(in message, inverse, in hashed);
    }

    /// <summary>AEZ-hash: Δ, to what is known of it the last block of the nonce.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> HashNonceEnd(ReadOnlySpan<Vector128<byte>> keys, in AezMessage message, Vector128<byte> addend) =>
        HashEnd(keys, keys[AezKey.QuadrupledJ], message.Nonce, addend);

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> HashStrings(ReadOnlySpan<Vector128<byte>> keys, in AezMessage message)
    {
        Vector128<byte> multiple = keys[AezKey.QuadrupledJ];
        Vector128<byte> sum = HashBlocks(keys, in multiple, message.Nonce, Vector128<byte>.Zero);
        for (int k = 0; k < message.Strings; k++)
        {
            uint n = (uint)k + 5;
            multiple = n % 2 != 0 ? multiple ^ keys[AezKey.J] : AezBlocks.Multiply(n, keys[AezKey.J]);
            sum = HashBlocks(keys, in multiple, message[k], sum);
            sum = HashEnd(keys, multiple, message[k], sum);
        }

        return sum ^ keys[AezKey.TagSizeHash];
    }

    /// <summary>The sum of E^{j,i} of a string's whole blocks, if there are several.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> HashBlocks(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> text, Vector128<byte> addend) =>
        text.Length < 2 * BlockSize ? addend : addend ^ TKernels.AezHash(keys, in multipleOfJ, text[..(text.Length & -BlockSize)]);

    /// <summary>E^{j,1} of a single whole block, and E^{j,0} of what is left behind whole blocks, or when there are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> HashEnd(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> text, Vector128<byte> addend)
    {
        int whole = text.Length & -BlockSize;
        if (whole == BlockSize)
        {
            Vector128<byte> whitening = multipleOfJ ^ keys[AezKey.DoubledI] ^ keys[AezKey.L];
            // Not Partial.Load, whose text for less than a block the JIT would keep.
            addend = TKernels.Aes4(keys, whitening, Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(text)), addend);
        }

        int rest = text.Length - whole;
        return rest == 0 && whole != 0
            ? addend
            : TKernels.Aes4(keys, PartialBlock.Load(text[whole..]) | AezBlocks.Padding(rest), multipleOfJ ^ keys[AezKey.I], addend);
    }

    /// <summary>The ciphertext of the empty message, or what differs from it.</summary>
    private RegisterBlock EncipherEmpty(in AezMessage message, bool inverse, in Vector128<byte> hashed)
    {
        if (!IsProven(AezTests.Empty))
        {
            return Next.Encipher(in message, inverse);
        }

        Vector128<byte> difference = Vector128<byte>.Zero;
        if (inverse)
        {
            difference = ComparePrf(in message, in hashed);
        }
        else
        {
            Prf(in message, in hashed);
        }

        Secrets.ClearStack<Stack1K>();
        return new RegisterBlock(difference);
    }

    /// <summary>The ciphertext of the empty message: AEZ-prf, as many bytes as the tag has.</summary>
    [MethodImpl(Kernel.Options)]
    private void Prf(in AezMessage message, in Vector128<byte> hashed)
    {
        ReadOnlySpan<Vector128<byte>> keys = Key.Vectors;
        Vector128<byte> delta = HashNonceEnd(keys, in message, hashed);
        Span<byte> rest = message.Destination;
        for (uint number = 0; !rest.IsEmpty; number++)
        {
            PartialBlock.Store(PrfBlock(keys, delta, number), rest);
            rest = rest[Math.Min(rest.Length, BlockSize)..];
        }

        EndRead(message.Destination);
    }

    /// <summary>Zero if the tag is the empty message's, all of it.</summary>
    [MethodImpl(Kernel.Options)]
    private Vector128<byte> ComparePrf(in AezMessage message, in Vector128<byte> hashed)
    {
        ReadOnlySpan<Vector128<byte>> keys = Key.Vectors;
        Vector128<byte> delta = HashNonceEnd(keys, in message, hashed);
        Vector128<byte> difference = Vector128<byte>.Zero;
        ReadOnlySpan<byte> tag = message.Source;
        for (uint number = 0; !tag.IsEmpty; number++)
        {
            int count = Math.Min(tag.Length, BlockSize);
            difference |= (PrfBlock(keys, delta, number) ^ PartialBlock.Load(tag)) & PartialBlock.Mask(count);
            tag = tag[count..];
        }

        EndRead();
        return difference;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> PrfBlock(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> delta, uint number) =>
        TKernels.Aes10(keys, delta ^ AezBlocks.FromNumber(number), keys[AezKey.Multiples + 3], Vector128<byte>.Zero);

    /// <summary>To be called when the key was read, before anything made from it leaves.</summary>
    /// <exception cref="ObjectDisposedException">The instance was disposed before or meanwhile.</exception>
    private void EndRead() => EndRead(default);

    /// <summary>The same where something left before: that is taken back.</summary>
    /// <param name="destination">All that was written.</param>
    /// <exception cref="ObjectDisposedException">The instance was disposed before or meanwhile.</exception>
    private void EndRead(Span<byte> destination)
    {
        if (!Key.EndRead())
        {
            CryptographicOperations.ZeroMemory(destination);
            Key.ThrowDisposed();
        }
    }
}
