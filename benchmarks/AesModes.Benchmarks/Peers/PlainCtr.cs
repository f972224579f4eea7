using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>
/// The counter mode of our backend without FACE, which tells what FACE gains. As in a call of <see cref="FaceCtr"/> the keys are copied and the copy is
/// cleared; there are no arguments to check.
/// </summary>
internal static class PlainCtr
{
    public const string PeerName = "AES-CTR (ours, without FACE)";

    /// <summary>On the kernel that this machine makes the default.</summary>
    public static Peer Create(Message message) =>
        X86Rounds<X86>.IsSupported ? new PlainCtr<HardwareBackend<X86Rounds<X86>, Multiply128<X86Rounds<X86>>, Vector128<ulong>>>(message)
        : ArmRounds<Arm>.IsSupported ? new PlainCtr<HardwareBackend<ArmRounds<Arm>, Multiply128<ArmRounds<Arm>>, Vector128<ulong>>>(message)
        : Lane512.IsSupported ? new PlainCtr<SoftwareBackend<Lane512, Vector512<byte>>>(message)
        : Lane256.IsSupported ? new PlainCtr<SoftwareBackend<Lane256, Vector256<byte>>>(message)
        : new PlainCtr<SoftwareBackend<Lane128, Vector128<byte>>>(message);
}

/// <inheritdoc cref="PlainCtr"/>
internal sealed class PlainCtr<TBackend> : Peer
    where TBackend : struct, IBackend
{
    private const int BlockSize = 16;

    private readonly Vector128<byte>[] _roundKeys;

    public PlainCtr(Message message)
        : base(PlainCtr.PeerName, message, tagSize: 0)
    {
        _roundKeys = new Vector128<byte>[(message.Key.Length / 4) + 7];
        TBackend.ExpandKey(message.Key, _roundKeys);
    }

    public override Backend Backend { get; } = Backend.All.OfType<Backend<TBackend>>().Single();

    public override void Encrypt() => Xor(Message.Plaintext, Ciphertext);

    public override void Decrypt() => Xor(Ciphertext, Decrypted);

    /// <summary>All rounds of every block.</summary>
    protected override Work CreateWork(Operation operation) =>
        new(Math.Ceiling((double)Message.Plaintext.Length / BlockSize) * (_roundKeys.Length - 1));

    protected override void Dispose(bool disposing)
    {
    }

    private void Xor(byte[] source, byte[] destination)
    {
        Span<Vector128<byte>> roundKeys = stackalloc Vector128<byte>[_roundKeys.Length];
        _roundKeys.CopyTo(roundKeys);
        FaceTable none = default;
        TBackend.XorCounterBlocks(roundKeys, BinaryPrimitives.ReadUInt128BigEndian(Message.Nonce), ref none, source, destination);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(roundKeys));
    }
}
