using System.Numerics;

namespace AesModes.Modes;

/// <summary>Maps messages to the self-tests that cover them.</summary>
internal sealed partial class AezCipher<TKernels>
{
    protected override int KeySize => ExtractedKeySize;

    protected override void CopyKey(Span<byte> key)
    {
        Key.Vectors[AezKey.I].CopyTo(key);
        Key.Vectors[AezKey.J].CopyTo(key[BlockSize..]);
        Key.Vectors[AezKey.L].CopyTo(key[(2 * BlockSize)..]);
    }

    protected override AezCipher Create(Backend backend, ReadOnlySpan<byte> key) => backend.CreateAez(key, TagSize);

    /// <summary>The bit for messages with associated data or a long nonce. No message size uses it.</summary>
    private const uint StringsBit = 1U << 31;

    /// <summary>
    /// The bit of <see cref="KeyedMode{TMode}.Unproven"/> for messages of this size, including the tag. One bit per power of two is enough, because every path ends
    /// at one.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SizeBit(int size) => 1U << BitOperations.Log2((uint)size);

    /// <summary>
    /// Runs the self-test for a message, unless the process has its result, and then processes the message. The parameters are those of the caller. So the JIT turns
    /// the call into a jump, and messages that need no test do not pay for a call.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private RegisterBlock Prove(in AezMessage message, bool inverse, in Vector128<byte> hashed)
    {
        int size = Math.Max(message.Source.Length, message.Destination.Length);
        bool proven = IsProven(
            size < LeastCoreSize ? AezTests.Tiny
            : size < LeastCoreSize + PairSize ? AezTests.NoPairs
            : TagSize > PairSize ? AezTests.LongTag
            : size < AezTests.LeastPairsSize ? AezTests.FewPairs
            : AezTests.Pairs)
            && (size < AezTests.LeastManyPairsSize || Backend.IsHardwareAccelerated || IsProven(AezTests.ManyPairs));
        if (!proven)
        {
            return Next.Encipher(in message, inverse);
        }

        _ = Interlocked.And(ref Unproven, ~SizeBit(size));
        return Encipher(in message, inverse, in hashed);
    }

    /// <inheritdoc cref="Prove"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private RegisterBlock ProveStrings(in AezMessage message, bool inverse)
    {
        if (!IsProven(AezTests.AssociatedData))
        {
            return Next.Encipher(in message, inverse);
        }

        _ = Interlocked.And(ref Unproven, ~StringsBit);
        return Encipher(in message, inverse);
    }

    private bool IsProven(int test) => IsTrial || !SelfTest.IsLazy || Backend.AezTests.Pass(test);
}
