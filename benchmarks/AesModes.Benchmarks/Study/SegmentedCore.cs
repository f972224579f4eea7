namespace AesModes.Benchmarks.Study;

/// <summary>
/// A core of the study's own: splits a text into segments, in which nothing but the counter's last byte changes, and says when what is
/// kept has to be made anew. The same for every level, the plain one included.
/// </summary>
internal abstract class SegmentedCore(string name, Level level) : StudyCore(name, level)
{
    private const int SegmentBlocks = 256;

    /// <summary>rd0 depends on the counter's first twelve bytes: on all but the lowest 32 bits.</summary>
    private const int Rd0Bits = 32;

    /// <summary>rd1+ and rd2+ depend on the first eleven.</summary>
    private const int TableBits = 40;

    /// <summary>A last block that is not whole.</summary>
    private readonly byte[] _part = new byte[BlockSize];

    /// <summary>A counter that rd0 and the table are right for.</summary>
    private UInt128 _entered;

    public sealed override void SetUp(ReadOnlySpan<byte> key, UInt128 counter)
    {
        ExpandKey(key);
        Vector128<byte> block = BlockCounter.ToBlock(counter);
        if (Level != Level.Plain)
        {
            Keep(block);
            FillTable(block);
        }

        _entered = counter;
    }

    public sealed override void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        while (!source.IsEmpty)
        {
            int low = (byte)counter;
            int length = Math.Min(source.Length, (SegmentBlocks - low) * BlockSize);
            int part = length % BlockSize;
            int whole = length - part;
            EnterSegment(counter - (byte)low);
            XorRun(low, source[..whole], destination[..whole]);
            if (part > 0)
            {
                source[whole..length].CopyTo(_part);
                XorRun(low + (whole / BlockSize), _part, _part);
                _part.AsSpan(0, part).CopyTo(destination[whole..]);
            }

            counter += (uint)(length + BlockSize - 1) / BlockSize;
            source = source[length..];
            destination = destination[length..];
        }
    }

    /// <summary>The key schedule.</summary>
    protected abstract void ExpandKey(ReadOnlySpan<byte> key);

    /// <summary>rd0, for all blocks that differ from this one in the last four bytes. Not at the plain level.</summary>
    protected abstract void Keep(Vector128<byte> block);

    /// <summary>rd1+ or rd2+, for all blocks that differ from this one in the last five bytes. Not at the plain level.</summary>
    protected abstract void FillTable(Vector128<byte> block);

    /// <summary>rd1 or rd2, for the 256 blocks from this one on, whose last byte is zero.</summary>
    protected abstract void EnterSegment(Vector128<byte> block);

    /// <summary>Whole blocks of the segment, from the one whose last byte this is.</summary>
    protected abstract void XorRun(int low, ReadOnlySpan<byte> source, Span<byte> destination);

    private void EnterSegment(UInt128 counter)
    {
        Vector128<byte> block = BlockCounter.ToBlock(counter);
        if (Level != Level.Plain && counter >> Rd0Bits != _entered >> Rd0Bits)
        {
            Keep(block);
            if (counter >> TableBits != _entered >> TableBits)
            {
                FillTable(block);
            }

            _entered = counter;
        }

        EnterSegment(block);
    }
}
