using AesModes.Measuring.Peers;

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

    /// <summary>From vectors/aez.json: len-1-tag16 (AEZ-tiny), len-45-tag16 (AEZ-core, both parts of a fragment), ad-count-0 (no associated data).</summary>
    public static IReadOnlyList<KnownAnswer> Aez { get; } =
    [
        FromHex(
            "e148de218ff1335927f575fc4e12ae05b63224bd2d1c48cccd0ba0c9d49ae9c2c5f52c1dfe05b8655cc0590acb08a71e",
            "8ee609d697a695de7f8454ee5d2f510c",
            "0f",
            "5676904624fe70f351cc2dc199d0e0fda637311d883dd1c150205f6674f47d96",
            "b654f514494b0fbf0ccfa0318ee0e51d1d"),
        FromHex(
            "070676d67ba06a65019ce8ea38ee5e1d5cec9c8ae1eaf9a920fbf80343c342197152e41021e5207c9457517d80bb9a89",
            "46ba0899655a81f35402c154d395d04e",
            "498a2402cd299166a3a516840b894f47315680af849253cb041dab10abb20896e4427f7577a3f8a299a6d0b481",
            "b3fc3ddfbf947bdc9f9a9021625f5e9af75b0c1f16",
            "d3a350f6374f9ad3413f450e9cf47cb23c86094f83cb6e772eaf2ca9a66345b579fa81b4ce2404f1f7ddea71c76d484e"
            + "8f880c6e32bd164d7fbb8c040a"),
        FromHex(
            "c35638bbb34a7db98d5bcefd6420cbea49e8eeaa93abd986031324f5397eca887acc40a1fcaf6b8254cacacc9b4483ed",
            "71529b683f60edb2059c39f38c5a0dff",
            "5d37f37db6d1d601cbb9f81893ad8f57c9dc525fa9de2ec0cef8ce90e282140f3f8563feb1c6b4d21358359da80f5d0c"
            + "054835bc188aa4ebf15eb569c5f732807744f55d2b838f177c6969c7f464281eea1dd8a501f2da3900927f53d3",
            null,
            "0cd65e8106271ddf35c7b71d6e21046a0b18e1e915ae617b13aab72c6759e30fa739fcb4efff09908db180bb32ed0699"
            + "6bdf9a950497a721a0ae58b06d310bf98b9eebd8b9ff308f5f9bd6fc70ca9170789a9e59a7789021afb5d3f47ccb496f"
            + "870153d04f02ae399622213ad8"),
    ];

    /// <summary>SP 800-38A F.5.1; the nonce is the initial counter.</summary>
    public static KnownAnswer CtrAes128 { get; } = FromHex(
        "2b7e151628aed2a6abf7158809cf4f3c",
        "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710",
        null,
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
        + "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee");

    /// <summary>SP 800-38A F.5.5; the nonce is the initial counter.</summary>
    public static KnownAnswer CtrAes256 { get; } = FromHex(
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710",
        null,
        "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
        + "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6");

    public Message ToMessage() => Message.CopyOf(Key, Nonce, Plaintext, AssociatedData ?? []);

    private static KnownAnswer FromHex(string key, string nonce, string plaintext, string? associatedData, string output) => new(
        Convert.FromHexString(key),
        Convert.FromHexString(nonce),
        Convert.FromHexString(plaintext),
        associatedData is null ? null : Convert.FromHexString(associatedData),
        Convert.FromHexString(output));
}
