using System.Security.Cryptography;
using AesModes.Backends.Hardware;
using AesModes.Faults;
using AesModes.Modes;
using Software = AesModes.Backends.Software.SoftwareBackend<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Tests.Backends;

/// <summary>On a machine or with a compiler that gives wrong results, self-tests fail and another backend runs. <see cref="KernelTests"/> tests correct kernels.</summary>
public class FaultTests
{
    internal static readonly Backend Faulty512 = new Backend<HardwareBackend<EmulatedX86, Multiply512<EmulatedX86>, Vector512<ulong>>>();

    private static readonly Backend _software = Backend<Software>.Instance;

    private static readonly Backend _x86By128 = new Backend<HardwareBackend<EmulatedX86, Multiply128<EmulatedX86>, Vector128<ulong>>>();

    private static readonly Backend _x86By256 = new Backend<HardwareBackend<EmulatedX86, Multiply256<EmulatedX86>, Vector256<ulong>>>();

    private static readonly Backend _arm = new Backend<HardwareBackend<EmulatedArm, Multiply128<EmulatedArm>, Vector128<ulong>>>();

    private static readonly string[] _x86Instructions = ["Round", "LastRound", "MultiplyLow", "MultiplyHigh", "MultiplyCross"];

    private static readonly string[] _armInstructions = ["AesEncrypt", "AesMixColumns", "MultiplyLow", "MultiplyHigh"];

    /// <summary>The instructions of each backend. The tests flip every bit of their results, one at a time.</summary>
    private static readonly (Backend Backend, string Instruction, int Bits)[] _faults =
    [
        .. from backend in (Backend[])[_x86By128, _x86By256, Faulty512] from name in _x86Instructions select (backend, $"{name} 128", 128),
        .. from name in _x86Instructions[2..] select (_x86By256, $"{name} 256", 256),
        .. from name in _x86Instructions[2..] select (Faulty512, $"{name} 512", 512),
        .. from name in _armInstructions select (_arm, $"{name} 128", 128),
    ];

    [Fact]
    public void SelfTests_AnyFaultyInstructionBit_Fail()
    {
        foreach ((Backend backend, string instruction, int bits) in _faults)
        {
            IReadOnlyList<SelfTest> tests = backend.SelfTests;
            for (int bit = 0; bit < bits; bit++)
            {
                Assert.True(Fault.With(instruction, bit, () => tests.Any(test => !test.Passes())), $"{backend}, bit {bit} of {instruction} wrong: every self-test passed.");
            }
        }
    }

    /// <summary>Each kernel in turn gives one wrong bit. A self-test must fail, and every public call must still give the correct result.</summary>
    [Fact]
    public void Calls_AnyFaultyKernel_GiveCorrectResults()
    {
        Assert.SkipWhen(Effort.IsChangedRun, "Only the first run of the tests injects faults: the self-tests are the same in each.");
        Inject<HardwareBackend<EmulatedX86, Multiply512<EmulatedX86>, Vector512<ulong>>>();
        Inject<HardwareBackend<EmulatedArm, Multiply128<EmulatedArm>, Vector128<ulong>>>();
        Inject<Software>();
    }

    /// <summary>A fault in an instruction that a backend does not use must not affect it.</summary>
    [Fact]
    public void SelfTests_FaultInInstructionOfAnotherWidth_Pass()
    {
        Assert.True(Fault.With("MultiplyLow 512", 7, () => _x86By256.SelfTests.All(test => test.Passes())));
        Assert.False(Fault.With("MultiplyLow 256", 7, () => _x86By256.SelfTests.All(test => test.Passes())));
    }

    [Fact]
    public void After_TheLastBackend_Throws()
    {
        Backend[] backends = [_x86By256, _x86By128, _software];
        Assert.Same(_x86By128, _x86By256.After(backends.ElementAtOrDefault));
        Assert.Same(_software, _x86By128.After(backends.ElementAtOrDefault));
        Assert.Throws<CryptographicException>(() => _software.After(backends.ElementAtOrDefault));
        Assert.Same(_x86By256, _arm.After(backends.ElementAtOrDefault));
    }

    private static void Inject<TBackend>()
        where TBackend : struct, IBackend => Assert.All(Faults.Fault.All, fault =>
    {
        string? problem = FaultTrial<TBackend>.Run(fault, out _);
        Assert.True(problem is null, $"{Backend<TBackend>.Instance}: {fault}: {problem}");
    });
}
