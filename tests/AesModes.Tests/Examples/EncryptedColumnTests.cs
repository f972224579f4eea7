using System.Security.Cryptography;
using Xunit;

namespace Examples;

public sealed class EncryptedColumnTests
{
    [Fact]
    public void Decrypt_InAnotherPlace_IsRefused()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using EncryptedColumn ibans = new(key, "people.iban");
        using EncryptedColumn names = new(key, "people.name");

        byte[] stored = ibans.Encrypt(7, "DE89 3704 0044 0532 0130 00");
        Assert.Equal("DE89 3704 0044 0532 0130 00", ibans.Decrypt(7, stored));
        Assert.Equal(27 + 28, stored.Length);
        Assert.NotEqual(stored, ibans.Encrypt(7, "DE89 3704 0044 0532 0130 00"));
        Assert.Throws<AuthenticationTagMismatchException>(() => ibans.Decrypt(8, stored));
        Assert.Throws<AuthenticationTagMismatchException>(() => names.Decrypt(7, stored));
    }
}
