using System.Security.Cryptography;

namespace AesModes.MemoryScan;

/// <summary>Pinned buffers, one for each use and size, so that calls with different secrets use the same addresses.</summary>
internal sealed class Buffers(IReadOnlyList<Secret> secrets)
{
    private readonly Dictionary<(string, int), byte[]> _buffers = [];

    /// <summary>The caller's key. It stays unmasked until <see cref="Clear"/>.</summary>
    public Memory<byte> Key(string set, int size)
    {
        byte[] masked = secrets.First(secret => secret.Set == set && secret.Name == Secret.CallersKey).Masked;
        byte[] key = Get("key", size);
        for (int i = 0; i < size; i++)
        {
            key[i] = (byte)(masked[i] ^ Secret.Mask);
        }

        return key;
    }

    /// <summary>A nonce, a counter or associated data. The bytes are always the same.</summary>
    public byte[] Public(int number, int size)
    {
        byte[] buffer = Get($"public {number}", size);
        for (int i = 0; i < size; i++)
        {
            buffer[i] = (byte)(17 * (i + number + 1));
        }

        return buffer;
    }

    public byte[] Text(int size) => Get("text", size);

    public byte[] Other(int size) => Get("other", size);

    public byte[] Third(int size) => Get("third", size);

    public void Clear()
    {
        foreach (byte[] buffer in _buffers.Values)
        {
            CryptographicOperations.ZeroMemory(buffer);
        }
    }

    private byte[] Get(string use, int size)
    {
        if (!_buffers.TryGetValue((use, size), out byte[]? buffer))
        {
            buffer = GC.AllocateArray<byte>(size, pinned: true);
            _buffers.Add((use, size), buffer);
        }

        return buffer;
    }
}
