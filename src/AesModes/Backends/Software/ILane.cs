using System.Diagnostics.CodeAnalysis;

namespace AesModes.Backends.Software;

/// <summary>
/// A vector of 128-bit lanes. Each holds a block (<see cref="AesPermute{TLane,TVector}"/>), a bit plane of eight blocks
/// (<see cref="AesBitsliced{TLane,TVector}"/>) or one byte of sixteen (<see cref="PolyvalSliced{TLane,TVector}"/>). Every operation does the same in each lane.
/// </summary>
internal interface ILane<TVector>
    where TVector : struct
{
    /// <summary>The number of 128-bit lanes.</summary>
    static abstract int Count { get; }

    /// <summary>Whether this machine has vectors of this width. If they are wider than one lane, they must also have a byte shuffle.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>Whether <see cref="Lookup"/> is an instruction.</summary>
    static abstract bool HasLookup { get; }

    static abstract TVector Xor(TVector left, TVector right);

    static abstract TVector And(TVector left, TVector right);

    /// <summary>first ⊕ second ⊕ third.</summary>
    static abstract TVector Xor3(TVector first, TVector second, TVector third);

    /// <summary>(left ∧ right) ⊕ addend.</summary>
    static abstract TVector AndXor(TVector left, TVector right, TVector addend);

    /// <summary>Whether any function of three bits is one instruction. Then it pays to compute a value twice to have it sooner.</summary>
    static abstract bool FusesLogic { get; }

    /// <summary>Whether there are 16 vector registers instead of 32.</summary>
    static abstract bool FewRegisters { get; }

    /// <summary>Selects bit by bit: the first value if the condition is set, otherwise the second.</summary>
    static abstract TVector Select(TVector condition, TVector set, TVector clear);

    /// <summary>¬(first ⊕ (second ∧ ¬third)).</summary>
    static abstract TVector NotXorAndNot(TVector first, TVector second, TVector third);

    static abstract TVector Load(ref byte source, nuint offset);

    static abstract void Store(TVector value, ref byte destination, nuint offset);

    /// <summary>Loads the same 16 bytes into every lane. The memory must not move, because the JIT makes one instruction of this only from a pointer.</summary>
    static abstract TVector LoadBroadcast(ref byte source, nuint offset);

    /// <summary>Returns the value in every lane.</summary>
    static abstract TVector Broadcast(Vector128<byte> value);

    /// <summary>Returns the same two halves in every lane.</summary>
    static abstract TVector Create(ulong low, ulong high);

    /// <summary>Adds byte by byte, modulo 256.</summary>
    static abstract TVector Add(TVector left, TVector right);

    /// <summary>Shifts 64-bit elements.</summary>
    static abstract TVector ShiftLeft(TVector value, [ConstantExpected] int count);

    /// <summary>Shifts 64-bit elements.</summary>
    static abstract TVector ShiftRight(TVector value, [ConstantExpected] int count);

    /// <summary>
    /// Returns table[index] in every byte, or zero if bit 7 of the index is set. Indices 10 to 7F do not occur. It requires <see cref="HasLookup"/>: without the
    /// instruction, it would load from secret addresses.
    /// </summary>
    static abstract TVector Lookup(TVector table, TVector index);

    /// <summary>Interleaves the bytes of the low halves, the left one's first.</summary>
    static abstract TVector InterleaveLow(TVector left, TVector right);

    /// <summary>Interleaves the bytes of the high halves, the left one's first.</summary>
    static abstract TVector InterleaveHigh(TVector left, TVector right);

    /// <summary>
    /// Moves row r + rows of column c + columns, both modulo 4, to row r of column c (byte 4c + r). The mask describes the same move as indices of a byte shuffle.
    /// Everything but the value is public.
    /// </summary>
    static abstract TVector RotateRows(TVector value, TVector mask, int columns, [ConstantExpected] int rows);

    /// <summary>Applies FIPS 197's ShiftRows twice: rows 1 and 3 move by two columns.</summary>
    static abstract TVector ShiftRowsTwice(TVector value);
}
