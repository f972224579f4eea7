using AesModes;

namespace Examples;

#region Reading from the middle
public static class PartialRead
{
    public static byte[] Read(ChunkedAesGcmSiv chunked, string path, long position, int count)
    {
        using FileStream file = File.OpenRead(path);
        using Stream decryptor = chunked.CreateDecryptor(file);
        decryptor.Position = position;
        byte[] bytes = new byte[count];
        decryptor.ReadExactly(bytes);
        return bytes;
    }
}
#endregion
