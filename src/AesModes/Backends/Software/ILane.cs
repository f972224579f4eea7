using System.Diagnostics.CodeAnalysis;

namespace AesModes.Backends.Software;

/// <summary>
/// A vector of 128-bit lanes. Each holds a block (<see cref="AesPermute{TLane,TVector}"/>), a bit plane of eight blocks
/// (<see cref="AesBitsliced{TLane,TVector}"/>) or one byte of sixteen (<see cref="PolyvalSliced{TLane,TVector}"/>). Every operation does the same in each lane.
/// </summary>
internal interface ILane<TVector>
    where TVector : struct
{
    /// <summary>How many 128-bit lanes there are.</summary>
    static abstract int Count { get; }

    /// <summary>Whether this machine has vectors of that width, and a byte shuffle in them where they are wider than one lane.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>Whether <see cref="Lookup"/> is an instruction.</summary>
    static abstract bool HasLookup { get; }

    static abstract TVector Xor(TVector left, TVector right);

    static abstract TVector And(TVector left, TVector right);

    /// <summary>first ⊕ second ⊕ third.</summary>
    static abstract TVector Xor3(TVector first, TVector second, TVector third);

    /// <summary>(left ∧ right) ⊕ addend.</summary>
    static abstract TVector AndXor(TVector left, TVector right, TVector addend);

    /// <summary>Whether any function of three bits is one instruction: then computing a value twice to get it sooner pays.</summary>
    static abstract bool FusesLogic { get; }

    /// <summary>Whether there are 16 vector registers, not 32.</summary>
    static abstract bool FewRegisters { get; }

    /// <summary>Bit by bit: the first value where the condition is set, the second elsewhere.</summary>
    static abstract TVector Select(TVector condition, TVector set, TVector clear);

    /// <summary>¬(first ⊕ (second ∧ ¬third)).</summary>
    static abstract TVector NotXorAndNot(TVector first, TVector second, TVector third);

    static abstract TVector Load(ref byte source, nuint offset);

    static abstract void Store(TVector value, ref byte destination, nuint offset);

    /// <summary>The same 16 bytes into every lane. The memory must not move, as the JIT makes one instruction of it only from a pointer.</summary>
    static abstract TVector LoadBroadcast(ref byte source, nuint offset);

    /// <summary>The same in every lane.</summary>
    static abstract TVector Broadcast(Vector128<byte> value);

    /// <summary>The same two halves in every lane.</summary>
    static abstract TVector Create(ulong low, ulong high);

    /// <summary>Byte by byte, modulo 256.</summary>
    static abstract TVector Add(TVector left, TVector right);

    /// <summary>In 64-bit elements.</summary>
    static abstract TVector ShiftLeft(TVector value, [ConstantExpected] int count);

    /// <summary>In 64-bit elements.</summary>
    static abstract TVector ShiftRight(TVector value, [ConstantExpected] int count);

    /// <summary>
    /// table[index] in every byte; zero where bit 7 of the index is set. Indices 10 to 7F do not occur. Only where <see cref="HasLookup"/>:
    /// without the instruction it would be loads at secret addresses.
    /// </summary>
    static abstract TVector Lookup(TVector table, TVector index);

    /// <summary>The bytes of the low halves, alternating, the left one's first.</summary>
    static abstract TVector InterleaveLow(TVector left, TVector right);

    /// <summary>The bytes of the high halves, alternating, the left one's first.</summary>
    static abstract TVector InterleaveHigh(TVector left, TVector right);

    /// <summary>
    /// Row r of column c (byte 4c + r) takes row r + rows of column c + columns, both modulo 4. The mask is the
    /// same as indices of a byte shuffle. All but the value is public.
    /// </summary>
    static abstract TVector RotateRows(TVector value, TVector mask, int columns, [ConstantExpected] int rows);

    /// <summary>FIPS 197's ShiftRows, twice: rows 1 and 3 move by two columns.</summary>
    static abstract TVector ShiftRowsTwice(TVector value);
}
