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
/// A software backend that calls back before and after each piece. So a test can do at a chosen point what another thread could do during a call. Uses emulated instructions
/// for key derivation and for counter mode, which keeps a table. Also records where a call stored its secrets.
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

    /// <summary>The backend instance that has passed its self-tests. A new instance would run them in the middle of a test.</summary>
    public static Backend Backend => Backend<InterruptedBackend>.Instance;

    public static string Name => "interrupted";

    public static string Description => "software";

    public static bool IsSupported => Software.IsSupported;

    public static bool IsHardwareAccelerated => false;

    /// <summary>The memory of the encryption round keys in this thread's last call. The keys may no longer be there.</summary>
    public static Span<Vector128<byte>> SeenRoundKeys => _roundKeys.Span;

    /// <summary>The memory of the last call's table.</summary>
    public static Span<Vector128<byte>> SeenTable => _table.Span;

    /// <summary>The lock keeps two threads from creating two sets of tests. Only the first call runs the tests.</summary>
    private static bool PassesSelfTests()
    {
        lock (_lock)
        {
            return Backend.GcmSivTests.PassAll() && Backend.AezTests.PassAll() && Backend.CtrTests.PassAll();
        }
    }

    /// <summary>Runs the body. On this thread, each piece of a mode calls back twice.</summary>
    public static void Run(Action interrupt, Action body)
    {
        // Run the self-tests first: they would be interrupted too. If one failed, this test would run on another backend.
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

    /// <summary>Interrupts the body once, at the callback with this index. Returns whether the body reached it.</summary>
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

    /// <summary>Overwrites leftovers of earlier calls on the stack.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static unsafe void PaintStack()
    {
        const int Depth = 128 * 1024;
        byte* stack = stackalloc byte[Depth];
        new Span<byte>(stack, Depth).Fill(Sample.Filler);
    }

    /// <summary>
    /// Runs a call. Counts the round keys, the powers of H (or the blocks in their place) and the entries of FACE's table that it used. Also counts how many of these it left
    /// in memory.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="interrupt">An additional action at each piece.</param>
    public static (int RoundKeys, int Hashed, int Table, int Left) RunAndCountLeft(Action call, Action? interrupt = null)
    {
        _ = PassesSelfTests(); // The self-tests record their own memory.
        (Vector128<byte>[] roundKeys, Vector128<byte>[] hashed, Vector128<byte>[] table) = ([], [], []);
        (_roundKeys, _hashed, _table) = (default, default, default);

        // Otherwise, memory that the call has not yet written could contain an earlier call's values, and the call may write the same values again.
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

    /// <summary>Also calls back halfway through.</summary>
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
