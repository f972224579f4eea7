namespace AesModes.Agreement;

internal static class AezSweeps
{
    private const int NonceSize = 12;
    private const int KeySize = 48;

    // A shorter tag may accept a forgery.
    private const int LeastTagSizeToRefuse = 8;

    public static void Run(Report report)
    {
        // A key of any size but 48 bytes is hashed to 48 by BLAKE2b, whose blocks have 128.
        foreach (int keySize in (int[])[16, 32, KeySize])
        {
            string name = $"AEZ, {keySize}-byte key";
            report.Run($"{name}, lengths 0 to {Lengths.Short}", s => Each(s, s.Thin(Lengths.UpTo(Lengths.Short)), keySize));
            report.Run($"{name}, lengths around thresholds", s => Each(s, s.Thin(Lengths.AroundThresholds), keySize));
        }

        report.Run("AEZ, 1 MiB", s => Each(s, [s.IsBrief ? Lengths.Longest / 8 : Lengths.Longest]));
        report.Run("AEZ, other key sizes", s =>
        {
            foreach (int keySize in s.Thin([.. Enumerable.Range(1, 140), 255, 256, 257, 1000]))
            {
                Each(s, [0, 16, 100], keySize);
            }
        });
        report.Run("AEZ, tag sizes 0 to 40", s =>
        {
            foreach (int tagSize in Enumerable.Range(0, 41))
            {
                Each(s, s.Thin([.. Lengths.UpTo(100), 127, 128, 160, 255, 256, 257, 300, 511, 512, 600, 1023, 1024, 2047, 2048, 2100, 4111, 8200]), tagSize: tagSize);
            }
        });
        report.Run("AEZ, nonce sizes 0 to 48", s => Each(
            s, KeySize, 16, from nonceSize in Lengths.UpTo(48) from n in s.Thin([.. Lengths.UpTo(50), 64, 100, 256, 300, 1000]) select (n, nonceSize, (int?)null)));
        report.Run("AEZ, associated data", s => Each(
            s,
            KeySize,
            16,
            from n in (int[])[0, 1, 15, 16, 31, 64, 300, 1100]
            from a in s.Thin([.. Lengths.UpTo(300), 447, 448, 512, 1024, 2047, 2048, 2100, 4096, 8191, 65_537])
            select (n, NonceSize, (int?)a)));
        report.Run("AEZ, strings of associated data", EachCount);
    }

    private static void Each(Sweep sweep, IEnumerable<int> lengths, int keySize = KeySize, int tagSize = 16) =>
        Each(sweep, keySize, tagSize, lengths.Select(n => (n, NonceSize, (int?)null)));

    private static void Each(Sweep sweep, int keySize, int tagSize, IEnumerable<(int Length, int NonceSize, int? AssociatedDataLength)> cases)
    {
        using Aez mode = new(sweep.Inputs.Take(keySize), tagSize);
        foreach ((int length, int nonceSize, int? associatedDataLength) in cases)
        {
            Check(sweep, mode, length, nonceSize, associatedDataLength is { } size ? [sweep.Inputs.TakeMemory(size)] : []);
        }
    }

    private static void EachCount(Sweep sweep)
    {
        using Aez mode = new(sweep.Inputs.Take(KeySize));
        foreach (int count in Enumerable.Range(2, 9))
        {
            foreach (int length in sweep.Thin(Lengths.UpTo(70)))
            {
                ReadOnlyMemory<byte>[] associatedData = new ReadOnlyMemory<byte>[count];
                for (int i = 0; i < count; i++)
                {
                    associatedData[i] = sweep.Inputs.TakeMemory((length + (i * 13)) % 61);
                }

                Check(sweep, mode, length, sweep.Inputs.Next(20), associatedData);
            }
        }
    }

    /// <summary>No associated data, one string, or more: each has an overload of its own.</summary>
    private static void Check(Sweep sweep, Aez mode, int length, int nonceSize, ReadOnlyMemory<byte>[] associatedData)
    {
        Inputs inputs = sweep.Inputs;
        int tagSize = mode.TagSizeInBytes;
        ReadOnlySpan<byte> nonce = inputs.Take(nonceSize);
        ReadOnlySpan<byte> plaintext = inputs.Take(length);
        int shift = inputs.Next(32);

        Span<byte> ciphertext = sweep.First.Take(length + tagSize, shift);
        Encrypt(mode, nonce, plaintext, ciphertext, associatedData);
        sweep.Require(sweep.First.IsKept, "Encrypt wrote outside its buffer", length);
        sweep.Add(ciphertext);

        Span<byte> place = sweep.Second.Take(plaintext, length + tagSize, shift + 5);
        Encrypt(mode, nonce, place[..length], place, associatedData);
        sweep.Require(place, ciphertext, sweep.Second, "Encrypt in place");

        bool accepted = TryDecrypt(mode, nonce, place, place[..length], associatedData);
        sweep.Require(accepted, "TryDecrypt in place: refused", length);
        sweep.Require(place[..length].SequenceEqual(plaintext), "TryDecrypt in place", length);

        Span<byte> text = sweep.Second.Take(length, shift + 11);
        accepted = TryDecrypt(mode, nonce, ciphertext, text, associatedData);
        sweep.Require(accepted, "TryDecrypt: refused", length);
        sweep.Require(text, plaintext, sweep.Second, "TryDecrypt");

        if (ciphertext.Length > 0)
        {
            int bit = inputs.Next(ciphertext.Length * 8);
            ciphertext[bit / 8] ^= (byte)(1 << (bit % 8));
            text = sweep.Second.Take(length, shift + 17);
            accepted = TryDecrypt(mode, nonce, ciphertext, text, associatedData);
            if (tagSize >= LeastTagSizeToRefuse)
            {
                sweep.RequireRefused(accepted, text, sweep.Second);
            }
            else
            {
                // Without a tag this is a text: the inverse of the cipher for any input.
                sweep.Require(accepted || tagSize > 0, "TryDecrypt without a tag: refused", length);
                sweep.Add(text);
            }
        }
    }

    private static void Encrypt(Aez mode, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, ReadOnlyMemory<byte>[] associatedData)
    {
        switch (associatedData.Length)
        {
            case 0:
                mode.Encrypt(nonce, plaintext, ciphertext);
                break;
            case 1:
                mode.Encrypt(nonce, plaintext, ciphertext, associatedData[0].Span);
                break;
            default:
                mode.Encrypt(nonce, plaintext, ciphertext, associatedData.AsSpan());
                break;
        }
    }

    private static bool TryDecrypt(Aez mode, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext, ReadOnlyMemory<byte>[] associatedData) =>
        associatedData.Length switch
        {
            0 => mode.TryDecrypt(nonce, ciphertext, plaintext),
            1 => mode.TryDecrypt(nonce, ciphertext, plaintext, associatedData[0].Span),
            _ => mode.TryDecrypt(nonce, ciphertext, plaintext, associatedData.AsSpan()),
        };
}
