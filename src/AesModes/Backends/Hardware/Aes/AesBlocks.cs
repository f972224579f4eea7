using System.Diagnostics;

namespace AesModes.Backends.Hardware;

/// <summary>AES (FIPS 197) of single blocks on AES instructions.</summary>
/// <remarks>
/// Needs AES instructions. Source and destination have the same length, and are the same memory or disjoint. Byte 0 of a vector is the first byte of the block.
/// <see cref="AesKeySchedule{TAes}"/> has the key schedule, and Software/ the software counterpart.
/// </remarks>
internal static class AesBlocks<TAes>
    where TAes : struct, IAesInstructions
{
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Encrypt(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        Blocks<TAes, One>.EncryptOne(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length - 1, block);

    /// <summary>Encrypts any number of whole blocks.</summary>
    public static void Encrypt(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(source.Length % BlockSize == 0 && destination.Length == source.Length);
        while (source.Length > 0)
        {
            int count = Math.Min(source.Length / BlockSize, 8);
            switch (count)
            {
                case 8:
                    Encrypt<Eight>(roundKeys, source, destination);
                    break;
                case >= 4:
                    Encrypt<Four>(roundKeys, source, destination);
                    count = 4;
                    break;
                default:
                    Encrypt<One>(roundKeys, source, destination);
                    count = 1;
                    break;
            }

            source = source[(count * BlockSize)..];
            destination = destination[(count * BlockSize)..];
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void Encrypt<TWidth>(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
        where TWidth : struct, IWidth
    {
        Blocks<TAes, TWidth> blocks = Blocks<TAes, TWidth>.Load(ref MemoryMarshal.GetReference(source), 0);
        blocks.Encrypt(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length - 1);
        blocks.Store(ref MemoryMarshal.GetReference(destination), 0);
    }
}
