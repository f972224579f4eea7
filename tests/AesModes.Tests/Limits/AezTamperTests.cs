using AesModes.Backends;
using AesModes.Tests.Backends;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>Every change of one bit of ciphertext, nonce or associated data is noticed by a tag of 16 bytes and leaves a cleared plaintext.</summary>
public class AezTamperTests
{
    private const int TagSize = 16;

    /// <summary>
    /// With the tag: AEZ-tiny of odd and even sizes (1 to 15), its limit (15, 16), AEZ-core without and with a fragment, one part and two
    /// (16 to 47), pairs (48 and more), groups of eight pairs and a rest.
    /// </summary>
    private static readonly int[] _sizes = [1, 2, 3, 14, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 80, 100, 300, 600];

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), _sizes);

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_AnyBitChanged_IsRefusedAndThePlaintextCleared(string name, int size)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        AezCase message = AezCase.Create(random, size, TagSize, 12, 5, 16, 33);
        using Aez aez = message.Open(backend);
        byte[] ciphertext = [.. message.Ciphertext];
        ReadOnlyMemory<byte>[] associatedData = AezCalls.ToMemories(message.AssociatedData);
        (string Name, byte[] Bytes)[] parts =
        [
            ("ciphertext", ciphertext), ("nonce", message.Nonce),
            .. message.AssociatedData.Select((a, i) => ($"string {i + 1} of the associated data", a)),
        ];
        Refusal.CheckEveryBit(
            parts,
            Effort.IsShort(name) ? 40 : int.MaxValue,
            new byte[size],
            plaintext => aez.TryDecrypt(message.Nonce, ciphertext, plaintext, associatedData),
            $"{message} on {name}");
    }
}
