using System.Runtime.InteropServices;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;
using AesModes.Tool.Cbc;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>Compares each emulated instruction with the real one if this CPU has it, and with FIPS 197 or the instruction's definition. Decryption instructions must undo encryption's steps.</summary>
public class InstructionTests
{
    private const int Seed = 8452;
    private const int Cases = 5_000;
    private const int OperandSize = 64;

    /// <summary>Throws if the instruction fails for two operands of up to 64 bytes.</summary>
    private delegate void Check(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, string what);

    private static readonly Dictionary<string, (bool IsSupported, Check Check)> _instructions = new()
    {
        ["AESENC as x86's"] = (X86.IsSupported, Bytes128((a, b) => X86.Round(a, default, b), (a, b) => EmulatedX86.Round(a, default, b))),
        ["AESENCLAST as x86's"] = (X86.IsSupported, Bytes128((a, b) => X86.LastRound(a, default, b), (a, b) => EmulatedX86.LastRound(a, default, b))),
        ["PSHUFB as x86's"] = (X86.IsSupported, Bytes128(X86.Shuffle, EmulatedX86.Shuffle)),
        ["PCLMULQDQ 00 as x86's"] = (X86.IsSupported, Equal<Vector128<ulong>>(X86.MultiplyLow, EmulatedX86.MultiplyLow)),
        ["PCLMULQDQ 10 and 01 as x86's"] = (X86.IsSupported, Equal<Vector128<ulong>>(X86.MultiplyCross, EmulatedX86.MultiplyCross)),
        ["PCLMULQDQ 11 as x86's"] = (X86.IsSupported, Equal<Vector128<ulong>>(X86.MultiplyHigh, EmulatedX86.MultiplyHigh)),
        ["VPCLMULQDQ 256 00 as x86's"] = (X86.IsMultiply256Supported, Equal<Vector256<ulong>>(X86.MultiplyLow, EmulatedX86.MultiplyLow)),
        ["VPCLMULQDQ 256 10 and 01 as x86's"] = (X86.IsMultiply256Supported, Equal<Vector256<ulong>>(X86.MultiplyCross, EmulatedX86.MultiplyCross)),
        ["VPCLMULQDQ 256 11 as x86's"] = (X86.IsMultiply256Supported, Equal<Vector256<ulong>>(X86.MultiplyHigh, EmulatedX86.MultiplyHigh)),
        ["VPCLMULQDQ 512 00 as x86's"] = (X86.IsMultiply512Supported, Equal<Vector512<ulong>>(X86.MultiplyLow, EmulatedX86.MultiplyLow)),
        ["VPCLMULQDQ 512 10 and 01 as x86's"] = (X86.IsMultiply512Supported, Equal<Vector512<ulong>>(X86.MultiplyCross, EmulatedX86.MultiplyCross)),
        ["VPCLMULQDQ 512 11 as x86's"] = (X86.IsMultiply512Supported, Equal<Vector512<ulong>>(X86.MultiplyHigh, EmulatedX86.MultiplyHigh)),
        ["AESDEC as x86's"] = (X86.IsSupported, Bytes128(X86Inverse.AesDecrypt, EmulatedX86Inverse.AesDecrypt)),
        ["AESDECLAST as x86's"] = (X86.IsSupported, Bytes128(X86Inverse.AesDecryptLast, EmulatedX86Inverse.AesDecryptLast)),
        ["AESIMC as x86's"] = (X86.IsSupported, Bytes128((a, _) => X86Inverse.AesInverseMixColumns(a), (a, _) => EmulatedX86Inverse.AesInverseMixColumns(a))),

        ["AESE and AESMC as ARM's"] = (Arm.IsSupported, Bytes128((a, b) => Arm.Round(a, b, default), (a, b) => EmulatedArm.Round(a, b, default))),
        ["AESE as ARM's"] = (Arm.IsSupported, Bytes128((a, b) => Arm.LastRound(a, b, default), EmulatedArm.AesEncrypt)),
        ["TBL as ARM's"] = (Arm.IsSupported, Bytes128((a, b) => Arm.Shuffle(a, Low(b, 0x1F)), (a, b) => EmulatedArm.Shuffle(a, Low(b, 0x1F)))),
        ["PMULL as ARM's"] = (Arm.IsSupported, Equal<Vector128<ulong>>(Arm.MultiplyLow, EmulatedArm.MultiplyLow)),
        ["PMULL2 as ARM's"] = (Arm.IsSupported, Equal<Vector128<ulong>>(Arm.MultiplyHigh, EmulatedArm.MultiplyHigh)),
        ["AESD as ARM's"] = (Arm.IsSupported, Bytes128(ArmInverse.AesDecrypt, EmulatedArmInverse.AesDecrypt)),
        ["ARM's AESIMC as ARM's"] = (Arm.IsSupported, Bytes128((a, _) => ArmInverse.AesInverseMixColumns(a), (a, _) => EmulatedArmInverse.AesInverseMixColumns(a))),
        ["PMULL of bytes as ARM's"] = (ArmByteProducts.IsSupported, Equal<Vector128<byte>, Vector128<ushort>>(ArmByteProducts.MultiplyLower, EmulatedByteProducts.MultiplyLower)),
        ["PMULL2 of bytes as ARM's"] = (ArmByteProducts.IsSupported, Equal<Vector128<byte>, Vector128<ushort>>(ArmByteProducts.MultiplyUpper, EmulatedByteProducts.MultiplyUpper)),

        // TBL gives zero for indices above 15, PSHUFB from 128. They agree if the index is below 16 or has the top bit set.
        ["AESE by AESENCLAST"] = (X86.IsSupported, Bytes128((a, b) => X86.LastRound(a ^ b, default, default), EmulatedArm.AesEncrypt)),
        ["AESMC of AESE by AESENC"] = (X86.IsSupported, Bytes128((a, b) => X86.Round(a ^ b, default, default), (a, b) => EmulatedArm.AesMixColumns(EmulatedArm.AesEncrypt(a, b)))),
        ["PMULL by PCLMULQDQ 00"] = (X86.IsSupported, Equal<Vector128<ulong>>(X86.MultiplyLow, EmulatedArm.MultiplyLow)),
        ["PMULL2 by PCLMULQDQ 11"] = (X86.IsSupported, Equal<Vector128<ulong>>(X86.MultiplyHigh, EmulatedArm.MultiplyHigh)),
        ["TBL by PSHUFB"] = (X86.IsSupported, Bytes128((a, b) => X86.Shuffle(a, Low(b, 0x8F)), (a, b) => EmulatedArm.Shuffle(a, Low(b, 0x8F)))),
        ["AESD by AESDECLAST"] = (X86.IsSupported, Bytes128((a, b) => X86Inverse.AesDecryptLast(a ^ b, default), EmulatedArmInverse.AesDecrypt)),
        ["ARM's AESIMC by AESIMC"] = (X86.IsSupported, Bytes128((a, _) => X86Inverse.AesInverseMixColumns(a), (a, _) => EmulatedArmInverse.AesInverseMixColumns(a))),

        // Definitions.
        ["AESENC defined"] = (true, Bytes128((a, b) => Mix(Substitute(a)) ^ b, (a, b) => EmulatedX86.Round(a, default, b))),
        ["AESENCLAST defined"] = (true, Bytes128((a, b) => Substitute(a) ^ b, (a, b) => EmulatedX86.LastRound(a, default, b))),
        ["AESE defined"] = (true, Bytes128((a, b) => Substitute(a ^ b), EmulatedArm.AesEncrypt)),
        ["AESMC defined"] = (true, Bytes128((a, _) => Mix(a), (a, _) => EmulatedArm.AesMixColumns(a))),
        ["AESDEC undoes"] = (true, Bytes128((a, b) => a ^ b, (a, b) => EmulatedX86Inverse.AesDecrypt(Substitute(Mix(a)), b))),
        ["AESDECLAST undoes"] = (true, Bytes128((a, b) => a ^ b, (a, b) => EmulatedX86Inverse.AesDecryptLast(Substitute(a), b))),
        ["AESIMC undoes"] = (true, Bytes128((a, _) => a, (a, _) => EmulatedX86Inverse.AesInverseMixColumns(Mix(a)))),
        ["AESD undoes"] = (true, Bytes128((a, _) => a, (a, b) => EmulatedArmInverse.AesDecrypt(Substitute(a) ^ b, b))),
        ["ARM's AESIMC undoes"] = (true, Bytes128((a, _) => a, (a, _) => EmulatedArmInverse.AesInverseMixColumns(Mix(a)))),
        ["PSHUFB defined"] = (true, Bytes128((a, b) => Select(b, i => i >= 128 ? (byte)0 : a[i % 16]), EmulatedX86.Shuffle)),
        ["TBL defined"] = (true, Bytes128((a, b) => Select(b, i => i >= 16 ? (byte)0 : a[i]), EmulatedArm.Shuffle)),
        ["products defined"] = (true, Equal<ulong, Vector128<ulong>>(Product, EmulatedProduct.Multiply)),
    };

    public static TheoryData<string> Instructions => [.. _instructions.Keys];

    [Theory]
    [MemberData(nameof(Instructions))]
    public void Emulated_RandomOperands_EqualRealOrDefinition(string name)
    {
        (bool isSupported, Check check) = _instructions[name];
        Assert.SkipUnless(isSupported, $"{name}: this process does not have the instructions.");
        Random random = Sweep.Start(Seed);
        for (int i = 0; i < Cases; i++)
        {
            byte[] left = Bytes.Random(random, OperandSize);
            byte[] right = Bytes.Random(random, OperandSize);
            if (i < 4)
            {
                // Edge cases: all pairs of zeros and ones.
                left.AsSpan().Fill((byte)-(i & 1));
                right.AsSpan().Fill((byte)-(i >> 1));
            }

            check(left, right, $"{name}, case {i} of seed {Seed}, {Convert.ToHexStringLower(left)} and {Convert.ToHexStringLower(right)}");
        }
    }

    private static Check Bytes128(
        Func<Vector128<byte>, Vector128<byte>, Vector128<byte>> expected, Func<Vector128<byte>, Vector128<byte>, Vector128<byte>> actual) =>
        Equal<Vector128<byte>>(expected, actual);

    private static Check Equal<T>(Func<T, T, T> expected, Func<T, T, T> actual)
        where T : unmanaged => Equal<T, T>(expected, actual);

    private static Check Equal<T, TResult>(Func<T, T, TResult> expected, Func<T, T, TResult> actual)
        where T : unmanaged
        where TResult : unmanaged => (left, right, what) =>
    {
        (T a, T b) = (MemoryMarshal.Read<T>(left), MemoryMarshal.Read<T>(right));
        Bytes.AssertEqual(MemoryMarshal.AsBytes([expected(a, b)]), MemoryMarshal.AsBytes([actual(a, b)]), what);
    };

    private static Vector128<byte> Low(Vector128<byte> indices, byte mask) => indices & Vector128.Create(mask);

    private static Vector128<byte> Select(Vector128<byte> indices, Func<byte, byte> entry) => Vector128.Create<byte>([.. Stored(indices).Select(entry)]);

    private static Vector128<byte> Substitute(Vector128<byte> state)
    {
        byte[] bytes = Stored(state);
        ReferenceAes.SubBytes(bytes);
        ReferenceAes.ShiftRows(bytes);
        return Vector128.Create<byte>(bytes);
    }

    private static Vector128<byte> Mix(Vector128<byte> state)
    {
        byte[] bytes = Stored(state);
        ReferenceAes.MixColumns(bytes);
        return Vector128.Create<byte>(bytes);
    }

    /// <summary>The definition of the product: bit n is the parity of the pairs of set bits whose positions sum to n.</summary>
    private static Vector128<ulong> Product(ulong left, ulong right)
    {
        UInt128 product = 0;
        for (int n = 0; n < 127; n++)
        {
            int pairs = 0;
            for (int j = Math.Max(0, n - 63); j <= Math.Min(n, 63); j++)
            {
                pairs += (int)((left >> j) & (right >> (n - j)) & 1);
            }

            product |= (UInt128)(uint)(pairs & 1) << n;
        }

        return Vector128.Create((ulong)product, (ulong)(product >> 64));
    }
}
