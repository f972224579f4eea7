namespace AesModes.Tests.Interop;

/// <summary>Exchanges messages between FaceCtr and OpenSSL's command, on every backend of the library.</summary>
public class OpenSslCommandTests
{
    private static readonly int[] _sizes = [0, 1, 15, 16, 17, 300, 4113, 100_003];

    /// <summary>A counter without a carry, and counters that carry after a few blocks: past 32 bits, past 64 bits, and past all 128, where the counter wraps.</summary>
    private static readonly string[] _counters =
    [
        "000102030405060708090a0b0c0d0e0f", "000000000000000000000000fffffffd", "a0a1a2a3a4a5a6a7fffffffffffffffb", "fffffffffffffffffffffffffffffff0",
    ];

    public static TheoryData<int> KeySizes => [16, 24, 32];

    [Theory]
    [MemberData(nameof(KeySizes))]
    public void Ctr_BothWays_AsOpenSslEnc(int keySize)
    {
        ForeignCommand.Require("openssl", "version");
        Random random = new(keySize);
        for (int i = 0; i < _sizes.Length; i++)
        {
            byte[] key = Bytes.Random(random, keySize);
            byte[] counter = Convert.FromHexString(_counters[i % _counters.Length]);
            byte[] plaintext = Bytes.Random(random, _sizes[i]);
            string what = $"{_sizes[i]} bytes, counter {_counters[i % _counters.Length]}";
            byte[] theirs = OpenSslEnc("-e", key, counter, plaintext);
            byte[] ours = new byte[plaintext.Length];
            foreach (Backend backend in Backend.All.Where(b => b.IsSupported))
            {
                using FaceCtr ctr = new(key, backend);
                byte[] decrypted = new byte[theirs.Length];
                ctr.Decrypt(counter, theirs, decrypted);
                Bytes.AssertEqual(plaintext, decrypted, $"OpenSSL's ciphertext, decrypted: {what}, {backend}");
                ctr.Encrypt(counter, plaintext, ours);
                Bytes.AssertEqual(theirs, ours, $"ciphertext: {what}, {backend}");
            }

            Bytes.AssertEqual(plaintext, OpenSslEnc("-d", key, counter, ours), $"our ciphertext, decrypted by OpenSSL: {what}");
        }
    }

    private static byte[] OpenSslEnc(string direction, byte[] key, byte[] counter, byte[] input)
    {
        ForeignCommand run = ForeignCommand.Run(
            "openssl", input, "enc", direction, $"-aes-{8 * key.Length}-ctr", "-K", Convert.ToHexString(key), "-iv", Convert.ToHexString(counter));
        Assert.Equal((0, string.Empty), (run.ExitCode, run.Error));
        return run.Output;
    }
}
