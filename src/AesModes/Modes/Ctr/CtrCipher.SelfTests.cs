
namespace AesModes.Modes;

/// <summary>Maps messages to the self-tests that cover them.</summary>
internal sealed partial class CtrCipher<TKernels>
{
    /// <summary>Messages of up to this many bytes that start at a block boundary skip the check of self-test results.</summary>
    private int _provenSize;

    protected override CtrCipher Create(Backend backend, ReadOnlySpan<byte> key) => backend.CreateCtr(key);

    // NoInlining, here and below: calls that need no test do not carry this code.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void XorOnNext(UInt128 initialCounter, long position, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Next.Xor(initialCounter, position, source, destination);

    /// <summary>Returns whether the self-tests for a message pass. Runs those whose results the process does not have.</summary>
    /// <param name="skip">The number of bytes of the first block that precede the message.</param>
    /// <param name="size">The size of the message in bytes.</param>
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

        // A long message ends in the kernels of shorter ones, so it needs their tests as well.
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

    /// <summary>Whether the self-tests for a transform pass: all of them, because its pieces can have any size.</summary>
    private bool IsTransformProven() => IsPartProven && Prove(0, FaceTable.LeastTextSize);

    private bool IsPartProven => IsTrial || !SelfTest.IsLazy || Passes(CtrTests.PartOfBlock);

    private bool Passes(int test) => Backend.CtrTests.Pass(test + ((KeySize - 16) / 8 * CtrTests.Paths));
}
