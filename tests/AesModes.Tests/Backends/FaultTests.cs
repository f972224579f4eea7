using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using Xunit;
using Software = AesModes.Backends.Software.SoftwareBackend<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Tests.Backends;

/// <summary>A machine whose instructions are there and compute wrongly: software runs instead, and the right things are taken for right.</summary>
public class FaultTests
{
    private static readonly Backend _software = new Backend<Software>();

    private static readonly Backend _x86By128 = new Backend<HardwareBackend<X86Rounds<FaultyX86>, Multiply128<X86Rounds<FaultyX86>>, Vector128<ulong>>>();

    private static readonly Backend _x86By256 = new Backend<HardwareBackend<X86Rounds<FaultyX86>, Multiply256<FaultyX86>, Vector256<ulong>>>();

    private static readonly Backend _x86By512 = new Backend<HardwareBackend<X86Rounds<FaultyX86>, Multiply512<FaultyX86>, Vector512<ulong>>>();

    private static readonly Backend _arm = new Backend<HardwareBackend<ArmRounds<FaultyArm>, Multiply128<ArmRounds<FaultyArm>>, Vector128<ulong>>>();

    private static readonly string[] _x86Instructions = ["AesEncrypt", "AesEncryptLast", "MultiplyLowLow", "MultiplyLowHigh", "MultiplyHighLow", "MultiplyHighHigh"];

    private static readonly string[] _armInstructions = ["AesEncrypt", "AesMixColumns", "MultiplyLow", "MultiplyHigh"];

    /// <summary>The faults that each backend meets, every bit of the result one after the other.</summary>
    private static readonly (Backend Backend, string Instruction, int Bits)[] _faults =
    [
        .. from backend in (Backend[])[_x86By128, _x86By256, _x86By512] from name in _x86Instructions select (backend, $"{name} 128", 128),
        .. from name in _x86Instructions[2..] select (_x86By256, $"{name} 256", 256),
        .. from name in _x86Instructions[2..] select (_x86By512, $"{name} 512", 512),
        .. from name in _armInstructions select (_arm, $"{name} 128", 128),
    ];

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void PassesCheck_OfWhatIsRight_IsTrue(string name) => Assert.True(TestBackends.Get(name).PassesCheck());

    [Fact]
    public void Choose_AnyBitOfAnyInstructionWrong_IsSoftware()
    {
        foreach ((Backend backend, string instruction, int bits) in _faults)
        {
            // The one behind it has the same fault or none; it is not asked.
            Backend[] backends = [backend, _x86By128, _software];
            Assert.Same(backend, Backend.Choose(backends.ElementAtOrDefault, disableHardware: false));
            for (int bit = 0; bit < bits; bit++)
            {
                Backend? chosen = Fault.With(instruction, bit, () => Backend.Choose(backends.ElementAtOrDefault, disableHardware: false));
                Assert.True(chosen == _software, $"{backend}, bit {bit} of {instruction} wrong: {chosen} was chosen.");
            }
        }

        Assert.False(_software.IsHardwareAccelerated);
    }

    /// <summary>What a backend does not issue is not its fault.</summary>
    [Fact]
    public void Choose_AnotherWidthsInstructionWrong_IsTheFirst()
    {
        Backend[] backends = [_x86By256, _software];
        Assert.Same(_x86By256, Fault.With("MultiplyLowLow 512", 7, () => Backend.Choose(backends.ElementAtOrDefault, disableHardware: false)));
        Assert.Same(_software, Fault.With("MultiplyLowLow 256", 7, () => Backend.Choose(backends.ElementAtOrDefault, disableHardware: false)));
    }

    /// <summary>The faults are no invention: messages come out wrong. (Not each: a bit wrong in an even number of products is right in their sum.)</summary>
    [Theory]
    [InlineData("AesEncrypt 128")]
    [InlineData("MultiplyLowLow 512")]
    public void Encrypt_OnAFaultyMachine_IsWrong(string instruction)
    {
        Assert.NotEqual(Tags(), Fault.With(instruction, 5, Tags));

        static byte[] Tag(AesGcmSiv siv, int size)
        {
            byte[] tag = new byte[16];
            siv.Encrypt(new byte[12], new byte[size], new byte[size], tag);
            return tag;
        }

        static string Tags()
        {
            using AesGcmSiv siv = new(new byte[32], _x86By512);
            return string.Concat(((int[])[40, 100, 300, 600, 700, 1000]).Select(size => Convert.ToHexString(Tag(siv, size))));
        }
    }
}
