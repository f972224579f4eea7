using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace AesModes.Benchmarks.Peers;

/// <summary>
/// A backend's counter mode without FACE, which tells what FACE gains; or with a table that the call fills, however short the text. As in a call
/// of <see cref="FaceCtr"/> the keys are copied and the copy is cleared; there are no arguments to check.
/// </summary>
internal static class PlainCtr
{
    public const string PeerName = "AES-CTR (ours, without FACE)";

    public const string TabledName = "AES-CTR (ours, always with FACE)";

    public static Peer Create(Message message, Backend backend, bool isTabled = false) => backend.Call(new Creation(message, isTabled));

    private sealed class Creation(Message message, bool isTabled) : IBackendCall<Peer>
    {
        public Peer On<TBackend>()
            where TBackend : struct, IBackend => new PlainCtr<TBackend>(message, isTabled);
    }
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

    public override Backend Backend => Backend<TBackend>.Instance;

    public override string Library => OwnLibrary;

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
        TBackend.XorKeyStream<BlockCounter>(roundKeys, Vector128.Create<byte>(Message.Nonce), ref table, source, destination);
        table.Clear();
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(roundKeys));
    }
}
