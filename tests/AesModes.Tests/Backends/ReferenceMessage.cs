using System.Globalization;

namespace AesModes.Tests.Backends;

/// <summary>An AES-GCM-SIV message and the reference's result.</summary>
internal sealed class ReferenceMessage
{
    public ReferenceMessage(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData)
    {
        (Key, Nonce, Plaintext, AssociatedData) = (key, nonce, plaintext, associatedData);
        (Ciphertext, Tag) = ReferenceGcmSiv.Encrypt(key, nonce, plaintext, associatedData);
    }

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public byte[] Plaintext { get; }

    public byte[] AssociatedData { get; }

    public byte[] Ciphertext { get; }

    public byte[] Tag { get; }

    /// <summary>Compares encryption and decryption with the reference. Decrypts in place and into a separate buffer.</summary>
    public void Check(AesGcmSiv siv, string backend)
    {
        byte[] text = new byte[Plaintext.Length];
        Span<byte> tag = stackalloc byte[16];
        siv.Encrypt(Nonce, Plaintext, text, tag, AssociatedData);
        AssertEqual(Tag, tag, "tag", backend);
        AssertEqual(Ciphertext, text, "ciphertext", backend);

        byte[] plaintext = new byte[text.Length];
        if (!siv.TryDecrypt(Nonce, text, tag, plaintext, AssociatedData))
        {
            Assert.Fail($"refused on {backend}, {this}");
        }

        siv.Decrypt(Nonce, text, tag, text, AssociatedData);
        AssertEqual(Plaintext, plaintext, "plaintext", backend);
        AssertEqual(Plaintext, text, "plaintext in place", backend);
    }

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"AES-{8 * Key.Length}, {Plaintext.Length} bytes, {AssociatedData.Length} bytes of associated data ({Sweep.HowToRepeat})");

    /// <summary>Formats the failure message only if needed: there are thousands of cases.</summary>
    private void AssertEqual(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what, string backend)
    {
        if (!expected.SequenceEqual(actual))
        {
            Bytes.AssertEqual(expected, actual, $"{what} on {backend}, {this}");
        }
    }
}
