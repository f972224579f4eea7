using System.Buffers.Binary;
using System.Security.Cryptography;

namespace AesModes.Benchmarks.Peers;

/// <summary>
/// AES in counter mode (SP 800-38A), its key stream made by the framework's ECB of the counter blocks: a witness of outputs, slow, never timed.
/// </summary>
internal sealed class EcbCtr(Message message) : Peer("AES-CTR from ECB of counter blocks", message, tagSize: 0)
{
    private const int BlockSize = 16;

    public override void Encrypt() => Crypt(Message.Plaintext, Ciphertext);

    public override void Decrypt() => Crypt(Ciphertext, Decrypted);

    protected override void Dispose(bool disposing)
    {
    }

    private void Crypt(byte[] source, byte[] destination)
    {
        byte[] counters = new byte[(source.Length + BlockSize - 1) / BlockSize * BlockSize];
        UInt128 counter = BinaryPrimitives.ReadUInt128BigEndian(Message.Nonce);
        for (int i = 0; i < counters.Length; i += BlockSize)
        {
            BinaryPrimitives.WriteUInt128BigEndian(counters.AsSpan(i), counter);
            counter = unchecked(counter + 1);
        }

        using Aes aes = Aes.Create();
        aes.Key = Message.Key;
        byte[] keyStream = aes.EncryptEcb(counters, PaddingMode.None);
        for (int i = 0; i < source.Length; i++)
        {
            destination[i] = (byte)(source[i] ^ keyStream[i]);
        }
    }
}
