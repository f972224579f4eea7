using System.Security.Cryptography;
using Xunit;

namespace Examples;

public sealed class EncryptedDiskTests
{
    [Fact]
    public void Read_AfterWrite_GivesTheSectorBack()
    {
        using MemoryStream disk = new();
        using EncryptedDisk encrypted = new(RandomNumberGenerator.GetBytes(48), disk, 512);
        byte[] content = RandomNumberGenerator.GetBytes(512);
        encrypted.Write(0, content);
        encrypted.Write(1, content);
        encrypted.Write(2, content);
        Assert.Equal(3 * 512, disk.Length);
        Assert.Equal(content, encrypted.Read(1));

        // The same content looks different in each sector, and the same when it is written again.
        byte[] raw = disk.ToArray();
        Assert.NotEqual(raw[..512], raw[512..1024]);
        encrypted.Write(1, content);
        Assert.Equal(raw, disk.ToArray());

        // A changed bit garbles the whole sector, and no other.
        disk.GetBuffer()[600] ^= 1;
        byte[] garbled = encrypted.Read(1);
        Assert.InRange(garbled.Zip(content).Count(p => p.First == p.Second), 0, 20);
        Assert.Equal(content, encrypted.Read(2));

        Assert.Throws<ArgumentException>(() => encrypted.Write(0, content[1..]));
    }
}
