using System.Security.Cryptography;
using AesModes.Samples;
using AesModes.Samples.Files;

try
{
    switch (args)
    {
        case ["key", string path]:
            KeyFile.Create(path);
            return 0;
        case ["encrypt", string keyPath, string input, string output]:
            FileCipher.Encrypt(keyPath, input, output);
            return 0;
        case ["decrypt", string keyPath, string input, string output]:
            FileCipher.Decrypt(keyPath, input, output);
            return 0;
        case ["--check"]:
            return SelfCheck.Run();
        default:
            Console.Error.WriteLine("Usage: key FILE | encrypt KEYFILE IN OUT | decrypt KEYFILE IN OUT | --check. A - is standard input or output.");
            return 2;
    }
}
catch (Exception e) when (e is AuthenticationTagMismatchException or IOException or InvalidDataException or UnauthorizedAccessException)
{
    // Standard output may be the data.
    Console.Error.WriteLine(e.Message);
    return 1;
}
