using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Tool.Common;

/// <summary><see cref="IBackend"/>'s static methods as instance methods on byte arrays, for commands that show the steps of a mode. They are for test data: nothing is cleared.</summary>
internal abstract class BackendSteps
{
    public const int BlockSize = 16;

    public static BackendSteps Of(Backend backend) => backend.Call(new Creation());

    /// <summary>11, 13 or 15 round keys of 16 bytes, concatenated.</summary>
    public abstract byte[] ExpandKey(byte[] key);

    /// <summary>RFC 8452 §4, derive_keys.</summary>
    public abstract (byte[] Authentication, byte[] Encryption) DeriveKeys(byte[] key, byte[] nonce);

    public abstract byte[] EncryptBlocks(byte[] key, byte[] blocks);

    /// <summary>POLYVAL (RFC 8452 §3) of whole blocks.</summary>
    public abstract byte[] Polyval(byte[] h, byte[] blocks);

    private sealed class Creation : IBackendCall<BackendSteps>
    {
        public BackendSteps On<TBackend>()
            where TBackend : struct, IBackend => new BackendSteps<TBackend>();
    }
}

internal sealed class BackendSteps<TBackend> : BackendSteps
    where TBackend : struct, IBackend
{
    public override byte[] ExpandKey(byte[] key) => ToBytes(Expand(key));

    public override (byte[] Authentication, byte[] Encryption) DeriveKeys(byte[] key, byte[] nonce)
    {
        // The first round keys are the key itself.
        Vector128<byte>[] roundKeys = Expand(key);
        var recordRoundKeys = new Vector128<byte>[roundKeys.Length];
        TBackend.DeriveKeys(roundKeys, nonce, recordRoundKeys, out Vector128<byte> authenticationKey);
        return (ToBytes(authenticationKey), ToBytes(recordRoundKeys.AsSpan(0, key.Length / BlockSize)));
    }

    public override byte[] EncryptBlocks(byte[] key, byte[] blocks)
    {
        byte[] encrypted = new byte[blocks.Length];
        TBackend.EncryptBlocks(Expand(key), blocks, encrypted);
        return encrypted;
    }

    public override byte[] Polyval(byte[] h, byte[] blocks)
    {
        // As many powers as the mode uses for this size.
        var powers = new Vector128<byte>[TBackend.CountHashPowers(blocks.Length / BlockSize)];
        TBackend.ExpandHashKey(Vector128.Create(h), powers);
        return ToBytes(TBackend.Absorb(powers, Vector128<byte>.Zero, blocks));
    }

    private static Vector128<byte>[] Expand(byte[] key)
    {
        var roundKeys = new Vector128<byte>[Fips197.CountRoundKeys(key.Length)];
        TBackend.ExpandKey(key, roundKeys);
        return roundKeys;
    }

    private static byte[] ToBytes(params ReadOnlySpan<Vector128<byte>> vectors) => MemoryMarshal.AsBytes(vectors).ToArray();
}
