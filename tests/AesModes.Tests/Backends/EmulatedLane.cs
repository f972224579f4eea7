using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary><see cref="ILane{TVector}"/> in plain loops, so that each width runs on every machine. Emulates a CPU with few registers and without fused logic.</summary>
internal readonly struct EmulatedLane<TVector> : ILane<TVector>
    where TVector : unmanaged
{
    private const int LaneSize = 16;

    public static int Count => Unsafe.SizeOf<TVector>() / LaneSize;

    public static bool IsSupported => true;

    public static bool HasLookup => true;

    public static bool FusesLogic => false;

    public static bool FewRegisters => true;

    public static TVector Xor(TVector left, TVector right) => Make(i => AsBytes(ref left)[i] ^ AsBytes(ref right)[i]);

    public static TVector And(TVector left, TVector right) => Make(i => AsBytes(ref left)[i] & AsBytes(ref right)[i]);

    public static TVector Xor3(TVector first, TVector second, TVector third) => Xor(first, Xor(second, third));

    public static TVector AndXor(TVector left, TVector right, TVector addend) => Xor(And(left, right), addend);

    public static TVector Select(TVector condition, TVector set, TVector clear) => Xor(And(condition, Xor(set, clear)), clear);

    public static TVector NotXorAndNot(TVector first, TVector second, TVector third) =>
        Make(i => ~(AsBytes(ref first)[i] ^ (AsBytes(ref second)[i] & ~AsBytes(ref third)[i])));

    public static TVector Load(ref byte source, nuint offset) => Unsafe.ReadUnaligned<TVector>(ref Unsafe.Add(ref source, offset));

    public static void Store(TVector value, ref byte destination, nuint offset) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, offset), value);

    public static TVector LoadBroadcast(ref byte source, nuint offset) => Broadcast(Vector128.LoadUnsafe(ref source, offset));

    public static TVector Broadcast(Vector128<byte> value) => Make(i => value[i % LaneSize]);

    public static TVector Create(ulong low, ulong high) => Broadcast(Vector128.Create(low, high).AsByte());

    public static TVector Add(TVector left, TVector right) => Make(i => AsBytes(ref left)[i] + AsBytes(ref right)[i]);

    public static TVector ShiftLeft(TVector value, [ConstantExpected] int count) => ForWords(value, word => word << count);

    public static TVector ShiftRight(TVector value, [ConstantExpected] int count) => ForWords(value, word => word >> count);

    public static TVector Lookup(TVector table, TVector index) =>
        Make(i => AsBytes(ref index)[i] is < 0x80 and byte entry ? AsBytes(ref table)[LaneOf(i) + (entry % LaneSize)] : 0);

    public static TVector InterleaveLow(TVector left, TVector right) => Interleave(left, right, 0);

    public static TVector InterleaveHigh(TVector left, TVector right) => Interleave(left, right, LaneSize / 2);

    public static TVector RotateRows(TVector value, TVector mask, int columns, [ConstantExpected] int rows) =>
        Make(i => AsBytes(ref value)[LaneOf(i) + (4 * (((i / 4) + columns) % 4)) + ((i + rows) % 4)]);

    public static TVector ShiftRowsTwice(TVector value) => Make(i => AsBytes(ref value)[LaneOf(i) + ((i + (8 * (i % 2))) % LaneSize)]);

    private static TVector Interleave(TVector left, TVector right, int first) =>
        Make(i => (i % 2 == 0 ? AsBytes(ref left) : AsBytes(ref right))[LaneOf(i) + first + (i % LaneSize / 2)]);

    /// <summary>The index of the first byte of the lane that contains byte i.</summary>
    private static int LaneOf(int i) => i / LaneSize * LaneSize;

    // Kernels contain hundreds of these calls, so inlining would bloat them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TVector Make(Func<int, int> byteAt)
    {
        TVector result = default;
        Span<byte> bytes = AsBytes(ref result);
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[i] = (byte)byteAt(i);
        }

        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TVector ForWords(TVector value, Func<ulong, ulong> map)
    {
        foreach (ref ulong word in MemoryMarshal.Cast<byte, ulong>(AsBytes(ref value)))
        {
            word = map(word);
        }

        return value;
    }

    private static Span<byte> AsBytes(ref TVector value) => MemoryMarshal.AsBytes(new Span<TVector>(ref value));
}
