using System.Security.Cryptography;

namespace AesModes.Agreement;

internal static class GcmSivSweeps
{
    private const int NonceSize = 12;
    private const int TagSize = 16;

    public static void Run(Report report)
    {
        foreach (int keySize in (int[])[16, 32])
        {
            string name = $"AES-GCM-SIV, {keySize}-byte key";
            report.Run($"{name}, lengths 0 to {Lengths.Short}", s => Each(s, keySize, from n in s.Thin(Lengths.UpTo(Lengths.Short)) select (n, 0)));
            report.Run($"{name}, lengths 0 to {Lengths.Short} with associated data", s => Each(s, keySize, from n in s.Thin(Lengths.UpTo(Lengths.Short)) select (n, 1 + (n * 7 % 53))));
            report.Run($"{name}, lengths around thresholds", s => Each(s, keySize, from n in s.Thin(Lengths.AroundThresholds) select (n, n % 3 * 19)));
            report.Run($"{name}, 1 MiB", s => Each(s, keySize, [(s.IsBrief ? Lengths.Longest / 8 : Lengths.Longest, 33)]));
            report.Run($"{name}, associated data", s => Each(
                s,
                keySize,
                from n in (int[])[0, 1, 16, 17, 100, 300, 640, 1100, 9000]
                from a in s.Thin([.. Lengths.UpTo(300), 447, 448, 512, 640, 2047, 2048, 2100, 4096, 8191, 65_537])
                select (n, a)));
            report.Run($"{name}, keys and nonces", s => EachKey(s, keySize));
            report.Run($"{name}, sealed", s => EachSealed(s, keySize));
            report.Run($"{name}, streams", s => EachStream(s, keySize));
        }
    }

    private static void Each(Sweep sweep, int keySize, IEnumerable<(int Length, int AssociatedDataLength)> cases)
    {
        using AesGcmSiv mode = new(sweep.Inputs.Take(keySize));
        foreach ((int length, int associatedDataLength) in cases)
        {
            Check(sweep, mode, length, associatedDataLength);
        }
    }

    private static void EachKey(Sweep sweep, int keySize)
    {
        foreach (int length in sweep.Thin(Lengths.UpTo(300)))
        {
            using AesGcmSiv mode = new(sweep.Inputs.Take(keySize));
            Check(sweep, mode, length, length % 20);
        }
    }

    // A random nonce goes into what Seal makes: only that it opens can be checked. Open is given what Encrypt made, too.
    private static void EachSealed(Sweep sweep, int keySize)
    {
        using AesGcmSiv mode = new(sweep.Inputs.Take(keySize));
        foreach (int length in sweep.Thin(Lengths.UpTo(300)))
        {
            byte[] plaintext = sweep.Inputs.TakeArray(length);
            byte[] associatedData = sweep.Inputs.TakeArray(length % 37);
            byte[] message = new byte[NonceSize + length + TagSize];
            sweep.Inputs.Take(NonceSize).CopyTo(message);
            mode.Encrypt(message.AsSpan(0, NonceSize), plaintext, message.AsSpan(NonceSize, length), message.AsSpan(NonceSize + length), associatedData);
            sweep.Add(message);
            sweep.Require(mode.Open(message, associatedData).AsSpan().SequenceEqual(plaintext), "Open", length);
            sweep.Require(mode.Open(mode.Seal(plaintext, associatedData), associatedData).AsSpan().SequenceEqual(plaintext), "Open of what Seal made", length);
        }
    }

    private static void Check(Sweep sweep, AesGcmSiv mode, int length, int associatedDataLength)
    {
        Inputs inputs = sweep.Inputs;
        ReadOnlySpan<byte> nonce = inputs.Take(NonceSize);
        ReadOnlySpan<byte> associatedData = inputs.Take(associatedDataLength);
        ReadOnlySpan<byte> plaintext = inputs.Take(length);
        int shift = inputs.Next(32);
        Span<byte> tag = stackalloc byte[TagSize];
        Span<byte> secondTag = stackalloc byte[TagSize];

        Span<byte> ciphertext = sweep.First.Take(length, shift);
        mode.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
        sweep.Require(sweep.First.IsKept, "Encrypt wrote outside its buffer", length);
        sweep.Add(ciphertext);
        sweep.Add(tag);

        Span<byte> text = sweep.Second.Take(plaintext, length, shift + 5);
        mode.Encrypt(nonce, text, text, secondTag, associatedData);
        sweep.Require(text, ciphertext, sweep.Second, "Encrypt in place");
        sweep.Require(secondTag.SequenceEqual(tag), "Encrypt in place: the tag", length);

        bool accepted = mode.TryDecrypt(nonce, text, tag, text, associatedData);
        sweep.Require(accepted, "TryDecrypt in place: refused", length);
        sweep.Require(text, plaintext, sweep.Second, "TryDecrypt in place");

        text = sweep.Second.Take(length, shift + 11);
        accepted = mode.TryDecrypt(nonce, ciphertext, tag, text, associatedData);
        sweep.Require(accepted, "TryDecrypt: refused", length);
        sweep.Require(text, plaintext, sweep.Second, "TryDecrypt");

        // One bit of the ciphertext, or of the tag.
        int bit = inputs.Next((length + TagSize) * 8);
        Span<byte> changed = bit / 8 < length ? ciphertext : tag;
        changed[bit / 8 < length ? bit / 8 : (bit / 8) - length] ^= (byte)(1 << (bit % 8));
        text = sweep.Second.Take(length, shift + 17);
        sweep.RequireRefused(mode.TryDecrypt(nonce, ciphertext, tag, text, associatedData), text, sweep.Second);
    }

    private static void EachStream(Sweep sweep, int keySize)
    {
        using AesGcmSiv mode = new(sweep.Inputs.Take(keySize));
        foreach (int length in sweep.Thin([.. Lengths.UpTo(70), .. Lengths.AroundThresholds.Where(n => n % 4 == 1), 131_071, 131_072, 200_001]))
        {
            byte[] nonce = sweep.Inputs.TakeArray(NonceSize);
            byte[] plaintext = sweep.Inputs.TakeArray(length);
            byte[] associatedData = sweep.Inputs.TakeArray(length % 23);
            byte[] tag = new byte[TagSize];
            using MemoryStream source = new(plaintext);
            using MemoryStream encrypted = new();
            mode.Encrypt(nonce, source, encrypted, tag, associatedData);
            byte[] ciphertext = encrypted.ToArray();
            sweep.Add(ciphertext);
            sweep.Add(tag);

            byte[] secondTag = new byte[TagSize];
            Span<byte> text = sweep.First.Take(length, length);
            mode.Encrypt(nonce, plaintext, text, secondTag, associatedData);
            sweep.Require(text, ciphertext, sweep.First, "Encrypt of a stream");
            sweep.Require(secondTag.AsSpan().SequenceEqual(tag), "Encrypt of a stream: the tag", length);

            encrypted.Position = 0;
            using MemoryStream decrypted = new();
            mode.Decrypt(nonce, encrypted, tag, decrypted, associatedData);
            sweep.Require(decrypted.ToArray().AsSpan().SequenceEqual(plaintext), "Decrypt of a stream", length);

            tag[length % TagSize] ^= 1;
            encrypted.Position = 0;
            decrypted.SetLength(0);
            bool refused = false;
            try
            {
                mode.Decrypt(nonce, encrypted, tag, decrypted, associatedData);
            }
            catch (AuthenticationTagMismatchException)
            {
                refused = true;
            }

            sweep.Require(refused && decrypted.Length == 0, "a forged stream was accepted, or something of it was written", length);
        }
    }
}
