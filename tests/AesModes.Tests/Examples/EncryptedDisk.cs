using System.Buffers.Binary;
using AesModes;

namespace Examples;

#region Disk sectors
public sealed class EncryptedDisk(byte[] key, Stream disk, int sectorSize = 4096) : IDisposable
{
    private readonly Aez _aez = new(key, tagSizeInBytes: 0);      // a sector has no room for a tag

    public void Write(long sector, byte[] content)
    {
        byte[] ciphertext = new byte[sectorSize];
        _aez.Encrypt(Nonce(sector), content, ciphertext);         // throws if the content is not a whole sector
        disk.Position = sector * sectorSize;
        disk.Write(ciphertext);
    }

    public byte[] Read(long sector)
    {
        byte[] content = new byte[sectorSize];
        disk.Position = sector * sectorSize;
        disk.ReadExactly(content);
        _aez.Decrypt(Nonce(sector), content, content);
        return content;
    }

    private static byte[] Nonce(long sector)
    {
        byte[] nonce = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(nonce, sector);
        return nonce;
    }

    public void Dispose() => _aez.Dispose();
}
#endregion
