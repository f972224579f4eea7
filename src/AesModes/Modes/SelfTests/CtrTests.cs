using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>The self-tests of AES-CTR. Each number below stands for a path under AES-128; <see cref="KeySizes"/> is added for each longer key.</summary>
internal sealed class CtrTests(Backend backend) : SelfTests(backend)
{
    /// <summary>Up to a block.</summary>
    public const int OneBlock = 0;

    /// <summary>A text that begins within a block, and ends within it.</summary>
    public const int PartOfBlock = 1;

    /// <summary>Up to <see cref="MaxFourBlocksSize"/>.</summary>
    public const int FourBlocks = 2;

    /// <summary>Up to <see cref="MaxEightBlocksSize"/>: below software's long runs.</summary>
    public const int EightBlocks = 3;

    /// <summary>More, without a FACE table.</summary>
    public const int Long = 4;

    /// <summary>With a FACE table, and a transform, which always keeps one.</summary>
    public const int WithTable = 5;

    public const int Paths = 6;

    public const int MaxFourBlocksSize = 64;
    public const int MaxEightBlocksSize = 128;

    // By key size.
    private static ReadOnlySpan<ulong> Answers =>
    [
        0xA42DF3714BDD7CB1, 0xB57233A569114966, 0xC3FA7487EC66AACE,
        0xE90BD14466F814DF, 0x7BA60AD2A103EE59, 0x8043A33B2AEAC737,
        0x1677C9BD5340D64A, 0x87CCCCAEE499A397, 0x1A6EBDA20DDB6434,
        0x1963311B8B812729, 0x03099053FBE21DE5, 0x5448686A4699E037,
        0x02D7C9104818B9B4, 0x1C6A07579A9F11DE, 0x769CC448710AFB59,
        0x2F89EB734E62057A, 0x83BC2B3198D5D6F1, 0xEBF188C646014695,
    ];

    protected override int Count => 3 * Paths;

    public override string GetName(int test)
    {
        string path = (test % Paths) switch
        {
            OneBlock => "one block",
            PartOfBlock => "part of a block",
            FourBlocks => "four blocks",
            EightBlocks => "eight blocks",
            Long => "long",
            _ => "long, with a FACE table",
        };
        return $"AES-CTR, {path}, AES-{8 * GetKeySize(test)}";
    }

    protected override ulong Compute(int test, byte[] memory)
    {
        int path = test % Paths;
        ReadOnlySpan<int> sizes = path switch
        {
            OneBlock => [1, 16],
            PartOfBlock => [1, 11],
            FourBlocks => [17, 47, 64],
            EightBlocks => [65, 97, 128],
            Long => [129, 144, 192, 250, 1037, 1153, 2800],
            _ => [MaxSize],
        };
        using CtrCipher mode = Backend.CreateCtr(SelfTestData.Bytes(GetKeySize(test), 1), isTrial: true);

        // The low byte wraps after two blocks, or after 256: batches are cut short, or whole.
        UInt128 counter = ((UInt128)0x0123456789ABCDEF << 64) | 0xFEDCBA98FFFFFFFE;
        ulong digest = 0;
        foreach (int size in sizes)
        {
            Span<byte> source = memory.AsSpan(0, size);
            Span<byte> destination = memory.AsSpan(MaxSize, size);
            mode.Xor(counter, path == PartOfBlock ? 5 : 0, source, destination);
            digest = SelfTestData.Digest(digest, destination);
            if (path == WithTable)
            {
                digest = SelfTestData.Digest(digest, Transform(mode, counter + 2, memory));
            }
            else
            {
                mode.Xor(counter + 2, path == PartOfBlock ? 5 : 0, source, destination);
                digest = SelfTestData.Digest(digest, destination);
            }
        }

        return digest;
    }

    protected override ulong GetAnswer(int test) => Answers[test];

    private static int GetKeySize(int test) => 16 + (test / Paths * 8);

    /// <summary>The output of a transform that is given its text in pieces.</summary>
    private static Span<byte> Transform(CtrCipher mode, UInt128 counter, byte[] memory)
    {
        const int Size = 3000;
        using ICryptoTransform transform = mode.CreateTransform(counter);
        int done = transform.TransformBlock(memory, 0, Size / 2, memory, MaxSize);
        done += transform.TransformBlock(memory, done, 3, memory, MaxSize + done);
        Span<byte> output = memory.AsSpan(MaxSize, Size);
        transform.TransformFinalBlock(memory, done, Size - done).CopyTo(output[done..]);
        return output;
    }
}
