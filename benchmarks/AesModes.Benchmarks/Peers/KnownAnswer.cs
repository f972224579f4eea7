namespace AesModes.Benchmarks.Peers;

/// <param name="Key">A key of the algorithm.</param>
/// <param name="Nonce">A nonce of the algorithm.</param>
/// <param name="Plaintext">The message.</param>
/// <param name="AssociatedData">Null: none.</param>
/// <param name="Output">Ciphertext and tag.</param>
internal sealed record KnownAnswer(byte[] Key, byte[] Nonce, byte[] Plaintext, byte[]? AssociatedData, byte[] Output)
{
    /// <summary>The last vector of appendix C.1.</summary>
    public static KnownAnswer Rfc8452Aes128 { get; } = FromHex(
        "f901cfe8a69615a93fdf7a98cad48179",
        "6245709fb18853f68d833640",
        "e42a3c02c25b64869e146d7b233987bddfc240871d",
        "7576f7028ec6eb5ea7e298342a94d4b202b370ef9768ec6561c4fe6b7e7296fa859c21",
        "391cc328d484a4f46406181bcd62efd9b3ee197d05" + "2d15506c84a9edd65e13e9d24a2a6e70");

    /// <summary>The last vector of appendix C.2.</summary>
    public static KnownAnswer Rfc8452Aes256 { get; } = FromHex(
        "3c535de192eaed3822a2fbbe2ca9dfc88255e14a661b8aa82cc54236093bbc23",
        "688089e55540db1872504e1c",
        "ced532ce4159b035277d4dfbb7db62968b13cd4eec",
        "734320ccc9d9bbbb19cb81b2af4ecbc3e72834321f7aa0f70b7282b4f33df23f167541",
        "626660c26ea6612fb17ad91e8e767639edd6c9faee" + "9d6c7029675b89eaf4ba1ded1a286594");

    private static KnownAnswer FromHex(string key, string nonce, string plaintext, string? associatedData, string output) => new(
        Convert.FromHexString(key),
        Convert.FromHexString(nonce),
        Convert.FromHexString(plaintext),
        associatedData is null ? null : Convert.FromHexString(associatedData),
        Convert.FromHexString(output));
}
