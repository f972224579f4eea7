using System.Globalization;
using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;
using AesModes.Tests.Reference;
using AesModes.Tool.Cbc;
using Xunit;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>
/// Do the emulated instructions of decryption do what the real ones do? Each against the real one where this CPU has it, and everywhere
/// against encryption's, which they undo.
/// </summary>
public class InverseInstructionTests
{
    private const int Seed = 800_38;
    private const int Cases = 5_000;

    [Fact]
    public void All_X86Emulated_EqualReal()
    {
        SkipUnlessX86();
        ForRandom((state, key, what) =>
        {
            AssertEqual(X86Inverse.AesDecrypt(state, key), EmulatedX86Inverse.AesDecrypt(state, key), $"AESDEC, {what}");
            AssertEqual(X86Inverse.AesDecryptLast(state, key), EmulatedX86Inverse.AesDecryptLast(state, key), $"AESDECLAST, {what}");
            AssertEqual(X86Inverse.AesInverseMixColumns(state), EmulatedX86Inverse.AesInverseMixColumns(state), $"AESIMC, {what}");
        });
    }

    [Fact]
    public void All_ArmEmulated_EqualReal()
    {
        Assert.SkipUnless(Arm.IsSupported, "This CPU is no ARM64 with AES instructions.");
        ForRandom((state, key, what) =>
        {
            AssertEqual(ArmInverse.AesDecrypt(state, key), EmulatedArmInverse.AesDecrypt(state, key), $"AESD, {what}");
            AssertEqual(ArmInverse.AesInverseMixColumns(state), EmulatedArmInverse.AesInverseMixColumns(state), $"AESIMC, {what}");
        });
    }

    /// <summary>AESD(s, k) = AESDECLAST(s ⊕ k, 0); the two AESIMC are one.</summary>
    [Fact]
    public void All_ArmEmulated_EqualTheirX86Identities()
    {
        SkipUnlessX86();
        ForRandom((state, key, what) =>
        {
            Vector128<byte> expected = X86Inverse.AesDecryptLast(state ^ key, Vector128<byte>.Zero);
            AssertEqual(expected, EmulatedArmInverse.AesDecrypt(state, key), $"AESD, {what}");
            AssertEqual(X86Inverse.AesInverseMixColumns(state), EmulatedArmInverse.AesInverseMixColumns(state), $"AESIMC, {what}");
        });
    }

    [Fact]
    public void All_Emulated_UndoFips197sSteps() => ForRandom((state, key, what) =>
    {
        byte[] bytes = Stored(state);
        ReferenceAes.MixColumns(bytes);
        Vector128<byte> mixed = Vector128.Create<byte>(bytes);
        AssertEqual(state, EmulatedX86Inverse.AesInverseMixColumns(mixed), $"x86's AESIMC, {what}");
        AssertEqual(state, EmulatedArmInverse.AesInverseMixColumns(mixed), $"ARM's AESIMC, {what}");

        bytes = Stored(state);
        ReferenceAes.SubBytes(bytes);
        ReferenceAes.ShiftRows(bytes);
        Vector128<byte> substituted = Vector128.Create<byte>(bytes);
        AssertEqual(state ^ key, EmulatedX86Inverse.AesDecryptLast(substituted, key), $"AESDECLAST, {what}");
        AssertEqual(state, EmulatedArmInverse.AesDecrypt(substituted ^ key, key), $"AESD, {what}");

        // AESDEC mixes last: of a state that was mixed, all is undone.
        bytes = Stored(mixed);
        ReferenceAes.SubBytes(bytes);
        ReferenceAes.ShiftRows(bytes);
        AssertEqual(state ^ key, EmulatedX86Inverse.AesDecrypt(Vector128.Create<byte>(bytes), key), $"AESDEC, {what}");
    });

    private static void SkipUnlessX86() => Assert.SkipUnless(X86.IsSupported, "This process has no AES-NI, PCLMULQDQ, SSSE3 and SSE4.1.");

    private static void ForRandom(Action<Vector128<byte>, Vector128<byte>, string> check)
    {
        Random random = Sweep.Start(Seed);
        for (int i = 0; i < Cases; i++)
        {
            byte[] state = Bytes.Random(random, 16);
            byte[] key = Bytes.Random(random, 16);
            if (i < 4)
            {
                // The corners: zeros and ones in every pairing.
                state.AsSpan().Fill((byte)-(i & 1));
                key.AsSpan().Fill((byte)-(i >> 1));
            }

            check(Vector128.Create<byte>(state), Vector128.Create<byte>(key), string.Create(
                CultureInfo.InvariantCulture, $"case {i} of seed {Seed}: {Convert.ToHexStringLower(state)}, {Convert.ToHexStringLower(key)}"));
        }
    }

    private static void AssertEqual(Vector128<byte> expected, Vector128<byte> actual, string what) => Bytes.AssertEqual(Stored(expected), Stored(actual), what);
}
