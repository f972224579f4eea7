using System.Security.Cryptography;

namespace AesModes.Agreement;

internal static class FaceCtrSweeps
{
    private const int CounterSize = 16;

    public static void Run(Report report)
    {
        foreach (int keySize in (int[])[16, 24, 32])
        {
            string name = $"AES-CTR, {keySize}-byte key";
            report.Run($"{name}, lengths 0 to {Lengths.Short}", s => Each(s, keySize, from n in s.Thin(Lengths.UpTo(Lengths.Short)) select (n, 0L)));
            report.Run($"{name}, lengths 0 to {Lengths.Short} from any position", s => Each(s, keySize, from n in s.Thin(Lengths.UpTo(Lengths.Short)) select (n, 1L + (n * 29 % 4099))));
            report.Run($"{name}, lengths around thresholds", s => Each(s, keySize, from n in s.Thin(Lengths.AroundThresholds) select (n, n % 3 * 5L)));
            report.Run($"{name}, 1 MiB", s => Each(s, keySize, [(s.IsBrief ? Lengths.Longest / 8 : Lengths.Longest, 0)]));
            report.Run($"{name}, positions", s => Each(
                s,
                keySize,
                from n in (int[])[0, 1, 15, 16, 17, 100, 1024, 8192, 9001]
                from position in s.Thin<long>(
                    [.. Lengths.UpTo(300).Select(p => (long)p), 4095, 4096, 4097, 65_551, (1L << 32) - 7, 1L << 36, (1L << 44) - 33, long.MaxValue - n])
                select (n, position)));
            report.Run($"{name}, counters that wrap", s => EachWrap(s, keySize));
            report.Run($"{name}, transforms", s => EachTransform(s, keySize));
        }
    }

    private static void Each(Sweep sweep, int keySize, IEnumerable<(int Length, long Position)> cases)
    {
        using FaceCtr mode = new(sweep.Inputs.Take(keySize));
        foreach ((int length, long position) in cases)
        {
            Check(sweep, mode, sweep.Inputs.Take(CounterSize), length, position);
        }
    }

    // Counters whose low bytes are all ones, less a few: the carry goes through 1 to 16 bytes within the text.
    private static void EachWrap(Sweep sweep, int keySize)
    {
        using FaceCtr mode = new(sweep.Inputs.Take(keySize));
        foreach (int ones in Enumerable.Range(1, CounterSize))
        {
            foreach (int before in sweep.Thin<int>([0, 1, 2, 3, 5, 7, 8, 11, 12, 15, 16, 31, 33, 63, 64, 65, 100, 127, 128, 200, 255]))
            {
                byte[] counter = sweep.Inputs.TakeArray(CounterSize);
                counter.AsSpan(CounterSize - ones).Fill(0xFF);
                counter[^1] -= (byte)before;
                foreach (int length in (int[])[33, 250, 1111, 8192 + 7, 12_345])
                {
                    Check(sweep, mode, counter, length, before % 2 * 7);
                }
            }
        }
    }

    private static void EachTransform(Sweep sweep, int keySize)
    {
        using FaceCtr mode = new(sweep.Inputs.Take(keySize));
        foreach (int length in sweep.Thin([.. Lengths.UpTo(200), 1000, 4097, 9000, 20_000, 70_001]))
        {
            byte[] counter = sweep.Inputs.TakeArray(CounterSize);
            byte[] plaintext = sweep.Inputs.TakeArray(length);
            if (length % 2 == 1)
            {
                counter.AsSpan(CounterSize - 6).Fill(0xFF);
            }

            byte[] ciphertext = new byte[length];
            mode.Encrypt(counter, plaintext, ciphertext);
            sweep.Add(ciphertext);

            // The sizes of the pieces rise and fall, across a FACE table's least size too.
            byte[] text = [.. plaintext];
            using ICryptoTransform transform = length % 3 == 0 ? mode.CreateDecryptor(counter) : mode.CreateEncryptor(counter);
            int done = 0;
            while (done < length)
            {
                int piece = Math.Min(length - done, 1 + sweep.Inputs.Next(length % 5 == 0 ? 10_000 : 50));
                done += transform.TransformBlock(text, done, piece, text, done);
            }

            sweep.Require(transform.TransformFinalBlock([], 0, 0).Length == 0, "a transform's end", length);
            sweep.Require(text.AsSpan().SequenceEqual(ciphertext), "a transform in pieces", length);
        }
    }

    private static void Check(Sweep sweep, FaceCtr mode, ReadOnlySpan<byte> counter, int length, long position)
    {
        Inputs inputs = sweep.Inputs;
        ReadOnlySpan<byte> plaintext = inputs.Take(length);
        int shift = inputs.Next(32);

        Span<byte> ciphertext = sweep.First.Take(length, shift);
        mode.Encrypt(counter, plaintext, ciphertext, position);
        sweep.Require(sweep.First.IsKept, "Encrypt wrote outside its buffer", length);
        sweep.Add(ciphertext);

        Span<byte> text = sweep.Second.Take(plaintext, length, shift + 5);
        mode.Encrypt(counter, text, text, position);
        sweep.Require(text, ciphertext, sweep.Second, "Encrypt in place");

        text = sweep.Second.Take(length, shift + 11);
        mode.Decrypt(counter, ciphertext, text, position);
        sweep.Require(text, plaintext, sweep.Second, "Decrypt");
    }
}
