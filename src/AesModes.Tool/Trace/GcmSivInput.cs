namespace AesModes.Tool.Trace;

internal sealed record GcmSivInput(byte[] Key, byte[] Nonce, byte[] AssociatedData, byte[] Plaintext)
{
    private const int NonceSize = 12;
    private const int Step = 16;

    /// <summary>
    /// A sample like that of AES-GCM-SIV's authors, in any size: key 01 00 …, nonce 03 00 …. Associated data and message are zero, except that every sixteenth byte,
    /// from the first on, has a running number, which continues from the associated data to the message.
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
            // The number wraps modulo 256.
            bytes[i] = (byte)++number;
        }

        return bytes;
    }
}
