using System.Security.Cryptography;
using AesModes;
using AesModes.Samples;
using AesModes.Samples.NativeAot;

try
{
    switch (args)
    {
        case ["key", string path]:
            KeyFile.Create(path);
            return 0;
        case ["seal", string keyPath]:
            return Convert(keyPath, Sealer.Seal, Sealer.LargestSecret);
        case ["open", string keyPath]:
            return Convert(keyPath, Sealer.Open, Sealer.LargestMessage);
        case ["--check"]:
            return Check();
        default:
            Console.Error.WriteLine("Usage: key FILE | seal KEYFILE | open KEYFILE | --check. seal and open read standard input and write standard output.");
            return 2;
    }
}
catch (Exception e) when (e is AuthenticationTagMismatchException or IOException or InvalidDataException or UnauthorizedAccessException)
{
    Console.Error.WriteLine(e.Message);
    return 1;
}

static int Convert(string keyPath, Func<AesGcmSiv, byte[], byte[]> convert, int largest)
{
    using AesGcmSiv siv = Sealer.ReadKey(keyPath);
    using Stream input = Console.OpenStandardInput();
    byte[] result = convert(siv, Sealer.ReadAll(input, largest));
    using Stream output = Console.OpenStandardOutput();
    output.Write(result);
    return 0;
}

static int Check()
{
    Report report = new();
    DirectoryInfo folder = Directory.CreateTempSubdirectory("aesmodes-nativeaot-");
    try
    {
        string keyPath = Path.Combine(folder.FullName, "key");
        KeyFile.Create(keyPath);
        using AesGcmSiv siv = Sealer.ReadKey(keyPath);
        byte[] secret = "the password of the database"u8.ToArray();
        byte[] message = Sealer.Seal(siv, secret);
        report.Expect(Sealer.Open(siv, message).AsSpan().SequenceEqual(secret), $"a secret of {secret.Length} bytes, sealed to {message.Length}: opened, it is the same");
        message[^1] ^= 1;
        report.ExpectThrows<AuthenticationTagMismatchException>(() => Sealer.Open(siv, message), "one bit changed: refused");
        report.ExpectThrows<AuthenticationTagMismatchException>(() => Sealer.Open(siv, []), "an empty message: refused");
        report.ExpectThrows<IOException>(() => KeyFile.Create(keyPath), "a new key over the old one: refused");
        File.WriteAllText(keyPath, "a password");
        report.ExpectThrows<InvalidDataException>(() => Sealer.ReadKey(keyPath).Dispose(), "a password as key file: refused");
    }
    finally
    {
        folder.Delete(recursive: true);
    }

    return report.ExitCode;
}
