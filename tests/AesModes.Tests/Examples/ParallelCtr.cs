using AesModes;

namespace Examples;

#region Parallel CTR
public static class ParallelCtr
{
    private const int PieceSize = 1 << 20;

    // Encrypts and decrypts: counter mode is its own inverse. Source and destination may be one array.
    public static void Transform(FaceCtr ctr, byte[] initialCounter, byte[] source, byte[] destination)
    {
        long pieces = ((long)source.Length + PieceSize - 1) / PieceSize;
        Parallel.For(0, pieces, i =>
        {
            int start = (int)i * PieceSize;
            int length = Math.Min(PieceSize, source.Length - start);
            ctr.Encrypt(initialCounter, source.AsSpan(start, length), destination.AsSpan(start, length), position: start);
        });
    }
}
#endregion
