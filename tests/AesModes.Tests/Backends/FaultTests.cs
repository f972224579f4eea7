using System.Security.Cryptography;
using AesModes.Backends.Hardware;
using AesModes.Faults;
using AesModes.Modes;
using Software = AesModes.Backends.Software.SoftwareBackend<AesModes.Backends.Software.Lane128, System.Runtime.Intrinsics.Vector128<byte>>;

namespace AesModes.Tests.Backends;

/// <summary>A machine or a compiler that gives wrong results: self-tests notice, and another backend runs. <see cref="KernelTests"/> has what is right.</summary>
public class FaultTests
{
    internal static readonly Backend Faulty512 = new Backend<HardwareBackend<EmulatedX86, Multiply512<EmulatedX86>, Vector512<ulong>>>();

    private static readonly Backend _software = Backend<Software>.Instance;

    private static readonly Backend _x86By128 = new Backend<HardwareBackend<EmulatedX86, Multiply128<EmulatedX86>, Vector128<ulong>>>();

    private static readonly Backend _x86By256 = new Backend<HardwareBackend<EmulatedX86, Multiply256<EmulatedX86>, Vector256<ulong>>>();

    private static readonly Backend _arm = new Backend<HardwareBackend<EmulatedArm, Multiply128<EmulatedArm>, Vector128<ulong>>>();

    private static readonly string[] _x86Instructions = ["Round", "LastRound", "MultiplyLow", "MultiplyHigh", "MultiplyCross"];

    private static readonly string[] _armInstructions = ["AesEncrypt", "AesMixColumns", "MultiplyLow", "MultiplyHigh"];

    /// <summary>The faults that each backend meets, every bit of the result one after the other.</summary>
    private static readonly (Backend Backend, string Instruction, int Bits)[] _faults =
    [
        .. from backend in (Backend[])[_x86By128, _x86By256, Faulty512] from name in _x86Instructions select (backend, $"{name} 128", 128),
        .. from name in _x86Instructions[2..] select (_x86By256, $"{name} 256", 256),
        .. from name in _x86Instructions[2..] select (Faulty512, $"{name} 512", 512),
        .. from name in _armInstructions select (_arm, $"{name} 128", 128),
    ];

    [Fact]
    public void SelfTests_AnyBitOfAnyInstructionWrong_OneFails()
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

    /// <summary>Every kernel of a backend gives one wrong bit, one after the other: a self-test fails, and every public call is right all the same.</summary>
    [Fact]
    public void Calls_AnyKernelWrong_AreRight()
    {
        Assert.SkipWhen(Effort.IsChangedRun, "Only the first run of the tests injects faults: the self-tests are the same in each.");
        Inject<HardwareBackend<EmulatedX86, Multiply512<EmulatedX86>, Vector512<ulong>>>();
        Inject<HardwareBackend<EmulatedArm, Multiply128<EmulatedArm>, Vector128<ulong>>>();
        Inject<Software>();
    }

    /// <summary>What a backend does not issue is not its fault.</summary>
    [Fact]
    public void SelfTests_AnotherWidthsInstructionWrong_Pass()
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
