
namespace AesModes.Modes;

/// <summary>Which self-test stands for which text.</summary>
internal sealed partial class CtrCipher<TKernels>
{
    /// <summary>Texts of up to so many bytes from a block's start need not ask whether their self-tests passed.</summary>
    private int _provenSize;

    protected override CtrCipher Create(Backend backend, ReadOnlySpan<byte> key) => backend.CreateCtr(key);

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
            if (!IsPartProven)
            {
                return false;
            }
        }

        if (size <= _provenSize)
        {
            return true;
        }

        // The end of a text takes the kernels of shorter ones.
        int max = size <= BlockSize ? BlockSize
            : size <= CtrTests.MaxFourBlocksSize ? CtrTests.MaxFourBlocksSize
            : size <= CtrTests.MaxEightBlocksSize ? CtrTests.MaxEightBlocksSize
            : size <= FaceTable.LeastTextSize / 2 ? FaceTable.LeastTextSize / 2
            : int.MaxValue;
        bool proven = Passes(CtrTests.OneBlock)
            && (max <= BlockSize || Passes(CtrTests.FourBlocks))
            && (max <= CtrTests.MaxFourBlocksSize || Passes(CtrTests.EightBlocks))
            && (max <= CtrTests.MaxEightBlocksSize || Passes(CtrTests.Long))
            && (max < int.MaxValue || Passes(CtrTests.WithTable));
        if (proven)
        {
            _provenSize = Math.Max(_provenSize, max);
        }

        return proven;
    }

    /// <summary>A transform is given pieces of any size.</summary>
    private bool IsTransformProven() => IsPartProven && Prove(0, FaceTable.LeastTextSize);

    private bool IsPartProven => IsTrial || !SelfTest.IsLazy || Passes(CtrTests.PartOfBlock);

    private bool Passes(int test) => Backend.CtrTests.Pass(test + ((KeySize - 16) / 8 * CtrTests.Paths));
}
