using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;

namespace AesModes.Benchmarks.Study;

/// <summary>The cores that this machine can run, in the tables' order; a core's levels stand together, plain first.</summary>
internal static class StudyCores
{
    public static IReadOnlyList<StudyCore> Create()
    {
        List<StudyCore> cores = [new TableCore<PlainLevel>(), new TableCore<R1Level>(), new TableCore<R2Level>()];
        cores.AddRange([new BitslicedCore<PlainLevel>(), new BitslicedCore<R2Level>()]);
        if (X86.IsSupported)
        {
            cores.AddRange(CreateAesNi<One>());
            cores.AddRange(CreateAesNi<Four>());
            cores.AddRange(CreateAesNi<Eight>());
        }

        cores.AddRange(CreateLibrary<HardwareBackend<X86Rounds<X86>, Multiply128<X86Rounds<X86>>, Vector128<ulong>>>());
        cores.AddRange(CreateLibrary<HardwareBackend<ArmRounds<Arm>, Multiply128<ArmRounds<Arm>>, Vector128<ulong>>>());
        cores.AddRange(CreateLibrary<SoftwareBackend<Lane128, Vector128<byte>>>());
        return cores;
    }

    private static StudyCore[] CreateAesNi<TWidth>()
        where TWidth : struct, IWidth =>
        [new AesNiCore<TWidth, PlainLevel>(), new AesNiCore<TWidth, R1Level>(), new AesNiCore<TWidth, R2Level>()];

    private static StudyCore[] CreateLibrary<TBackend>()
        where TBackend : struct, IBackend =>
        TBackend.IsSupported ? [new LibraryCore<TBackend, PlainLevel>(), new LibraryCore<TBackend, R2Level>()] : [];
}
