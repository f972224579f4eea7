using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace AesModes.Modes;

/// <summary>
/// The self-tests of AES-GCM-SIV. Each number below stands for an encryption path under AES-128. Add <see cref="Decryption"/> for decryption, and
/// <see cref="Aes256"/> for AES-256.
/// </summary>
internal sealed class GcmSivTests(Backend backend) : SelfTests(backend)
{
    /// <summary>A message and associated data of at most one block each. In decryption, the message has at least one byte.</summary>
    public const int OneBlock = 0;

    /// <summary>More blocks, but fewer than <see cref="IGcmSivKernels.SmallEncryptionBlocks"/> or <see cref="IGcmSivKernels.SmallDecryptionBlocks"/>.</summary>
    public const int SeveralBlocks = 2;

    /// <summary>Messages of any size without a FACE table.</summary>
    public const int Bulk = 4;

    /// <summary>Messages with a FACE table.</summary>
    public const int WithTable = 6;

    /// <summary>The widest byte-sliced POLYVAL in software.</summary>
    public const int WideSlices = 8;

    public const int Decryption = 1;
    public const int Aes256 = 10;

    /// <summary>The first bytes of the nonce. With both keys, the counter's low byte begins at F1 for the message of 590 bytes, so it wraps within a batch of any width.</summary>
    private const int NonceStart = 305152;

    protected override int Count => 2 * Aes256;

    public override string GetName(int test)
    {
        string path = (test % Aes256 / 2) switch { 0 => "one block", 1 => "several blocks", 2 => "bulk", 3 => "bulk, with a FACE table", _ => "bulk, wide slices" };
        return $"AES-GCM-SIV {(test % 2 == 0 ? "encryption" : "decryption")}, {path}, AES-{(test < Aes256 ? 128 : 256)}";
    }

    [SuppressMessage("Reliability", "CA2000:Dispose objects before losing scope", Justification = "The key is public.")]
    protected override ulong Compute(Backend backend, int test, byte[] memory)
    {
        ReadOnlySpan<int> sizes = GetSizes(test);
        bool isSmall = test % Aes256 < Bulk;
        byte[] nonce = new byte[GcmSiv.NonceSize];
        BinaryPrimitives.WriteInt32LittleEndian(nonce, NonceStart);
        byte[] tag = new byte[GcmSiv.TagSize];
        GcmSiv mode = backend.CreateGcmSiv(memory.AsSpan(0, test < Aes256 ? 16 : 32), isTrial: true);
        ulong digest = 0;
        for (int i = 0; i < sizes.Length; i += 2)
        {
            int size = sizes[i];
            Span<byte> plaintext = memory.AsSpan(0, size);
            Span<byte> ciphertext = memory.AsSpan(MaxSize, size);
            Span<byte> decrypted = memory.AsSpan(2 * MaxSize, size);
            GcmSivMessage message = new(nonce, memory.AsSpan(1, sizes[i + 1]), plaintext, ciphertext, tag);
            if (test % 2 == Decryption)
            {
                // A trial keeps its output even if the tag is wrong. So the first decryption turns the plaintext into the ciphertext, and the second one turns that back.
                MemoryMarshal.AsBytes(GetTags(test).Slice(i, 2)).CopyTo(tag);
                GcmSivMessage reply = new(nonce, message.AssociatedData, ciphertext, decrypted, tag);
                if (TryDecrypt(mode, isSmall, in message) != (size == 0) || !TryDecrypt(mode, isSmall, in reply) || !decrypted.SequenceEqual(plaintext))
                {
                    digest = ~digest;
                }
            }
            else if (isSmall)
            {
                mode.EncryptSmall(in message);
            }
            else
            {
                mode.EncryptBulk(in message);
            }

            digest = SelfTestData.Digest(SelfTestData.Digest(digest, ciphertext), tag);
        }

        return digest;
    }

    protected override bool IsOf(Backend backend, int test) => test % Aes256 < WideSlices || !backend.IsHardwareAccelerated;

    protected override ulong GetAnswer(int test) => (test & ~Decryption) switch
    {
        OneBlock => 0xB82C3843B0B8D18D,
        SeveralBlocks => 0x53EB2BCB79306C63,
        Bulk => 0x506BB422B60E60E7,
        WithTable => 0x9507E5DC47B2D8AF,
        WideSlices => 0x55A07EAFD95EB329,
        OneBlock + Aes256 => 0xCED5191F1EE4EFFC,
        SeveralBlocks + Aes256 => 0x162A07A940E3D3EA,
        Bulk + Aes256 => 0xB1FA9205326FA4A0,
        WithTable + Aes256 => 0xE252EA8F1EF7A767,
        _ => 0xCC5A3A4638A87A57,
    };

    private static bool TryDecrypt(GcmSiv mode, bool isSmall, in GcmSivMessage message) =>
        isSmall ? mode.TryDecryptSmall(in message, throws: false) : mode.TryDecryptBulk(in message, throws: false);

    /// <summary>
    /// Pairs of sizes, of a message and its associated data, that reach every kernel of the path on every backend. Bulk messages end in one block, in up to four and
    /// in more, whole or partial, and wrap the counter's low byte.
    /// </summary>
    private static ReadOnlySpan<int> GetSizes(int test) => (test % Aes256 & ~Decryption) switch
    {
        OneBlock => [16, 0, 7, 16],
        SeveralBlocks => [0, 9, 40, 20, 64, 0, 150, 17, 215, 0, 590, 0],
        Bulk => [640, 0, 777, 0, 1040, 0, 1088, 0, 1290, 0, 40, 700],
        WithTable => [8535, 5],
        _ => [4125, 0, 2100, 30, 100, 2100],
    };

    /// <summary>The tags for the decryption tests, two words each.</summary>
    private static ReadOnlySpan<ulong> GetTags(int test) => (test & ~Decryption) switch
    {
        OneBlock => [0x50595239553DC4E7, 0x497D8974ACC8ACAD, 0x8661B565CAF1A64A, 0x1338A6EE6F2E10DE],
        SeveralBlocks =>
        [
            0x876BF52107A11D3B, 0xC86D29A505A3CD23, 0x2B0012B972488566, 0x121514D95CA7BE2C,
            0xFEA2006BDBC4C08D, 0xA8ADB7DD5A484EEC, 0x00AA3970A6440DB7, 0x60435942C4946BED,
            0xBDA6456378B43FD3, 0x749969319F353C89, 0x60D6B7926792F7F1, 0x7A8145029CA9EEE7,
        ],
        Bulk =>
        [
            0x26E93F2D20FCA6A1, 0xE36DD41E37D77821, 0xAAD5B92989DE7EC6, 0x4523E14D16164BDD,
            0x0BB52E0E4C490900, 0x6A9BC2E29B2DA84D, 0x2333DEAF07FA757F, 0x6EE583762A7FD23A,
            0x6C3FC7C105F00939, 0xB146B01D2EC0669D, 0x3F4A7910003E3B36, 0x658E22C890C84453,
        ],
        WithTable => [0xA46B29307FF02ED6, 0x310CC0D9DC255099],
        WideSlices =>
        [
            0x800F17EBE0AFBB12, 0x607D5B51D79B16A8, 0xCCD31A11BA629F0F, 0x292B77555B65F7E9,
            0x803432EA66F76E7F, 0x9977816EB64218F8,
        ],
        OneBlock + Aes256 => [0x3306AA3914376FF1, 0x77CBE87E070DCEEA, 0x403A1227FF3175FD, 0x9846AB244E159A18],
        SeveralBlocks + Aes256 =>
        [
            0xC3401652533DCE61, 0x6CEB4B9F7E9196D2, 0x297327CD3A71A3B5, 0xF07F2D965A527CC3,
            0x7B15691FB3A0EF6F, 0xECCDCBBE1465AF93, 0x0A0AD31F88DAEC1B, 0xA731A9BCD76EFAF4,
            0xFBF49DCC2512EDDA, 0xC532C09D88AC03DD, 0xF800B2A93E4F8DF1, 0x35444F9D040BB61C,
        ],
        Bulk + Aes256 =>
        [
            0xADCFB77C71871003, 0x0102716C722CC9E1, 0x1E4F7980281EFAFA, 0xE115455CA63CE3BB,
            0xFD35ED853C1A48A3, 0x213AE1127CD71B62, 0x3EEF88C7B335BB46, 0xF75334E9A43ABC48,
            0x85ED32F5A8B6A89D, 0xA0311401F1FFB722, 0xB39A23F65E160194, 0x822F96339F849D69,
        ],
        WithTable + Aes256 => [0xAD14282B8B0B3086, 0x0A8D90E80BB0DC00],
        _ =>
        [
            0x3989C7EF962EE8A0, 0x5B033D53FB9FFEFA, 0xDEAB3ACD301AA59C, 0xA85F69C5C26EE5D4,
            0xC31B031E70D58095, 0xD55082B6133AF1D8,
        ],
    };
}
