using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;

namespace AesModes.Tool.Cbc;

/// <summary>AES in CBC mode (SP 800-38A §6.2) on whole blocks. Source and destination are the same memory or disjoint.</summary>
internal abstract class CbcCipher : IDisposable
{
    public const int BlockSize = 16;

    /// <summary>The number of AESENC or AESDEC instructions, or of AESE with AESMC, that a block needs; 0 in software.</summary>
    public virtual int AesRounds => 0;

    /// <summary>Creates a cipher on one of the machine's backends. The backend's multiply does not matter here.</summary>
    public static CbcCipher Create(Backend backend, ReadOnlySpan<byte> key) =>
        backend.Name == X86.Name || backend.HasNativeCode ? new HardwareCbc<X86, X86InverseRounds<X86Inverse>>(key)
        : backend.Name == Arm.Name ? new HardwareCbc<Arm, ArmInverseRounds<ArmInverse>>(key)
        : backend is Backend<SoftwareBackend<Lane512, Vector512<byte>>> ? CreateSoftware<Lane512, Vector512<byte>>(key)
        : backend is Backend<SoftwareBackend<Lane256, Vector256<byte>>> ? CreateSoftware<Lane256, Vector256<byte>>(key)
        : CreateSoftware<Lane128, Vector128<byte>>(key);

    public abstract void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract void Dispose();

    private static SoftwareCbc<SoftwareBackend<TLane, TVector>, TLane, TVector> CreateSoftware<TLane, TVector>(ReadOnlySpan<byte> key)
        where TLane : struct, ILane<TVector>
        where TVector : unmanaged => new(key);
}
