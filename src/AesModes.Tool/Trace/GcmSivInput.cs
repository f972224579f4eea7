namespace AesModes.Tool.Trace;

/// <summary>What an encryption with AES-GCM-SIV is given.</summary>
internal sealed record GcmSivInput(byte[] Key, byte[] Nonce, byte[] AssociatedData, byte[] Plaintext);
