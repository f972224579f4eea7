using System.Diagnostics;

namespace AesModes.Samples.Browser;

/// <summary>Times one mode.</summary>
internal sealed class SpeedTrial(string mode, Action<byte[], byte[]> encrypt)
{
    private const int LargeSize = 1 << 16;
    private const int SmallSize = 16;
    private const int Batches = 5;
    private const int BatchMilliseconds = 20;

    // .NET compiles the traces that run often; that comes before measuring.
    private const int WarmUpMilliseconds = 250;

    private static readonly byte[] _nonce = new byte[12];
    private static readonly byte[] _tag = new byte[16];
    private static readonly byte[] _counter = new byte[16];
    private static readonly AesGcmSiv _gcmSiv = new(new byte[32]);
    private static readonly Aez _aez = new(new byte[32]);
    private static readonly FaceCtr _ctr = new(new byte[16]);

    public static IReadOnlyList<SpeedTrial> All { get; } =
    [
        new("AES-GCM-SIV, 256-bit key", (plaintext, output) => _gcmSiv.Encrypt(_nonce, plaintext, output.AsSpan(0, plaintext.Length), _tag)),
        new("AEZ, 16-byte tag", (plaintext, output) => _aez.Encrypt(_nonce, plaintext, output)),
        new("AES-CTR, 128-bit key", (plaintext, output) => _ctr.Encrypt(_counter, plaintext, output.AsSpan(0, plaintext.Length))),
    ];

    public Speed Run() => new(mode, LargeSize * 1000.0 / Best(LargeSize), Best(SmallSize));

    private double Best(int size)
    {
        byte[] plaintext = new byte[size];
        byte[] output = new byte[size + 16];
        double best = Time(plaintext, output, WarmUpMilliseconds);
        for (int batch = 0; batch < Batches; batch++)
        {
            best = Math.Min(best, Time(plaintext, output, BatchMilliseconds));
        }

        return best;
    }

    /// <summary>Nanoseconds a call, over calls that take so long together.</summary>
    private double Time(byte[] plaintext, byte[] output, int milliseconds)
    {
        long calls = 0;
        int step = 1;
        Stopwatch watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < milliseconds)
        {
            for (int i = 0; i < step; i++)
            {
                encrypt(plaintext, output);
            }

            calls += step;
            step = Math.Min(2 * step, 64);
        }

        return watch.Elapsed.TotalNanoseconds / calls;
    }
}
