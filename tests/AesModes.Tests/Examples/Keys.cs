using System.Security.Cryptography;
using System.Text;

namespace Examples;

#region A key for each use
public static class Keys
{
    // Derives a key for each use from one secret key of 32 random bytes. No derived key reveals anything about another.
    public static byte[] For(string use, byte[] masterKey) =>
        HKDF.DeriveKey(HashAlgorithmName.SHA256, masterKey, outputLength: 32, info: Encoding.UTF8.GetBytes(use));

    // Slow on purpose. Store the salt and the iterations with the ciphertext.
    public static byte[] FromPassword(string password, byte[] salt, int iterations) =>
        Rfc2898DeriveBytes.Pbkdf2(password, salt, iterations, HashAlgorithmName.SHA256, outputLength: 32);
}
#endregion
