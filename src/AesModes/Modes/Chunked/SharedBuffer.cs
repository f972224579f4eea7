using System.Buffers;

namespace AesModes.Modes;

/// <summary>Buffers for ciphertext from the process's array pool. They never hold plaintext or keys, because the pool gives arrays to others as they are.</summary>
internal static class SharedBuffer
{
    /// <summary>Returns the array to the pool, once.</summary>
    public static void Return(ref byte[] array)
    {
        byte[] returned = array;
        array = [];
        if (returned.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(returned);
        }
    }
}
