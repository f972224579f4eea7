using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>
/// What a mode needs from a machine, in pieces coarse enough that eight blocks can stay in registers (hardware) or in bit planes
/// (software). Round keys are FIPS 197's, one vector each, so their number says which AES it is: 11, 13 or 15.
/// </summary>
/// <remarks>
/// Source and destination have the same length and are the same memory or disjoint. No piece branches on, or addresses memory by,
/// what is in its vectors and spans. Byte 0 of a vector is the first byte of the block. No piece keeps state.
/// </remarks>
internal interface IBackend
{
    /// <summary>AES-256's.</summary>
    const int MaxRoundKeys = 15;

    /// <summary>The most powers of H that a backend may ask for: <see cref="CountHashPowers"/> never returns more.</summary>
    const int MaxHashPowers = 16;

    /// <summary>The most blocks that any backend may ask for: <see cref="MaxFewBlocks"/> and <see cref="MaxFewBlocksToDecrypt"/> are never more.</summary>
    const int FewBlocks = 132;

    /// <summary>How many vectors behind POLYVAL's input <see cref="EncryptFew"/> and <see cref="DecryptFew"/> may overwrite.</summary>
    const int FewBehind = 6;

    /// <summary>The one word for it everywhere: x86, arm or software.</summary>
    static abstract string Name { get; }

    /// <summary>What it runs on, for people: the instructions and their width.</summary>
    static abstract string Description { get; }

    static abstract bool IsSupported { get; }

    static abstract bool IsHardwareAccelerated { get; }

    /// <summary>Up to so many blocks in all an encryption by <see cref="EncryptFew"/> is faster than by the pieces for long messages.</summary>
    static abstract int MaxFewBlocks { get; }

    /// <summary>The same of a decryption by <see cref="DecryptFew"/>.</summary>
    static abstract int MaxFewBlocksToDecrypt { get; }

    /// <summary>FIPS 197 §5.2: a key of 16, 24 or 32 bytes to 11, 13 or 15 round keys; the key may stand where they begin.</summary>
    static abstract void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys);

    /// <summary>One block by itself.</summary>
    static abstract Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

    /// <summary>Each 16-byte block by itself, any number of them. No mode needs that: tests, benchmarks and the tool hold AES by itself to its standard.</summary>
    static abstract void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>
    /// RFC 8452 §4, derive_keys: the low halves of AES(i ‖ nonce) for i = 0, 1 are the message-authentication key, those for i = 2, 3 (with
    /// 11 round keys) or 2 … 5 (with 15) the message-encryption key.
    /// </summary>
    /// <param name="roundKeys">Those of the key-generating key.</param>
    /// <param name="nonce">12 bytes.</param>
    /// <param name="recordRoundKeys">Receives the message-encryption key's round keys.</param>
    /// <param name="h">Receives the message-authentication key.</param>
    static abstract void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h);

    /// <summary>
    /// Counter mode as in RFC 8452 §4: the counter is the first four bytes, little-endian, and wraps without a carry into the fifth.
    /// Any length: the last block may be short.
    /// </summary>
    /// <param name="roundKeys">11 or 15.</param>
    /// <param name="counter">The first block.</param>
    /// <param name="table">What is kept between runs and calls; empty to keep nothing.</param>
    /// <param name="source">The text.</param>
    /// <param name="destination">Receives the text ⊕ the key stream.</param>
    static abstract void XorKeyStream(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination);

    /// <summary>
    /// Counter mode as in SP 800-38A §6.5: the counter is 128 bits, big-endian, and wraps. Any length: the last block may be short. Where a
    /// table is kept, the next call best begins with the block behind the last.
    /// </summary>
    /// <param name="roundKeys">11, 13 or 15.</param>
    /// <param name="counter">That of the first block.</param>
    /// <param name="table">What is kept between runs and calls; empty to keep nothing.</param>
    /// <param name="source">The text.</param>
    /// <param name="destination">Receives the text ⊕ the key stream.</param>
    static abstract void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination);

    /// <summary>How many powers of H pay for a message of so many blocks: at least one.</summary>
    static abstract int CountHashPowers(long blocks);

    /// <summary>
    /// Fills powers with Hⁿ … H², H: the highest first, so that they stand in the order of the blocks they meet. A backend that asks for one
    /// power uses and fills the last alone.
    /// </summary>
    static abstract void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers);

    /// <summary>POLYVAL (RFC 8452 §3) of the data, zero-padded to whole blocks, continued from the accumulator.</summary>
    static abstract Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data);

    /// <summary>The same with one more block behind the data: a message's last.</summary>
    static abstract Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last);

    /// <summary>
    /// <see cref="XorKeyStream"/> and <see cref="Absorb"/> of what came out, at once, over as much of the front as the backend
    /// finds worth it: multiples of 16 bytes, possibly none, and of what is done the end may be left to hash, together with what follows.
    /// </summary>
    static abstract Vector128<byte> XorKeyStreamAndAbsorb(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<Vector128<byte>> powers,
        Vector128<byte> accumulator,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination,
        out int done,
        out int hashed);

    /// <summary>
    /// AES-GCM-SIV encryption (RFC 8452 §4) of a message of few blocks, in one piece: such a message is a single chain of dependent instructions, and every
    /// way through memory lengthens it.
    /// </summary>
    /// <param name="roundKeys">Those of the key-generating key.</param>
    /// <param name="overwritten">Set before the round keys are overwritten: it is read when they were, and nothing leaves then.</param>
    /// <param name="nonce">12 bytes.</param>
    /// <param name="associatedData">Any length, as long as there is room.</param>
    /// <param name="plaintext">The same.</param>
    /// <param name="memory">
    /// For as many round keys, for the blocks of POLYVAL's input, and for <see cref="FewBehind"/> more. What is used of it is zero in the end.
    /// </param>
    /// <param name="ciphertext">Receives as many bytes as the plaintext has. It may be the plaintext's memory.</param>
    /// <param name="tag">Receives the tag: 16 bytes.</param>
    /// <returns>False when the round keys were not whole.</returns>
    static abstract bool EncryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> plaintext,
        Span<Vector128<byte>> memory,
        Span<byte> ciphertext,
        Span<byte> tag);

    /// <summary>The decryption (RFC 8452 §5) of a message of few blocks, in one piece for the same reason.</summary>
    /// <param name="roundKeys">Those of the key-generating key.</param>
    /// <param name="overwritten">The same.</param>
    /// <param name="nonce">12 bytes.</param>
    /// <param name="associatedData">Any length, as long as there is room.</param>
    /// <param name="ciphertext">The same.</param>
    /// <param name="tag">The tag as given: 16 bytes.</param>
    /// <param name="memory">The same.</param>
    /// <param name="plaintext">Receives as many bytes as the ciphertext has, also where the tag is not right. It may be the ciphertext's memory.</param>
    static abstract Verdict DecryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<Vector128<byte>> memory,
        Span<byte> plaintext);

    /// <summary>
    /// AEZ's AES4, four whole rounds with J, I, L and 0, of block ⊕ whitening, added to what follows it. Keys are laid out as
    /// <see cref="AezKey"/> says, here and below.
    /// </summary>
    /// <remarks>
    /// Block and whitening may change places, here and below. ARM64's AESE overwrites the first: callers pass first what is not needed again, or what
    /// was computed earlier.
    /// </remarks>
    static abstract Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

    /// <summary>AEZ's AES10, ten whole rounds with I, J, L, I, J, L, I, J, L, I, of block ⊕ whitening, added to what follows it.</summary>
    static abstract Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

    /// <summary>AEZ-hash of whole blocks: the sum of E^{j,i}(B_i), i = 1, 2, ….</summary>
    /// <param name="keys">The expanded key.</param>
    /// <param name="multipleOfJ">jJ.</param>
    /// <param name="blocks">Any number of whole blocks.</param>
    static abstract Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks);

    /// <summary>AEZ-core's first pass, over whole pairs: leaves W_i ⊕ I ‖ X_i in the destination.</summary>
    /// <param name="keys">The expanded key.</param>
    /// <param name="multipleOfI">2^⌈i/8⌉·I of the first pair, which begins a group of eight; by reference, as a copy would be one more place with a secret.</param>
    /// <param name="source">M_i ‖ M′_i: a multiple of 32 bytes.</param>
    /// <param name="destination">The same memory or disjoint.</param>
    /// <returns>The sum of X_i.</returns>
    static abstract Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>AEZ-core's second pass, in place over what the first one left: C_i ‖ C′_i.</summary>
    /// <param name="keys">The expanded key.</param>
    /// <param name="multipleOfI">As in the first pass.</param>
    /// <param name="sx">S_x, of which S is the sum with S_y.</param>
    /// <param name="sy">S_y, which is known later: what waits for it is kept short.</param>
    /// <param name="text">A multiple of 32 bytes.</param>
    /// <returns>The sum of Y_i.</returns>
    static abstract Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text);
}
