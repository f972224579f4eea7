using System.Buffers.Binary;
using System.Security.Cryptography;

namespace AesModes.Tests.Reference;

/// <summary>Makes messages whose tag begins with given bytes, so that a test can choose the initial counter. With the key, POLYVAL can be solved for one block of the plaintext.</summary>
internal static class TagSolver
{
    /// <summary>Changes one whole block of the plaintext so that the initial counter's 32 bits have the given value. The rest of the tag is random.</summary>
    public static void ForceCounter(Random random, byte[] key, byte[] nonce, Span<byte> plaintext, byte[] associatedData, int block, uint counter)
    {
        (byte[] authentication, byte[] encryption) = ReferenceGcmSiv.DeriveKeys(key, nonce);
        byte[] tag = Bytes.Random(random, 16);
        BinaryPrimitives.WriteUInt32LittleEndian(tag, counter);

        // A tag is the encryption of a block whose top bit is clear, so only half of all values are possible tags.
        byte[] hash = Decrypt(encryption, tag);
        while (hash[15] >= 0x80)
        {
            random.NextBytes(tag.AsSpan(4));
            hash = Decrypt(encryption, tag);
        }

        hash = Bytes.Xor(hash, [.. nonce, 0, 0, 0, 0]);

        // POLYVAL is Σ Xⱼ · gⁿ⁻ʲ⁺¹ with g = H · x⁻¹²⁸. The block is the missing sum divided by its power of g.
        Span<byte> place = plaintext.Slice(16 * block, 16);
        place.Clear();
        byte[] input = ReferenceGcmSiv.PolyvalInput(plaintext, associatedData);
        UInt128 h = ReferenceField.Read(authentication);
        UInt128 lacking = ReferenceField.Read(hash) ^ ReferenceField.Polyval(h, 0, input);
        int behind = (input.Length / 16) - (Bytes.Pad(associatedData).Length / 16) - block;
        UInt128 power = ReferenceField.Power(ReferenceField.Multiply(h, ReferenceField.InverseOfX128), (UInt128)(uint)behind);
        ReferenceField.Write(ReferenceField.Multiply(lacking, ReferenceField.Invert(power))).CopyTo(place);
    }

    private static byte[] Decrypt(byte[] key, byte[] block)
    {
        using Aes aes = Aes.Create();
        aes.Key = key;
        return aes.DecryptEcb(block, PaddingMode.None);
    }
}
