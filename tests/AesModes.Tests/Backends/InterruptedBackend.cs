using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using Software = AesModes.Backends.Software.SoftwareBackend<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Tests.Backends;

/// <summary>
/// <see cref="Software"/> for AEZ, emulated instructions for counter mode (they keep a table), that calls back before each piece and
/// after: what another thread may do in the middle of a call, a test does at a chosen place. Other modes do not run on it.
/// </summary>
internal readonly struct InterruptedBackend : IBackend
{
    [ThreadStatic]
    private static Action? _interrupt;

    [ThreadStatic]
    private static Memory _roundKeys;

    [ThreadStatic]
    private static Memory _table;

    public static string Name => "interrupted";

    public static string Description => "software";

    public static bool IsSupported => Software.IsSupported;

    public static bool IsHardwareAccelerated => false;

    /// <summary>Where the last call of <see cref="XorCounterBlocks"/> on this thread had the keys; not whether anything is there still.</summary>
    public static Span<Vector128<byte>> SeenRoundKeys => _roundKeys.Span;

    /// <summary>Where it had the table.</summary>
    public static Span<Vector128<byte>> SeenTable => _table.Span;

    /// <summary>Runs the body; in it, on this thread, each piece of a mode calls back twice.</summary>
    public static void Run(Action interrupt, Action body)
    {
        _interrupt = interrupt;
        try
        {
            body();
        }
        finally
        {
            _interrupt = null;
        }
    }

    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend)
    {
        _interrupt?.Invoke();
        Vector128<byte> result = Software.Aes4(keys, block, whitening, addend);
        _interrupt?.Invoke();
        return result;
    }

    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend)
    {
        _interrupt?.Invoke();
        Vector128<byte> result = Software.Aes10(keys, block, whitening, addend);
        _interrupt?.Invoke();
        return result;
    }

    public static Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks)
    {
        _interrupt?.Invoke();
        Vector128<byte> result = Software.AezHash(keys, multipleOfJ, blocks);
        _interrupt?.Invoke();
        return result;
    }

    public static Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        _interrupt?.Invoke();
        Vector128<byte> result = Software.AezPass1(keys, ref multipleOfI, source, destination);
        _interrupt?.Invoke();
        return result;
    }

    public static Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text)
    {
        _interrupt?.Invoke();
        Vector128<byte> result = Software.AezPass2(keys, ref multipleOfI, s, text);
        _interrupt?.Invoke();
        return result;
    }

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => Software.ExpandKey(key, roundKeys);

    public static Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block)
    {
        _interrupt?.Invoke();
        block = Software.EncryptBlock(roundKeys, block);
        _interrupt?.Invoke();
        return block;
    }

    /// <summary>Called back half way too.</summary>
    public static void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
    {
        _roundKeys = new Memory(roundKeys);
        _table = new Memory(table.Memory);
        int blocks = source.Length / 32;
        _interrupt?.Invoke();
        CounterBlocks<X86Rounds<EmulatedX86>, BlockCounter>.Xor(roundKeys, counter, ref table, source[..(16 * blocks)], destination[..(16 * blocks)]);
        _interrupt?.Invoke();
        CounterBlocks<X86Rounds<EmulatedX86>, BlockCounter>.Xor(
            roundKeys, counter + (uint)blocks, ref table, source[(16 * blocks)..], destination[(16 * blocks)..]);
        _interrupt?.Invoke();
    }

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        throw new NotSupportedException();

    public static void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h) =>
        throw new NotSupportedException();

    public static void XorKeyStream(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        throw new NotSupportedException();

    public static int CountHashPowers(long blocks) => throw new NotSupportedException();

    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => throw new NotSupportedException();

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        throw new NotSupportedException();

    public static Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        throw new NotSupportedException();

    public static int XorKeyStreamAndAbsorb(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<Vector128<byte>> powers,
        ref Vector128<byte> accumulator,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        throw new NotSupportedException();

    public static Vector128<byte> EncryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        ReadOnlySpan<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys,
        out Vector128<byte> keyStream) =>
        throw new NotSupportedException();

    public static Vector128<byte> DecryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        throw new NotSupportedException();

    public static Vector128<byte> HashFew(in Vector128<byte> h, ReadOnlySpan<Vector128<byte>> blocks) => throw new NotSupportedException();

    public static Vector128<byte> EncryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys, in Vector128<byte> hash, Vector128<byte> nonceBlock, Span<Vector128<byte>> text, Span<byte> destination) =>
        throw new NotSupportedException();

    /// <summary>A span that outlives its memory.</summary>
    private readonly unsafe struct Memory(ReadOnlySpan<Vector128<byte>> span)
    {
        private readonly Vector128<byte>* _start = (Vector128<byte>*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(span));
        private readonly int _count = span.Length;

        public Span<Vector128<byte>> Span => new(_start, _count);
    }
}
