using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>Which self-test stands for which text, and how one runs.</summary>
internal sealed partial class CtrCipher<TBackend>
{
    /// <summary>The outputs of every size of a path: from a block's first byte, and from within a block.</summary>
    public ulong Try<TPath>()
        where TPath : struct, ICtrPath
    {
        ulong digest = 0;

        // The low byte wraps within the first text of more than two blocks.
        UInt128 counter = ((UInt128)0x0123456789ABCDEF << 64) | 0xFEDCBA98FFFFFFFE;
        foreach (int size in TPath.Sizes)
        {
            byte[] source = SelfTestData.Bytes(size, 3);
            byte[] destination = new byte[size];
            Xor(counter, 0, source, destination);
            digest = SelfTestData.Digest(digest, destination);
            Xor(counter, 5, source, destination);
            digest = SelfTestData.Digest(digest, destination);
        }

        return digest;
    }

    /// <summary>The outputs of a transform that is given its text in pieces.</summary>
    public ulong TryTransform(int size)
    {
        byte[] source = SelfTestData.Bytes(size, 3);
        byte[] destination = new byte[size];
        using ICryptoTransform transform = CreateTransform(((UInt128)0x0123456789ABCDEF << 64) | 0xFEDCBA98FFFFFFFE);
        int done = transform.TransformBlock(source, 0, size / 2, destination, 0);
        done += transform.TransformBlock(source, done, 3, destination, done);
        transform.TransformFinalBlock(source, done, size - done).CopyTo(destination, done);
        return SelfTestData.Digest(0, destination);
    }

    protected override CtrCipher CreateNext()
    {
        // The key itself is where its round keys begin.
        Span<byte> key = stackalloc byte[4 * (Key.Vectors.Length - 7)];
        MemoryMarshal.AsBytes(Key.Vectors)[..key.Length].CopyTo(key);
        try
        {
            return Key.EndRead() ? Backend<TBackend>.Instance.MoveOn().CreateCtr(key) : throw Key.Disposed();
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsProven(int size) => !SelfTest.IsLazy
        || (size <= CtrOne.MaxSize ? IsProven<CtrOne>()
            : size <= CtrFour.MaxSize ? IsProven<CtrFour>()
            : size <= CtrSeveral.MaxSize ? IsProven<CtrSeveral>()
            : size < FaceTable.LeastTextSize ? IsProven<CtrMany>()
            : IsProven<CtrTabled>());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsProven<TPath>()
        where TPath : struct, ICtrPath => Key.Vectors.Length switch
        {
            11 => Proof<TBackend, CtrTest<TPath, Aes128>>.Holds,
            13 => Proof<TBackend, CtrTest<TPath, Aes192>>.Holds,
            _ => Proof<TBackend, CtrTest<TPath, Aes256>>.Holds,
        };
}
