using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>
/// The self-tests of AES-GCM-SIV. Each number below stands for a path of encryptions under AES-128; <see cref="Decryption"/> and <see cref="Aes256"/> are
/// added to it.
/// </summary>
internal sealed class GcmSivTests(Backend backend) : SelfTests(backend)
{
    /// <summary>A text and associated data of at most a block each; of a decryption, a text of at least a byte.</summary>
    public const int OneBlock = 0;

    /// <summary>More, up to <see cref="IBackend.MaxFewBlocks"/> or <see cref="IBackend.MaxFewBlocksToDecrypt"/>.</summary>
    public const int FewBlocks = 2;

    /// <summary>More, without a FACE table.</summary>
    public const int Long = 4;

    /// <summary>More, with a FACE table.</summary>
    public const int WithTable = 6;

    /// <summary>The widest byte slices of software's POLYVAL.</summary>
    public const int WideSlices = 8;

    public const int Decryption = 1;
    public const int Aes256 = 10;

    /// <summary>A nonce under which, with both keys, the counter's low byte of the message of 590 bytes begins at F1: it wraps within a batch of any width.</summary>
    private const ulong NonceSeed = 92721;

    protected override int Count => 2 * Aes256;

    public override string GetName(int test)
    {
        string path = (test % Aes256 / 2) switch { 0 => "one block", 1 => "few blocks", 2 => "long", 3 => "long, with a FACE table", _ => "long, wide slices" };
        return $"AES-GCM-SIV {(test % 2 == 0 ? "encryption" : "decryption")}, {path}, AES-{(test < Aes256 ? 128 : 256)}";
    }

    protected override ulong Compute(int test, byte[] memory)
    {
        ReadOnlySpan<int> sizes = GetSizes(test);
        bool isShort = test % Aes256 < Long;
        byte[] nonce = SelfTestData.Bytes(GcmSiv.NonceSize, NonceSeed);
        byte[] tag = new byte[GcmSiv.TagSize];
        using GcmSiv mode = Backend.CreateGcmSiv(SelfTestData.Bytes(test < Aes256 ? 16 : 32, 1), isTrial: true);
        ulong digest = 0;
        for (int i = 0; i < sizes.Length; i += 2)
        {
            int size = sizes[i];
            Span<byte> plaintext = memory.AsSpan(0, size);
            Span<byte> ciphertext = memory.AsSpan(MaxSize, size);
            Span<byte> decrypted = memory.AsSpan(2 * MaxSize, size);
            Span<byte> associatedData = memory.AsSpan(1, sizes[i + 1]);
            if (test % 2 == Decryption)
            {
                // A trial leaves what came out, so that the plaintext under the right tag becomes the ciphertext, and that the plaintext again.
                _ = Convert.FromHexString(GetTags(test).AsSpan(i * GcmSiv.TagSize, 2 * GcmSiv.TagSize), tag, out _, out _);
                if (TryDecrypt(mode, isShort, nonce, plaintext, tag, ciphertext, associatedData) != (size == 0)
                    || !TryDecrypt(mode, isShort, nonce, ciphertext, tag, decrypted, associatedData)
                    || !decrypted.SequenceEqual(plaintext))
                {
                    digest = ~digest;
                }
            }
            else if (isShort)
            {
                mode.EncryptFew(nonce, plaintext, ciphertext, tag, associatedData);
            }
            else
            {
                mode.EncryptLong(nonce, plaintext, ciphertext, tag, associatedData);
            }

            digest = SelfTestData.Digest(SelfTestData.Digest(digest, ciphertext), tag);
        }

        return digest;
    }

    protected override bool IsOfBackend(int test) => test % Aes256 < WideSlices || !Backend.IsHardwareAccelerated;

    protected override ulong GetAnswer(int test) => (test & ~Decryption) switch
    {
        OneBlock => 0x5AB095CE64E4C1D8,
        FewBlocks => 0x53FC18F2670CD79E,
        Long => 0x465506C1F205DEC6,
        WithTable => 0xC0D77695057B2CDC,
        WideSlices => 0x203C815C173BE4A3,
        OneBlock + Aes256 => 0x7B341F17CD283246,
        FewBlocks + Aes256 => 0x7A5B6B1698314A42,
        Long + Aes256 => 0xD197A56A03563BAE,
        WithTable + Aes256 => 0x8C22503F749618A3,
        _ => 0xE979ABA38AF9739F,
    };

    private static bool TryDecrypt(
        GcmSiv mode, bool isShort, byte[] nonce, Span<byte> ciphertext, byte[] tag, Span<byte> plaintext, Span<byte> associatedData) => isShort
        ? mode.TryDecryptFew(nonce, ciphertext, tag, plaintext, associatedData, throws: false)
        : mode.TryDecryptLong(nonce, ciphertext, tag, plaintext, associatedData, throws: false);

    /// <summary>
    /// Pairs of sizes, of a text and of its associated data, that reach every kernel of the path on every backend. Long texts end in one block, in up to four
    /// and in more, whole and not, and wrap the counter's low byte.
    /// </summary>
    private static ReadOnlySpan<int> GetSizes(int test) => (test % Aes256 & ~Decryption) switch
    {
        OneBlock => [16, 0, 7, 16],
        FewBlocks => [0, 9, 40, 20, 64, 0, 150, 17, 215, 0, 590, 0],
        Long => [640, 0, 777, 0, 1040, 0, 1088, 0, 1290, 0, 40, 700],
        WithTable => [MaxSize, 5],
        _ => [4125, 0, 2100, 30, 100, 2100],
    };

    /// <summary>The tags of the messages, in hexadecimal: what a decryption is given.</summary>
    private static string GetTags(int test) => (test & ~Decryption) switch
    {
        OneBlock => "5209B9E8AF545EFD3CF0BCDB126D03851303A40F830CD98825D88D7CD6023768",
        FewBlocks => "E6BCAF2F668905657B9606FD03EF17FDCC6501BF8A28AB6970EDEA371CB40B66371651CF6BD07DBB8713DC614415B2EBC0567C5A7AB4F49958503207505A348F"
            + "D1CA44DBE91BE36B27A25E8D4B3C8A07F1040E7EDC27682424E061C272D86A80",
        Long => "2C7CAA314327BE2CEECC9DCB4FFF04AAD039BFB85567A9AB46FB22052619925B9BA05A4270EEE43586B1197C9FF886501ACCEC943AF09B117F8354C5336973C3"
            + "1BCF40EBE06266429FE74EF1E7431C3E6CD9FD07295E90D0EBBBE8388364A8C0",
        WithTable => "3AABE016268A539070915E6071B0678C",
        WideSlices => "05B3A618CCF44085E3327DF9F0694373CF22423863220F03085A5AFBAAAFD76CC9DDD1FD5F58A6FF84949FB897F34F7B",
        OneBlock + Aes256 => "98FAA00365CF905DB63889345969061CCF902FEDF0F89240E6B93AA60D59E31F",
        FewBlocks + Aes256 => "E92C3CD10D65232093298B5AB9E6AF6BB73C5D5EE35026C6D0B93D75DD8AEB0A8D038D6D9D71896D487B4DA30098F77BD835229DBF86AF66E13B261540E2B4BB"
            + "337F0C1E227C1B56A9F6A8E3F5160D3DF16D22066C430595BEACB031228E33A5",
        Long + Aes256 => "0042D35E597160DA7D2EADEEB21EA33F4F6BC89AE936B31093BA0E4D174E55E2C6DC379BBCCEEB75CBDE9C3941DE31AABA8E54DF9C9E0BAE97CB0F310FF1E7F0"
            + "D5E6E08892CAC0E3C5F429E2A155C1DB24B5DB92B71B45AB1BEDD75882C1051E",
        WithTable + Aes256 => "1097F74D212FCEFFB8BE601AB051EB5B",
        _ => "DB127991E49CA5E5C33BE1B7791DC5569CBFEC192D880CA1E9F360143E1D2F298AE0E4DF709D779CA813559688D57C93",
    };
}
