using System.Security.Cryptography;
using Xunit;

namespace Examples;

public sealed class KeysTests
{
    [Fact]
    public void For_EachUse_IsAnotherKey()
    {
        byte[] master = RandomNumberGenerator.GetBytes(32);
        Assert.Equal(32, Keys.For("tokens", master).Length);
        Assert.Equal(Keys.For("tokens", master), Keys.For("tokens", master));
        Assert.NotEqual(Keys.For("tokens", master), Keys.For("files", master));
        Assert.NotEqual(master, Keys.For("tokens", master));
    }

    [Fact]
    public void FromPassword_OtherSaltOrPassword_IsAnotherKey()
    {
        byte[] salt = RandomNumberGenerator.GetBytes(16);
        byte[] key = Keys.FromPassword("correct horse", salt, 1000);
        Assert.Equal(32, key.Length);
        Assert.Equal(key, Keys.FromPassword("correct horse", salt, 1000));
        Assert.NotEqual(key, Keys.FromPassword("correct house", salt, 1000));
        Assert.NotEqual(key, Keys.FromPassword("correct horse", RandomNumberGenerator.GetBytes(16), 1000));
    }
}
