using System.Security.Cryptography;
using AesModes;
using AesModes.Tests.Tool;
using Xunit;

namespace Examples;

public sealed class SealedFileTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(300_000)]
    public void Open_AfterSeal_GivesTheFileBack(int size)
    {
        byte[] content = RandomNumberGenerator.GetBytes(size);
        using AesGcmSiv siv = new(RandomNumberGenerator.GetBytes(32));
        using TestFolder folder = new();
        SealedFile.Seal(siv, folder.Add("photo.jpg", content), folder["photo.sealed"]);
        SealedFile.Open(siv, folder["photo.sealed"], folder["again.jpg"]);
        Assert.Equal(content, File.ReadAllBytes(folder["again.jpg"]));

        byte[] changed = File.ReadAllBytes(folder["photo.sealed"]);
        Assert.Equal(size + 28, changed.Length);
        changed[^1] ^= 1;
        Assert.Throws<AuthenticationTagMismatchException>(() => SealedFile.Open(siv, folder.Add("changed.sealed", changed), folder["changed.jpg"]));
        Assert.Empty(File.ReadAllBytes(folder["changed.jpg"]));
    }
}
