using System.Globalization;
using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Measuring;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>AES-256-GCM-SIV beside the platform's own AES-256-GCM, both measured in turns.</summary>
internal static class SpeedTable
{
    private static readonly int[] _sizes = [16, 1024, 65536, 1 << 20];

    public static void Show(Backend backend)
    {
        if (!AesGcm.IsSupported)
        {
            AnsiConsole.WriteLine("This platform has no native AES-GCM to compare with.");
            return;
        }

        Table table = new Table { Border = TableBorder.Simple }
            .AddColumn(new TableColumn("bytes").RightAligned())
            .AddColumn(new TableColumn("AES-GCM-SIV encrypt").RightAligned())
            .AddColumn(new TableColumn("decrypt").RightAligned())
            .AddColumn(new TableColumn("native AES-GCM encrypt").RightAligned())
            .AddColumn(new TableColumn("decrypt").RightAligned())
            .AddColumn(new TableColumn("times as fast").RightAligned());
        foreach (int size in _sizes)
        {
            _ = table.AddRow(Measure(backend, size));
        }

        AnsiConsole.WriteLine("Speed of one call on one core, AES-256, best of many (benchmarks/ratios measures at length):");
        AnsiConsole.Write(table);
    }

    private static string[] Measure(Backend backend, int size)
    {
        byte[] key = new byte[32];
        byte[] nonce = new byte[12];
        byte[] plaintext = new byte[size];
        byte[] sivText = new byte[size];
        byte[] sivTag = new byte[16];
        byte[] gcmText = new byte[size];
        byte[] gcmTag = new byte[16];
        byte[] opened = new byte[size];
        using AesGcmSiv siv = new(key, backend);
        using AesGcm gcm = new(key, 16);
        siv.Encrypt(nonce, plaintext, sivText, sivTag);
        gcm.Encrypt(nonce, plaintext, gcmText, gcmTag);

        Comparison comparison = Comparison.Measure(
            [
                new Row("siv", size, Repeat(() => siv.Encrypt(nonce, plaintext, sivText, sivTag))),
                new Row("siv open", size, Repeat(() => siv.Decrypt(nonce, sivText, sivTag, opened))),
                new Row("gcm", size, Repeat(() => gcm.Encrypt(nonce, plaintext, gcmText, gcmTag))),
                new Row("gcm open", size, Repeat(() => gcm.Decrypt(nonce, gcmText, gcmTag, opened))),
            ],
            rounds: 50);
        return
        [
            size.ToString(CultureInfo.InvariantCulture),
            Speed(comparison["siv"]),
            Speed(comparison["siv open"]),
            Speed(comparison["gcm"]),
            Speed(comparison["gcm open"]),
            string.Create(
                CultureInfo.InvariantCulture,
                $"{comparison["siv"].SpeedAgainst(comparison["gcm"]):F2} / {comparison["siv open"].SpeedAgainst(comparison["gcm open"]):F2}"),
        ];
    }

    private static Action<int> Repeat(Action call) => calls =>
    {
        for (int i = 0; i < calls; i++)
        {
            call();
        }
    };

    private static string Speed(RowResult row) => string.Create(CultureInfo.InvariantCulture, $"{row.MegabytesPerSecond:N0} MB/s");
}
