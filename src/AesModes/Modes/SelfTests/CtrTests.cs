using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>The self-tests of AES-CTR. Each number below stands for a path under AES-128. Add <see cref="Paths"/> once for AES-192, and twice for AES-256.</summary>
internal sealed class CtrTests(Backend backend) : SelfTests(backend)
{
    /// <summary>Messages of up to one block.</summary>
    public const int OneBlock = 0;

    /// <summary>A message that begins within a block, and ends in the same block.</summary>
    public const int PartOfBlock = 1;

    /// <summary>Messages of up to <see cref="MaxFourBlocksSize"/> bytes.</summary>
    public const int FourBlocks = 2;

    /// <summary>Messages of up to <see cref="MaxEightBlocksSize"/> bytes, which are shorter than software's long runs.</summary>
    public const int EightBlocks = 3;

    /// <summary>Longer messages without a FACE table.</summary>
    public const int Long = 4;

    /// <summary>Messages with a FACE table, and a transform, which always has one.</summary>
    public const int WithTable = 5;

    public const int Paths = 6;

    public const int MaxFourBlocksSize = 64;
    public const int MaxEightBlocksSize = 128;

    // Two rows for each key size.
    private static ReadOnlySpan<ulong> Answers =>
    [
        0xB9275236159725D6, 0x7534834A83052C22, 0x934CE38A294A1457,
        0x2CD3D41886FC9545, 0xB811484160C6AF24, 0xD3C69CF86DE4CB6F,
        0x45A9E5DECD5201C9, 0xDCDDD6AB36684A02, 0x99E49515C06CFD65,
        0xF3690C1823120D5A, 0x35B37756D95D28E4, 0x5CBCD85424969209,
        0x9137C022D3CAD09E, 0x95269295767CA9DD, 0x5EAFF2C3ACC503DC,
        0x3E21A2E553A58458, 0x8F0C5E3E3C3C39C0, 0xEC975F69D59DAACA,
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

    [SuppressMessage("Reliability", "CA2000:Dispose objects before losing scope", Justification = "The key is public.")]
    protected override ulong Compute(Backend backend, int test, byte[] memory)
    {
        int path = test % Paths;
        ReadOnlySpan<int> sizes = path switch
        {
            OneBlock => [1, 16],
            PartOfBlock => [1, 11],
            FourBlocks => [17, 47, 64],
            EightBlocks => [65, 97, 128],
            Long => [129, 144, 192, 250, 1037, 1153, 2800],
            _ => [8535],
        };
        CtrCipher mode = backend.CreateCtr(memory.AsSpan(0, GetKeySize(test)), isTrial: true);

        // The counter's low byte wraps after two blocks, which cuts batches short. With counter + 2 it wraps after 256 blocks, and batches are whole.
        UInt128 counter = new(0x0123456789ABCDEF, 0xFEDCBA98FFFFFFFE);
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

    /// <summary>Returns the output of a transform that receives its input in pieces.</summary>
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
