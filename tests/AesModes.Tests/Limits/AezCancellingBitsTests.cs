namespace AesModes.Tests.Limits;

/// <summary>
/// Tests that nonzero bits in two blocks of the tag's zeros cannot cancel out. <see cref="AezNearMissTests"/> sets one bit; these tests set the same bit in two blocks, which
/// an XOR of the blocks would hide.
/// </summary>
[Fast]
public sealed class AezCancellingBitsTests
{
    private const int BlockSize = 16;

    /// <summary>Sizes of plaintext and tag: without a fragment, with a fragment of one or two parts, and with pairs in the tag, including a group of eight.</summary>
    private static readonly (int Size, int TagSize)[] _sizes = [(1, 40), (3, 47), (1, 55), (16, 64), (17, 64), (5, 100), (20, 120), (300, 100), (10, 330)];

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), Enumerable.Range(0, _sizes.Length));

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_TagAreaWithTheSameBitInTwoBlocks_IsRefusedAndThePlaintextCleared(string name, int sizes)
    {
        Backend backend = TestBackends.Get(name);
        (int size, int tagSize) = _sizes[sizes];
        AezCase message = AezCase.CreateAny(new Random(Sweep.Seed + sizes), size, tagSize);
        using Aez aez = message.Open(backend);
        ReadOnlyMemory<byte>[] associatedData = AezCalls.ToMemories(message.AssociatedData);
        byte[] plaintext = new byte[size];
        int tried = 0;
        foreach ((int first, int second) in EqualPlaces(size, size + tagSize))
        {
            byte[] text = [.. message.Plaintext, .. new byte[tagSize]];
            text[first] = text[second] = 0x20;
            byte[] ciphertext = message.Reference.Encipher(message.Nonce, message.AssociatedData, text);
            Refusal.Check(
                plaintext,
                to => aez.TryDecrypt(message.Nonce, ciphertext, to, associatedData),
                () => $"bytes {first} and {second} of the text are not zero, {message} on {name}");
            tried++;
        }

        Assert.True(tried > 0, "Nothing was tried.");
        message.Check(aez, name);
    }

    /// <summary>Returns two bytes of the tag at the same offset in their blocks, for each two of AEZ-core's blocks that have such bytes.</summary>
    private static IEnumerable<(int First, int Second)> EqualPlaces(int size, int all)
    {
        // The blocks of pairs and of the fragment, then M_x and M_y, which are the last two blocks.
        int last = all - (2 * BlockSize);
        (int Start, int Size)[] blocks =
        [
            .. from start in Enumerable.Range(0, (last + BlockSize - 1) / BlockSize) select (start * BlockSize, Math.Min(BlockSize, last - (start * BlockSize))),
            (last, BlockSize),
            (last + BlockSize, BlockSize),
        ];
        return from first in blocks
               from second in blocks
               let place = Math.Min(first.Size, second.Size) - 1
               where first.Start < second.Start && first.Start + place >= size
               select (first.Start + place, second.Start + place);
    }
}
