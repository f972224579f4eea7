using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>AEZ v5. <see cref="Aez"/> has checked the arguments. Each backend has a subclass, so that a message costs one virtual call. Names are the specification's.</summary>
internal abstract class AezCipher(Backend backend, int tagSize, bool isTrial) : KeyedMode<AezCipher>(backend, AezKey.Count, typeof(Aez), isTrial)
{
    /// <summary>The size of I ‖ J ‖ L.</summary>
    public const int ExtractedKeySize = 3 * BlockSize;

    /// <summary>The tag size in bytes: τ / 8.</summary>
    public int TagSize => tagSize;

    /// <summary>Derives I ‖ J ‖ L (AEZ v5, Extract). A key of 48 bytes is used as it is. BLAKE2b hashes any other.</summary>
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

    /// <summary>Returns whether a 48-byte key makes AEZ insecure: one of I, J and L is zero, or two are equal (docs/aez.md#weak-keys).</summary>
    /// <remarks>All comparisons always run, so only the answer becomes public.</remarks>
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

    /// <summary>Returns 1 if the block is zero, and 0 if not, without a branch.</summary>
    private static ulong CountZero(Vector128<byte> block)
    {
        ulong bits = block.AsUInt64().GetElement(0) | block.AsUInt64().GetElement(1);
        return ((bits | (0 - bits)) >> 63) ^ 1;
    }

    public void Encrypt(in AezMessage message) => _ = Encipher(in message, inverse: false);

    /// <summary>Returns a digest of the expanded key, for a self-test. Its key is not secret.</summary>
    public ulong DigestKey() => SelfTestData.Digest(0, MemoryMarshal.AsBytes(Key.Vectors));

    /// <summary>Decrypts. If the message is not authentic, it clears the plaintext and returns false.</summary>
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
    /// Enciphers or deciphers. In encryption the source lacks the tag, and zeros take its place. In decryption the destination has no room for the tag, and this
    /// method returns what belongs there. If source or destination is empty, it computes AEZ-prf.
    /// </summary>
    /// <returns>The OR of all blocks of the result past the end of the destination: zero if a decrypted message is authentic.</returns>
    public abstract RegisterBlock Encipher(in AezMessage message, bool inverse);
}

/// <inheritdoc/>
internal sealed partial class AezCipher<TKernels> : AezCipher
    where TKernels : struct, IAezKernels
{
    /// <param name="backend">The backend of the kernels.</param>
    /// <param name="key">The key: one byte or more.</param>
    /// <param name="tagSize">The tag size in bytes.</param>
    /// <param name="isTrial">Whether a self-test uses the object.</param>
    public AezCipher(Backend backend, ReadOnlySpan<byte> key, int tagSize, bool isTrial)
        : base(backend, tagSize, isTrial)
    {
        SetUp(key, tagSize);
        Secrets.ClearStack<Stack4K>();

        // Keeps the finaliser from erasing the keys before this point.
        GC.KeepAlive(Key);
    }

    /// <summary>Separate from the constructor, which clears this method's stack.</summary>
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

    /// <summary>Separate from <see cref="SetUp"/>: the JIT fully optimises a method with both a stack buffer and a loop at its first call, which takes longer.</summary>
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

        // Before anything is written: a caller's ReadOnlyMemory may throw.
        Vector128<byte> hashed = HashStrings(keys, in message);
        Secrets.ClearStack<Stack1K>();
        return Encipher(in message, inverse, in hashed);
    }

    /// <summary>Processes a message with the cipher for its size.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inverse">Whether to decipher.</param>
    /// <param name="hashed">Δ without the part that <see cref="HashNonceEnd"/> adds. The ciphers add it without a call, around which vectors would be spilled.</param>
    /// <remarks>All ciphers have the same parameters in the same order, so that the JIT turns the call into a jump.</remarks>
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

    /// <summary>Completes AEZ-hash: adds the last block of the nonce to the known part of Δ.</summary>
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

    /// <summary>Adds the sum of E^{j,i} of a string's whole blocks, if there are several.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> HashBlocks(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> text, Vector128<byte> addend) =>
        text.Length < 2 * BlockSize ? addend : addend ^ TKernels.AezHash(keys, in multipleOfJ, text[..(text.Length & -BlockSize)]);

    /// <summary>Adds E^{j,1} of a single whole block, and E^{j,0} of the rest after whole blocks, or of an empty rest if there are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> HashEnd(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> text, Vector128<byte> addend)
    {
        int whole = text.Length & -BlockSize;
        if (whole == BlockSize)
        {
            Vector128<byte> whitening = multipleOfJ ^ keys[AezKey.DoubledI] ^ keys[AezKey.L];
            // Not PartialBlock.Load: the JIT would keep its code for less than a block.
            addend = TKernels.Aes4(keys, whitening, Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(text)), addend);
        }

        int rest = text.Length - whole;
        return rest == 0 && whole != 0
            ? addend
            : TKernels.Aes4(keys, PartialBlock.Load(text[whole..]) | AezBlocks.Padding(rest), multipleOfJ ^ keys[AezKey.I], addend);
    }

    /// <summary>Computes the ciphertext of the empty message or, when deciphering, its difference from the given one.</summary>
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

    /// <summary>Writes the ciphertext of the empty message: AEZ-prf, as long as the tag.</summary>
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

    /// <summary>Returns zero if the whole tag is that of the empty message.</summary>
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

    /// <summary>Call it after reading the key, before releasing any output.</summary>
    /// <exception cref="ObjectDisposedException">The instance was disposed before or during the call.</exception>
    private void EndRead() => EndRead(default);

    /// <summary>Like the other overload, but after output was released. It clears that output if the instance was disposed.</summary>
    /// <param name="destination">All output that was written.</param>
    /// <exception cref="ObjectDisposedException">The instance was disposed before or during the call.</exception>
    private void EndRead(Span<byte> destination)
    {
        if (!Key.EndRead())
        {
            CryptographicOperations.ZeroMemory(destination);
            Key.ThrowDisposed();
        }
    }
}
