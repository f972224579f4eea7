namespace AesModes.Tool.Trace;

internal sealed record GcmSivInput(byte[] Key, byte[] Nonce, byte[] AssociatedData, byte[] Plaintext)
{
    private const int NonceSize = 12;
    private const int Step = 16;

    /// <summary>
    /// The sample of AES-GCM-SIV's authors, in any size: key 01 00 …, nonce 03 00 …; associated data and message are zero but for every
    /// sixteenth byte, the first included, which carries a running number that goes on from the one into the other.
    /// </summary>
    public static GcmSivInput Sample(int keySize, int associatedDataSize, int messageSize)
    {
        int number = 0;
        byte[] associatedData = Count(associatedDataSize, ref number);
        return new GcmSivInput([1, .. new byte[keySize - 1]], [3, .. new byte[NonceSize - 1]], associatedData, Count(messageSize, ref number));
    }

    private static byte[] Count(int size, ref int number)
    {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i += Step)
        {
            // Modulo 256.
            bytes[i] = (byte)++number;
        }

        return bytes;
    }
}
