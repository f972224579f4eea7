namespace AesModes.Tests.Limits;

/// <summary>AEZ is a wide block cipher: without a tag, decryption rejects nothing, but a change of any ciphertext bit changes the whole plaintext.</summary>
public class AezRobustnessTests
{
    /// <summary>Eight bytes stay the same by chance with probability 2⁻⁶⁴. A run compares fewer than 2²⁷ windows.</summary>
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

            // Uses the library's ciphertext, so that only the changed bit makes a difference.
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
    /// Returns the offset of an unchanged window, or −1. Windows overlap, so that they cover every block and fragment. Below 16 bytes, AEZ-tiny's halves are shorter than a
    /// window, so any difference is enough.
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
