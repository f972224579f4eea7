using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes.Backends.Software;
using Emulated = AesModes.Backends.Hardware.HardwareBackend<
    AesModes.Tests.Backends.EmulatedX86,
    AesModes.Backends.Hardware.Multiply128<AesModes.Tests.Backends.EmulatedX86>,
    System.Runtime.Intrinsics.Vector128<ulong>>;
using Software = AesModes.Backends.Software.SoftwareBackend<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Tests.Backends;

/// <summary>
/// The software backend, with emulated instructions for counter mode (they keep a table) and key derivation. It calls back before and after each piece:
/// what another thread may do in the middle of a call, a test does at a chosen place. It also tells where a call had its secrets.
/// </summary>
internal readonly struct InterruptedBackend : ISoftwareKernels<InterruptedBackend>
{
    private static readonly Lock _lock = new();

    [ThreadStatic]
    private static Action? _interrupt;

    [ThreadStatic]
    private static Memory _roundKeys;

    [ThreadStatic]
    private static Memory _hashed;

    [ThreadStatic]
    private static Memory _table;

    /// <summary>The object that has passed its self-tests: those of another one would run in a test.</summary>
    public static Backend Backend => Backend<InterruptedBackend>.Instance;

    public static string Name => "interrupted";

    public static string Description => "software";

    public static bool IsSupported => Software.IsSupported;

    public static bool IsHardwareAccelerated => false;

    /// <summary>Where the last call on this thread had the keys that encrypt its text; not whether anything is there still.</summary>
    public static Span<Vector128<byte>> SeenRoundKeys => _roundKeys.Span;

    /// <summary>Where it had the table.</summary>
    public static Span<Vector128<byte>> SeenTable => _table.Span;

    /// <summary>One thread at a time, as two could make two objects of them. Only the first call runs them.</summary>
    private static bool PassesSelfTests()
    {
        lock (_lock)
        {
            return Backend.GcmSivTests.PassAll() && Backend.AezTests.PassAll() && Backend.CtrTests.PassAll();
        }
    }

    /// <summary>Runs the body; in it, on this thread, each piece of a mode calls back twice.</summary>
    public static void Run(Action interrupt, Action body)
    {
        // Self-tests run at a path's first use, and are not what is interrupted. Where one fails, another backend would be tested here.
        Assert.True(PassesSelfTests());
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

    /// <summary>The same, once: at that piece, counted twice each from 0. Returns whether the body came to it.</summary>
    public static bool RunUntil(int at, Action interrupt, Action body)
    {
        int pieces = 0;
        bool interrupted = false;
        Run(
            () =>
            {
                if (pieces++ == at)
                {
                    interrupt();
                    interrupted = true;
                }
            },
            body);
        return interrupted;
    }

    /// <summary>Overwrites what earlier calls left on the stack.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static unsafe void PaintStack()
    {
        const int Depth = 128 * 1024;
        byte* stack = stackalloc byte[Depth];
        new Span<byte>(stack, Depth).Fill(Sample.Filler);
    }

    /// <summary>
    /// Runs a call, and counts what it used and what it left where that was: round keys, powers of H or what stands in their place, and FACE's table.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="interrupt">What else is done at each piece.</param>
    public static (int RoundKeys, int Hashed, int Table, int Left) RunAndCountLeft(Action call, Action? interrupt = null)
    {
        _ = PassesSelfTests(); // They note their own memory.
        (Vector128<byte>[] roundKeys, Vector128<byte>[] hashed, Vector128<byte>[] table) = ([], [], []);
        (_roundKeys, _hashed, _table) = (default, default, default);

        // What the call has not written yet would be what the last count here left, and this one may write the same again.
        PaintStack();
        Run(
            () =>
            {
                interrupt?.Invoke();
                (roundKeys, hashed, table) = (_roundKeys.Span.ToArray(), _hashed.Span.ToArray(), _table.Span.ToArray());
            },
            call);
        int left = CountLeft(roundKeys, _roundKeys.Span) + CountLeft(hashed, _hashed.Span) + CountLeft(table, _table.Span);
        return (roundKeys.Length, hashed.Length, table.Length, left);

        static int CountLeft(Vector128<byte>[] before, ReadOnlySpan<Vector128<byte>> after)
        {
            int count = 0;
            for (int i = 0; i < before.Length; i++)
            {
                count += before[i] == after[i] && after[i] != Vector128<byte>.Zero ? 1 : 0;
            }

            return count;
        }
    }

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => Software.ExpandKey(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        _interrupt?.Invoke();
        Software.EncryptBlocks(roundKeys, source, destination);
        _interrupt?.Invoke();
    }

    /// <summary>Called back half way too.</summary>
    public static void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
        where TCounter : struct, ICounter
    {
        _roundKeys = new Memory(roundKeys);
        _table = new Memory(table.Memory);
        int blocks = source.Length / 32;
        Vector128<byte> second = TCounter.ToBlock(TCounter.Advance(TCounter.FromBlock(counter), blocks));
        _interrupt?.Invoke();
        Emulated.XorKeyStream<TCounter>(roundKeys, counter, ref table, source[..(16 * blocks)], destination[..(16 * blocks)]);
        _interrupt?.Invoke();
        Emulated.XorKeyStream<TCounter>(roundKeys, second, ref table, source[(16 * blocks)..], destination[(16 * blocks)..]);
        _interrupt?.Invoke();
    }

    public static void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> keyGeneratingKey, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> roundKeys, out Vector128<byte> h)
    {
        _roundKeys = new Memory(roundKeys);
        _interrupt?.Invoke();
        Emulated.DeriveKeys(keyGeneratingKey, nonce, roundKeys, out h);
        _interrupt?.Invoke();
    }

    public static int CountHashPowers(long blocks) => Emulated.CountHashPowers(blocks);

    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers)
    {
        _hashed = new Memory(powers);
        _interrupt?.Invoke();
        Emulated.ExpandHashKey(h, powers);
        _interrupt?.Invoke();
    }

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data)
    {
        _interrupt?.Invoke();
        hash = Software.Absorb(powers, hash, data);
        _interrupt?.Invoke();
        return hash;
    }

    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block)
    {
        _interrupt?.Invoke();
        block = Software.RoundBlock(roundKeys, block);
        _interrupt?.Invoke();
        return block;
    }

    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        _interrupt?.Invoke();
        Software.RoundBlocks(roundKeys, source, destination);
        _interrupt?.Invoke();
    }

    /// <summary>A span that outlives its memory.</summary>
    private readonly unsafe struct Memory(ReadOnlySpan<Vector128<byte>> span)
    {
        private readonly Vector128<byte>* _start = (Vector128<byte>*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(span));
        private readonly int _count = span.Length;

        public Span<Vector128<byte>> Span => new(_start, _count);
    }
}
