using System.Buffers;

namespace AesModes.Modes;

/// <summary>Ciphertext in memory of the process's array pool. Plaintext and keys are never in it: others get the arrays as they are.</summary>
internal static class SharedBuffer
{
    /// <summary>Gives the array back, once.</summary>
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
