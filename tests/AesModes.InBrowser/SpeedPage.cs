using System.Diagnostics;
using System.Globalization;

namespace AesModes.InBrowser;

/// <summary>Measures the three modes in turn. One line a row: "speed MODE SIZE NANOSECONDS", the best of some batches.</summary>
internal static class SpeedPage
{
    // Short ones, and many: on a busy machine a few of them are undisturbed.
    private const int BatchMilliseconds = 3;
    private const int Batches = 50;

    // The runtime compiles hot traces while they run: that must be over before anything counts.
    private const int WarmUpMilliseconds = 300;

    public static int Run(string[] sizes)
    {
        byte[] key = new byte[32];
        byte[] nonce = new byte[12];
        byte[] tag = new byte[16];
        byte[] counter = new byte[16];
        using AesGcmSiv siv = new(key);
        using Aez aez = new(new byte[32]);
        using FaceCtr ctr128 = new(new byte[16]);
        using FaceCtr ctr256 = new(key);
        foreach (int size in sizes.Select(size => int.Parse(size, CultureInfo.InvariantCulture)))
        {
            byte[] plaintext = new byte[size];
            byte[] ciphertext = new byte[size];
            byte[] sealedText = new byte[size + 16];
            (string Name, Action Call, double Best)[] rows =
            [
                ("gcm-siv", () => siv.Encrypt(nonce, plaintext, ciphertext, tag), double.MaxValue),
                ("gcm-siv-decrypt", () => siv.TryDecrypt(nonce, ciphertext, tag, plaintext), double.MaxValue),
                ("aez", () => aez.Encrypt(nonce, plaintext, sealedText), double.MaxValue),
                ("aez-decrypt", () => aez.TryDecrypt(nonce, sealedText, plaintext), double.MaxValue),
                ("ctr-128", () => ctr128.Encrypt(counter, plaintext, ciphertext), double.MaxValue),
                ("ctr-256", () => ctr256.Encrypt(counter, plaintext, ciphertext), double.MaxValue),
                ("gcm-siv-key", () => new AesGcmSiv(key).Dispose(), double.MaxValue),
                ("aez-key", () => new Aez(key).Dispose(), double.MaxValue),
            ];
            foreach ((_, Action call, _) in rows)
            {
                Time(call, WarmUpMilliseconds);
            }

            for (int batch = 0; batch < Batches; batch++)
            {
                for (int row = 0; row < rows.Length; row++)
                {
                    rows[row].Best = Math.Min(rows[row].Best, Time(rows[row].Call, BatchMilliseconds));
                }
            }

            foreach ((string name, _, double best) in rows)
            {
                Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"speed {name} {size} {best:F1}"));
            }
        }

        return 0;
    }

    /// <summary>Nanoseconds a call, over calls that take so long together.</summary>
    private static double Time(Action call, int milliseconds)
    {
        long calls = 0;
        long step = 1;
        Stopwatch watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < milliseconds)
        {
            for (long i = 0; i < step; i++)
            {
                call();
            }

            calls += step;
            step = Math.Min(2 * step, 64);
        }

        return watch.Elapsed.TotalNanoseconds / calls;
    }
}
