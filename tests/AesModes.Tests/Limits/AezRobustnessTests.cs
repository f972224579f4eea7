namespace AesModes.Tests.Limits;

/// <summary>A wide block cipher: without a tag nothing is refused, but whatever bit of the ciphertext changes, all of the plaintext does.</summary>
public class AezRobustnessTests
{
    /// <summary>Eight bytes stay as they are by chance once in 2⁶⁴; a run looks at less than 2²⁷ of them.</summary>
    private const int Window = 8;

    private static readonly int[] _sizes = [.. Enumerable.Range(1, 100), 127, 128, 129, 255, 256, 257, 300, 319, 320, 600];

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Decrypt_AnyBitOfTheCiphertextChanged_ChangesAllOfThePlaintext(string name)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        foreach (int size in Effort.Thin(_sizes, Effort.IsShort(name) ? 10 : _sizes.Length))
        {
            AezCase message = AezCase.CreateAny(random, size, 0);
            using Aez aez = message.Open(backend);

            // The library's own, so that nothing but the changed bit makes the difference.
            byte[] ciphertext = aez.EncryptToArray(message.Nonce, message.Plaintext, message.AssociatedData);
            Bytes.AssertEqual(message.Plaintext, aez.DecryptToArray(message.Nonce, ciphertext, message.AssociatedData, message.ToString), $"plaintext of {message} on {name}");
            foreach (int bit in Effort.Thin(Enumerable.Range(0, 8 * size), Effort.IsShort(name) ? 10 : 8 * 128))
            {
                byte[] changed = Bytes.Flip(ciphertext, bit);
                byte[]? plaintext = aez.DecryptToArray(message.Nonce, changed, message.AssociatedData, message.ToString);
                int same = FindSame(message.Plaintext, plaintext);
                if (same >= 0)
                {
                    Assert.Fail($"the same from byte {same} on, with bit {bit} of the ciphertext changed: {message} on {name}");
                }
            }
        }
    }

    /// <summary>
    /// Where a window is the same, or −1. The windows overlap, so that every block has some, and every fragment. Below 16 bytes AEZ-tiny's
    /// halves are shorter than a window: there any difference will do.
    /// </summary>
    private static int FindSame(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        Assert.Equal(expected.Length, actual.Length);
        int window = expected.Length < 16 ? expected.Length : Window;
        for (int at = 0; at <= expected.Length - window; at++)
        {
            if (expected.Slice(at, window).SequenceEqual(actual.Slice(at, window)))
            {
                return at;
            }
        }

        return -1;
    }
}
