using System.Buffers.Binary;
using System.Runtime.CompilerServices;
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
/// The counter mode of our backend without FACE, which tells what FACE gains; or with a table that the call fills, however short the text. As in a call
/// of <see cref="FaceCtr"/> the keys are copied and the copy is cleared; there are no arguments to check.
/// </summary>
internal static class PlainCtr
{
    public const string PeerName = "AES-CTR (ours, without FACE)";

    public const string TabledName = "AES-CTR (ours, always with FACE)";

    /// <summary>On the kernel that this machine makes the default.</summary>
    public static Peer Create(Message message) => Create(message, isTabled: false);

    /// <inheritdoc cref="Create(Message)"/>
    public static Peer Create(Message message, bool isTabled) =>
        X86.IsSupported ? new PlainCtr<HardwareBackend<X86, Multiply128<X86>, Vector128<ulong>>>(message, isTabled)
        : Arm.IsSupported ? new PlainCtr<HardwareBackend<Arm, Multiply128<Arm>, Vector128<ulong>>>(message, isTabled)
        : CreateSoftware(message, isTabled);

    /// <summary>On the widest vectors.</summary>
    public static Peer CreateSoftware(Message message, bool isTabled) =>
        Lane512.IsSupported ? new PlainCtr<SoftwareBackend<Lane512, Vector512<byte>>>(message, isTabled)
        : Lane256.IsSupported ? new PlainCtr<SoftwareBackend<Lane256, Vector256<byte>>>(message, isTabled)
        : new PlainCtr<SoftwareBackend<Lane128, Vector128<byte>>>(message, isTabled);
}

/// <inheritdoc cref="PlainCtr"/>
internal sealed class PlainCtr<TBackend> : Peer
    where TBackend : struct, IBackend
{
    private const int BlockSize = 16;

    private readonly Vector128<byte>[] _roundKeys;
    private readonly bool _isTabled;

    public PlainCtr(Message message, bool isTabled)
        : base(isTabled ? PlainCtr.TabledName : PlainCtr.PeerName, message, tagSize: 0)
    {
        _isTabled = isTabled;
        _roundKeys = new Vector128<byte>[(message.Key.Length / 4) + 7];
        TBackend.ExpandKey(message.Key, _roundKeys);
    }

    public override Backend Backend { get; } = Backend.All.OfType<Backend<TBackend>>().Single();

    public override void Encrypt() => Xor(Plaintext, Ciphertext);

    public override void Decrypt() => Xor(Ciphertext, Decrypted);

    /// <summary>All rounds of every block, but for what a table saves.</summary>
    protected override Work CreateWork(Operation operation)
    {
        double blocks = Math.Ceiling((double)Message.Plaintext.Length / BlockSize);
        int rounds = _roundKeys.Length - 1;
        return new(_isTabled ? FaceRounds.Least(blocks, rounds) : blocks * rounds);
    }

    protected override void Dispose(bool disposing)
    {
    }

    [SkipLocalsInit]
    private void Xor(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<Vector128<byte>> roundKeys = stackalloc Vector128<byte>[_roundKeys.Length];
        _roundKeys.CopyTo(roundKeys);
        FaceTable table = new() { Memory = _isTabled ? stackalloc Vector128<byte>[FaceTable.Size] : [] };
        TBackend.XorKeyStream<BlockCounter>(roundKeys, BinaryPrimitives.ReadUInt128BigEndian(Message.Nonce), ref table, source, destination);
        table.Clear();
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(roundKeys));
    }
}
