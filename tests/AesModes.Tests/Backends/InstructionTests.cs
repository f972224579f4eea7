using System.Globalization;
using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;
using AesModes.Tests.Reference;
using Xunit;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>
/// Do the emulated instructions do what the real ones do? Each against the real one where this CPU has it, and against FIPS 197 or the
/// instruction's definition everywhere.
/// </summary>
public class InstructionTests
{
    private const int Seed = 8452;
    private const int Cases = 5_000;

    [Fact]
    public void AesEncrypt_X86Emulated_EqualsReal()
    {
        SkipUnlessX86();
        ForRandom((a, b) => AssertEqual(X86.AesEncrypt(a, b), EmulatedX86.AesEncrypt(a, b)));
    }

    [Fact]
    public void AesEncryptLast_X86Emulated_EqualsReal()
    {
        SkipUnlessX86();
        ForRandom((a, b) => AssertEqual(X86.AesEncryptLast(a, b), EmulatedX86.AesEncryptLast(a, b)));
    }

    [Fact]
    public void Shuffle_X86Emulated_EqualsReal()
    {
        SkipUnlessX86();
        ForRandom((a, b) => AssertEqual(X86.Shuffle(a, b), EmulatedX86.Shuffle(a, b)));
    }

    [Fact]
    public void Multiply_X86Emulated128_EqualsReal()
    {
        SkipUnlessX86();
        ForRandom((a, b) =>
        {
            Vector128<ulong> x = a.AsUInt64(), y = b.AsUInt64();
            AssertEqual(X86.MultiplyLowLow(x, y), EmulatedX86.MultiplyLowLow(x, y));
            AssertEqual(X86.MultiplyLowHigh(x, y), EmulatedX86.MultiplyLowHigh(x, y));
            AssertEqual(X86.MultiplyHighLow(x, y), EmulatedX86.MultiplyHighLow(x, y));
            AssertEqual(X86.MultiplyHighHigh(x, y), EmulatedX86.MultiplyHighHigh(x, y));
        });
    }

    [Fact]
    public void Multiply_X86Emulated256_EqualsReal()
    {
        Assert.SkipUnless(X86.IsMultiply256Supported, "This process has no 256-bit VPCLMULQDQ.");
        ForRandom((a, b, c, d) =>
        {
            Vector256<ulong> x = Vector256.Create(a, b).AsUInt64(), y = Vector256.Create(c, d).AsUInt64();
            Assert.Equal(X86.MultiplyLowLow(x, y), EmulatedX86.MultiplyLowLow(x, y));
            Assert.Equal(X86.MultiplyLowHigh(x, y), EmulatedX86.MultiplyLowHigh(x, y));
            Assert.Equal(X86.MultiplyHighLow(x, y), EmulatedX86.MultiplyHighLow(x, y));
            Assert.Equal(X86.MultiplyHighHigh(x, y), EmulatedX86.MultiplyHighHigh(x, y));
        });
    }

    [Fact]
    public void Multiply_X86Emulated512_EqualsReal()
    {
        Assert.SkipUnless(X86.IsMultiply512Supported, "This process has no 512-bit VPCLMULQDQ.");
        ForRandom((a, b, c, d) =>
        {
            Vector512<ulong> x = Vector512.Create(Vector256.Create(a, b), Vector256.Create(d, c)).AsUInt64();
            Vector512<ulong> y = Vector512.Create(Vector256.Create(c, a ^ d), Vector256.Create(b, a)).AsUInt64();
            Assert.Equal(X86.MultiplyLowLow(x, y), EmulatedX86.MultiplyLowLow(x, y));
            Assert.Equal(X86.MultiplyLowHigh(x, y), EmulatedX86.MultiplyLowHigh(x, y));
            Assert.Equal(X86.MultiplyHighLow(x, y), EmulatedX86.MultiplyHighLow(x, y));
            Assert.Equal(X86.MultiplyHighHigh(x, y), EmulatedX86.MultiplyHighHigh(x, y));
        });
    }

    [Fact]
    public void All_ArmEmulated_EqualReal()
    {
        Assert.SkipUnless(Arm.IsSupported, "This CPU is no ARM64 with AES instructions.");
        ForRandom((a, b) =>
        {
            AssertEqual(Arm.AesEncrypt(a, b), EmulatedArm.AesEncrypt(a, b));
            AssertEqual(Arm.AesMixColumns(a), EmulatedArm.AesMixColumns(a));
            AssertEqual(Arm.TableLookup(a, b & Vector128.Create((byte)0x1F)), EmulatedArm.TableLookup(a, b & Vector128.Create((byte)0x1F)));
            AssertEqual(Arm.MultiplyLow(a.AsUInt64(), b.AsUInt64()), EmulatedArm.MultiplyLow(a.AsUInt64(), b.AsUInt64()));
            AssertEqual(Arm.MultiplyHigh(a.AsUInt64(), b.AsUInt64()), EmulatedArm.MultiplyHigh(a.AsUInt64(), b.AsUInt64()));
        });
    }

    /// <summary>AESE(s, k) = AESENCLAST(s ⊕ k, 0); AESMC(AESE(s, k)) = AESENC(s ⊕ k, 0); PMULL and PMULL2 are two of PCLMULQDQ's four.</summary>
    [Fact]
    public void All_ArmEmulated_EqualTheirX86Identities()
    {
        SkipUnlessX86();
        Vector128<byte> zero = Vector128<byte>.Zero;
        ForRandom((a, b) =>
        {
            AssertEqual(X86.AesEncryptLast(a ^ b, zero), EmulatedArm.AesEncrypt(a, b));
            AssertEqual(X86.AesEncrypt(a ^ b, zero), EmulatedArm.AesMixColumns(EmulatedArm.AesEncrypt(a, b)));
            AssertEqual(X86.MultiplyLowLow(a.AsUInt64(), b.AsUInt64()), EmulatedArm.MultiplyLow(a.AsUInt64(), b.AsUInt64()));
            AssertEqual(X86.MultiplyHighHigh(a.AsUInt64(), b.AsUInt64()), EmulatedArm.MultiplyHigh(a.AsUInt64(), b.AsUInt64()));

            // TBL is zero above 15, PSHUFB from 128 on: alike where the index is below 16 or the top bit is set.
            Vector128<byte> indices = b & Vector128.Create((byte)0x8F);
            AssertEqual(X86.Shuffle(a, indices), EmulatedArm.TableLookup(a, indices));
        });
    }

    [Fact]
    public void AesRounds_Emulated_AreFips197sSteps() => ForRandom((a, b) =>
    {
        byte[] state = Stored(a);
        ReferenceAes.SubBytes(state);
        ReferenceAes.ShiftRows(state);
        AssertEqual(Vector128.Create<byte>(state) ^ b, EmulatedX86.AesEncryptLast(a, b));
        AssertEqual(Vector128.Create<byte>(state), EmulatedArm.AesEncrypt(a ^ b, b));
        ReferenceAes.MixColumns(state);
        AssertEqual(Vector128.Create<byte>(state) ^ b, EmulatedX86.AesEncrypt(a, b));

        state = Stored(a);
        ReferenceAes.MixColumns(state);
        AssertEqual(Vector128.Create<byte>(state), EmulatedArm.AesMixColumns(a));
    });

    [Fact]
    public void Shuffles_Emulated_AreTheirDefinitions() => ForRandom((a, b) =>
    {
        byte[] value = Stored(a);
        byte[] indices = Stored(b);
        AssertEqual(Vector128.Create<byte>([.. indices.Select(i => i >= 128 ? (byte)0 : value[i % 16])]), EmulatedX86.Shuffle(a, b));
        AssertEqual(Vector128.Create<byte>([.. indices.Select(i => i >= 16 ? (byte)0 : value[i])]), EmulatedArm.TableLookup(a, b));
    });

    /// <summary>The product's definition: bit n is the parity of the pairs of bits whose places sum to n.</summary>
    [Fact]
    public void Multiply_Emulated_IsThePolynomialProduct()
    {
        Random random = Sweep.Start(Seed);
        for (int i = 0; i < 200; i++)
        {
            ulong left = (ulong)random.NextInt64() << (i % 3);
            ulong right = (ulong)random.NextInt64() << (i % 2);
            UInt128 product = 0;
            for (int n = 0; n < 127; n++)
            {
                int pairs = Enumerable.Range(Math.Max(0, n - 63), Math.Min(n, 63) - Math.Max(0, n - 63) + 1)
                    .Count(j => ((left >> j) & (right >> (n - j)) & 1) == 1);
                product |= (UInt128)(uint)(pairs & 1) << n;
            }

            AssertEqual(Vector128.Create((ulong)product, (ulong)(product >> 64)), EmulatedProduct.Multiply(left, right));
        }
    }

    private static void SkipUnlessX86() =>
        Assert.SkipUnless(X86.IsSupported, "This process has no AES-NI, PCLMULQDQ, SSSE3 and SSE4.1.");

    private static void ForRandom(Action<Vector128<byte>, Vector128<byte>> check) => ForRandom((a, b, _, _) => check(a, b));

    private static void ForRandom(Action<Vector128<byte>, Vector128<byte>, Vector128<byte>, Vector128<byte>> check)
    {
        Random random = Sweep.Start(Seed);
        byte[] bytes = new byte[64];
        for (int i = 0; i < Cases; i++)
        {
            random.NextBytes(bytes);
            if (i < 4)
            {
                // The corners: zeros and ones in every pairing.
                bytes.AsSpan(0, 16).Fill((byte)-(i & 1));
                bytes.AsSpan(16, 16).Fill((byte)-(i >> 1));
            }

            try
            {
                check(
                    Vector128.Create<byte>(bytes.AsSpan(0, 16)),
                    Vector128.Create<byte>(bytes.AsSpan(16, 16)),
                    Vector128.Create<byte>(bytes.AsSpan(32, 16)),
                    Vector128.Create<byte>(bytes.AsSpan(48, 16)));
            }
            catch (Xunit.Sdk.XunitException e)
            {
                Assert.Fail(string.Create(
                    CultureInfo.InvariantCulture, $"case {i} of seed {Seed}, operands {Convert.ToHexStringLower(bytes)}: {e.Message}"));
            }
        }
    }

    private static void AssertEqual<T>(Vector128<T> expected, Vector128<T> actual) =>
        Bytes.AssertEqual(Stored(expected.AsByte()), Stored(actual.AsByte()), "result");
}
