using System.Security.Cryptography;
using System.Text;

namespace Examples;

#region A key for each use
public static class Keys
{
    // As many keys of 32 bytes as there are uses, from one secret key of 32 random bytes; none tells anything about another.
    public static byte[] For(string use, byte[] masterKey) =>
        HKDF.DeriveKey(HashAlgorithmName.SHA256, masterKey, outputLength: 32, info: Encoding.UTF8.GetBytes(use));

    // From a password: slow on purpose. Keep the salt and the iterations beside what is encrypted.
    public static byte[] FromPassword(string password, byte[] salt, int iterations) =>
        Rfc2898DeriveBytes.Pbkdf2(password, salt, iterations, HashAlgorithmName.SHA256, outputLength: 32);
}
#endregion
