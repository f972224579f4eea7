using System.Globalization;
using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Measuring;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>Each class beside the platform's own AES-256-GCM, all measured in turns.</summary>
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

        Table table = new() { Border = TableBorder.Simple };
        foreach (string name in (string[])["bytes", "AES-GCM-SIV", "×", "AEZ", "×", "AES-CTR", "×", "native"])
        {
            _ = table.AddColumn(new TableColumn(name).RightAligned().Padding(1, 0));
        }

        foreach (int size in _sizes)
        {
            _ = table.AddRow(Measure(backend, size));
        }

        AnsiConsole.WriteLine("Encryption/decryption in GB/s on one core, AES-256 beside AEZ; × native AES-GCM; best of\nmany (benchmarks/ratios measures at length):");
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
        byte[] aezText = new byte[size + 16];
        byte[] ctrText = new byte[size];
        byte[] counter = new byte[FaceCtr.CounterSizeInBytes];
        byte[] opened = new byte[size];
        using AesGcmSiv siv = new(key, backend);
        using Aez aez = new(key, 16, backend);
        using FaceCtr ctr = new(key, backend);
        using AesGcm gcm = new(key, 16);
        siv.Encrypt(nonce, plaintext, sivText, sivTag);
        aez.Encrypt(nonce, plaintext, aezText);
        gcm.Encrypt(nonce, plaintext, gcmText, gcmTag);

        Comparison comparison = Comparison.Measure(
            [
                new Row("siv", size, Repeat(() => siv.Encrypt(nonce, plaintext, sivText, sivTag))),
                new Row("siv open", size, Repeat(() => siv.Decrypt(nonce, sivText, sivTag, opened))),
                new Row("aez", size, Repeat(() => aez.Encrypt(nonce, plaintext, aezText))),
                new Row("aez open", size, Repeat(() => aez.Decrypt(nonce, aezText, opened))),
                new Row("ctr", size, Repeat(() => ctr.Encrypt(counter, plaintext, ctrText))),
                new Row("gcm", size, Repeat(() => gcm.Encrypt(nonce, plaintext, gcmText, gcmTag))),
                new Row("gcm open", size, Repeat(() => gcm.Decrypt(nonce, gcmText, gcmTag, opened))),
            ],
            rounds: 50);
        return
        [
            size.ToString(CultureInfo.InvariantCulture),
            Speed(comparison, "siv"),
            Ratio(comparison, "siv"),
            Speed(comparison, "aez"),
            Ratio(comparison, "aez"),
            Gigabytes(comparison["ctr"]),
            Ratio(comparison, "ctr"),
            Speed(comparison, "gcm"),
        ];
    }

    private static string Speed(Comparison comparison, string name) =>
        $"{Gigabytes(comparison[name])}/{Gigabytes(comparison[$"{name} open"])}";

    /// <summary>Four characters, so that the table fits a narrow terminal.</summary>
    private static string Gigabytes(RowResult row) =>
        (row.MegabytesPerSecond / 1000).ToString(row.MegabytesPerSecond < 10_000 ? "F2" : "F1", CultureInfo.InvariantCulture);

    private static string Ratio(Comparison comparison, string name) =>
        comparison[name].SpeedAgainst(comparison["gcm"]).ToString("F1", CultureInfo.InvariantCulture);

    private static Action<int> Repeat(Action call) => calls =>
    {
        for (int i = 0; i < calls; i++)
        {
            call();
        }
    };
}
