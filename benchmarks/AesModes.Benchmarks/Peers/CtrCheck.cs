using System.Buffers.Binary;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>Checks outputs of AES in counter mode before anything is timed, whoever makes them.</summary>
internal static class CtrCheck
{
    /// <summary>
    /// SP 800-38A's example; then a text in whose middle the counter wraps, so that every byte of it changes there, and with a part of a block
    /// at its end.
    /// </summary>
    /// <param name="create">Makes the peer with another message.</param>
    /// <param name="createWitness">Makes the other implementation with another message.</param>
    /// <param name="keySize">In bytes: 16 or 32.</param>
    /// <returns>What is wrong, in a sentence; null says that all is right.</returns>
    public static string? FindFault(Func<Message, Peer> create, Func<Message, Peer> createWitness, int keySize)
    {
        KnownAnswer vector = keySize == 16 ? KnownAnswer.CtrAes128 : KnownAnswer.CtrAes256;
        using (Peer peer = create(vector.ToMessage()))
        {
            peer.Encrypt();
            if (!peer.Ciphertext.Span.SequenceEqual(vector.Output))
            {
                return $"{peer.Name} gives another output than SP 800-38A.";
            }
        }

        // FACE fills its table with 256 blocks: both the 300 before the wrap and the thousand behind it get as far as taking from one. And it
        // is longer than EcbCtr's buffer.
        const int Before = 300;
        const int Size = (1300 * 16) + 5;
        Message wrapping = new(keySize, Size, nonceSize: 16);
        BinaryPrimitives.WriteUInt128BigEndian(wrapping.Nonce, UInt128.Zero - Before);
        using Peer wrapped = create(wrapping);
        using Peer witness = createWitness(wrapping);
        return PeerCheck.FindFault(wrapped, witness) is { } fault ? $"{fault} The counter wraps there." : null;
    }
}
