using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;

namespace AesModes.Measuring;

/// <summary>
/// Loops of a single instruction, for timing it. One chain of dependent instructions shows the latency of additions (one cycle each: the clock), multiplications and
/// AES rounds. Twelve independent chains show the throughput of AES rounds or carry-less multiplications.
/// </summary>
/// <remarks>
/// All are leaf methods and optimised at the first call: on x86-64 outside Windows, no vector register survives a call, and tier 0 keeps every local in memory.
/// Twelve chains hide a latency of six cycles at two instructions per cycle, and fit sixteen registers with the operand.
/// </remarks>
internal static class InstructionChains
{
    public const int StepsPerTurn = 12;

    public const int DependentPerTurn = 8;

    private const MethodImplOptions Leaf = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    /// <summary>The addend is an argument, because the JIT could add up constants, and a processor can add immediates while it renames registers.</summary>
    [MethodImpl(Leaf)]
    public static ulong DependentAdds(int turns, ulong addend)
    {
        ulong sum = addend;
        for (; turns > 0; turns--)
        {
            sum += addend;
            sum += addend;
            sum += addend;
            sum += addend;
            sum += addend;
            sum += addend;
            sum += addend;
            sum += addend;
        }

        return sum;
    }

    /// <summary>32-bit multiplications: the latency of 64-bit ones differs more between processors.</summary>
    [MethodImpl(Leaf)]
    public static ulong DependentMultiplies(int turns, uint factor)
    {
        uint product = factor;
        for (; turns > 0; turns--)
        {
            product *= factor;
            product *= factor;
            product *= factor;
            product *= factor;
            product *= factor;
            product *= factor;
            product *= factor;
            product *= factor;
        }

        return product;
    }

    [MethodImpl(Leaf)]
    public static ulong DependentAesRounds(int turns)
    {
        Vector128<byte> operand = Create<Vector128<byte>>(99);
        Vector128<byte> state = Create<Vector128<byte>>(0);
        for (; turns > 0; turns--)
        {
            state = AesRound.Next(state, operand);
            state = AesRound.Next(state, operand);
            state = AesRound.Next(state, operand);
            state = AesRound.Next(state, operand);
            state = AesRound.Next(state, operand);
            state = AesRound.Next(state, operand);
            state = AesRound.Next(state, operand);
            state = AesRound.Next(state, operand);
        }

        return First(state);
    }

    /// <summary>Twelve chains, each with one step per turn. The loop's own instructions run beside the steps.</summary>
    [MethodImpl(Leaf)]
    public static ulong Independent<TStep, TVector>(int turns)
        where TStep : struct, IStep<TVector>
        where TVector : struct
    {
        TVector operand = Create<TVector>(99);
        TVector c0 = Create<TVector>(0);
        TVector c1 = Create<TVector>(1);
        TVector c2 = Create<TVector>(2);
        TVector c3 = Create<TVector>(3);
        TVector c4 = Create<TVector>(4);
        TVector c5 = Create<TVector>(5);
        TVector c6 = Create<TVector>(6);
        TVector c7 = Create<TVector>(7);
        TVector c8 = Create<TVector>(8);
        TVector c9 = Create<TVector>(9);
        TVector c10 = Create<TVector>(10);
        TVector c11 = Create<TVector>(11);
        for (; turns > 0; turns--)
        {
            c0 = TStep.Next(c0, operand);
            c1 = TStep.Next(c1, operand);
            c2 = TStep.Next(c2, operand);
            c3 = TStep.Next(c3, operand);
            c4 = TStep.Next(c4, operand);
            c5 = TStep.Next(c5, operand);
            c6 = TStep.Next(c6, operand);
            c7 = TStep.Next(c7, operand);
            c8 = TStep.Next(c8, operand);
            c9 = TStep.Next(c9, operand);
            c10 = TStep.Next(c10, operand);
            c11 = TStep.Next(c11, operand);
        }

        return First(c0) ^ First(c1) ^ First(c2) ^ First(c3) ^ First(c4) ^ First(c5)
            ^ First(c6) ^ First(c7) ^ First(c8) ^ First(c9) ^ First(c10) ^ First(c11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Create<TVector>(ulong seed)
        where TVector : struct
    {
        // Nothing wider than the chain's vector: on some CPUs a single 512-bit instruction slows the core's clock for a millisecond.
        TVector vector = default;
        Unsafe.As<TVector, ulong>(ref vector) = seed;
        return vector;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong First<TVector>(TVector value)
        where TVector : struct => Unsafe.As<TVector, ulong>(ref value);

    internal interface IStep<TVector>
    {
        static abstract bool IsSupported { get; }

        static abstract TVector Next(TVector value, TVector operand);
    }

    /// <summary>AESENC, or AESE with AESMC.</summary>
    internal readonly struct AesRound : IStep<Vector128<byte>>
    {
        public static bool IsSupported => X86Aes.IsSupported || ArmAes.IsSupported;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<byte> Next(Vector128<byte> value, Vector128<byte> operand) =>
            X86Aes.IsSupported ? X86Aes.Encrypt(value, operand) : ArmAes.MixColumns(ArmAes.Encrypt(value, operand));
    }

    /// <summary>PCLMULQDQ or PMULL.</summary>
    internal readonly struct Multiply128 : IStep<Vector128<ulong>>
    {
        public static bool IsSupported => Pclmulqdq.IsSupported || ArmAes.IsSupported;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector128<ulong> Next(Vector128<ulong> value, Vector128<ulong> operand) =>
            Pclmulqdq.IsSupported
                ? Pclmulqdq.CarrylessMultiply(value, operand, 0)
                : ArmAes.PolynomialMultiplyWideningLower(value.GetLower(), operand.GetLower());
    }

    internal readonly struct Multiply256 : IStep<Vector256<ulong>>
    {
        public static bool IsSupported => Pclmulqdq.V256.IsSupported;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector256<ulong> Next(Vector256<ulong> value, Vector256<ulong> operand) =>
            Pclmulqdq.V256.CarrylessMultiply(value, operand, 0);
    }

    internal readonly struct Multiply512 : IStep<Vector512<ulong>>
    {
        public static bool IsSupported => Pclmulqdq.V512.IsSupported;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector512<ulong> Next(Vector512<ulong> value, Vector512<ulong> operand) =>
            Pclmulqdq.V512.CarrylessMultiply(value, operand, 0);
    }
}
