using System.Security.Cryptography;
using System.Text;
using AesModes;

namespace Examples;

/// <summary>What README.md shows, and the package's page.</summary>
public sealed class ReadmeTests
{
    [Fact]
    public void Seal_AsInTheReadme_GivesTheMessageBack()
    {
        #region The first example
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using var siv = new AesGcmSiv(key);

        byte[] box = siv.Seal(Encoding.UTF8.GetBytes("attack at dawn"), associatedData: "order 66"u8.ToArray());
        byte[] message = siv.Open(box, associatedData: "order 66"u8.ToArray());   // throws if anything was changed

        Console.WriteLine(Encoding.UTF8.GetString(message));
        #endregion

        Assert.Equal("attack at dawn", Encoding.UTF8.GetString(message));
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box));
        box[20] ^= 1;
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box, "order 66"u8.ToArray()));
    }
}
