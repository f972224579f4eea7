using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>Which self-test stands for which text, and how one runs.</summary>
internal sealed partial class CtrCipher<TBackend>
{
    /// <summary>The outputs of every size of a path.</summary>
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
            Xor(counter, TPath.Position, source, destination);
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

    /// <summary>The bit of <see cref="KeyedMode{TMode}.Unproven"/> for texts of that size: every path but the last ends after a power of two.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SizeBit(int size) => 1U << BitOperations.Log2((uint)size - 1);

    // By themselves, so that texts that need no test do not carry their code.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void XorOnNext(UInt128 initialCounter, long position, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Next.Xor(initialCounter, position, source, destination);

    /// <summary>Runs the self-tests for a text, unless the process has their results.</summary>
    /// <param name="skip">How many bytes of its first block come before it.</param>
    /// <param name="size">Its size.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Prove(int skip, int size)
    {
        if (skip != 0)
        {
            size -= BlockSize - skip;
            if (!IsProven<CtrPart>())
            {
                return false;
            }
        }

        if (size <= 0 || (Unproven & SizeBit(size)) == 0)
        {
            return true;
        }

        bool proven = size <= CtrOne.MaxSize ? IsProven<CtrOne>()
            : size <= CtrFour.MaxSize ? IsProven<CtrFour>()
            : size <= CtrSeveral.MaxSize ? IsProven<CtrSeveral>()
            : IsProven<CtrMany>() && (size <= FaceTable.LeastTextSize / 2 || IsProven<CtrTabled>());
        if (proven)
        {
            _ = Interlocked.And(ref Unproven, ~SizeBit(size));
        }

        return proven;
    }

    private bool IsProven<TPath>()
        where TPath : struct, ICtrPath => IsTrial || !SelfTest.IsLazy || Key.Vectors.Length switch
        {
            11 => Proof<TBackend, CtrTest<TPath, Aes128>>.Holds,
            13 => Proof<TBackend, CtrTest<TPath, Aes192>>.Holds,
            _ => Proof<TBackend, CtrTest<TPath, Aes256>>.Holds,
        };
}
