using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
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

    /// <summary>How the nonce begins. With both keys, the counter's low byte of the message of 590 bytes begins at F1: it wraps within a batch of any width.</summary>
    private const int NonceStart = 305152;

    protected override int Count => 2 * Aes256;

    public override string GetName(int test)
    {
        string path = (test % Aes256 / 2) switch { 0 => "one block", 1 => "few blocks", 2 => "long", 3 => "long, with a FACE table", _ => "long, wide slices" };
        return $"AES-GCM-SIV {(test % 2 == 0 ? "encryption" : "decryption")}, {path}, AES-{(test < Aes256 ? 128 : 256)}";
    }

    [SuppressMessage("Reliability", "CA2000:Dispose objects before losing scope", Justification = "The key is public.")]
    protected override ulong Compute(Backend backend, int test, byte[] memory)
    {
        ReadOnlySpan<int> sizes = GetSizes(test);
        bool isShort = test % Aes256 < Long;
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

    protected override bool IsOf(Backend backend, int test) => test % Aes256 < WideSlices || !backend.IsHardwareAccelerated;

    protected override ulong GetAnswer(int test) => (test & ~Decryption) switch
    {
        OneBlock => 0xB82C3843B0B8D18D,
        FewBlocks => 0x53EB2BCB79306C63,
        Long => 0x506BB422B60E60E7,
        WithTable => 0x9507E5DC47B2D8AF,
        WideSlices => 0x55A07EAFD95EB329,
        OneBlock + Aes256 => 0xCED5191F1EE4EFFC,
        FewBlocks + Aes256 => 0x162A07A940E3D3EA,
        Long + Aes256 => 0xB1FA9205326FA4A0,
        WithTable + Aes256 => 0xE252EA8F1EF7A767,
        _ => 0xCC5A3A4638A87A57,
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
        WithTable => [8535, 5],
        _ => [4125, 0, 2100, 30, 100, 2100],
    };

    /// <summary>The tags of the messages, in hexadecimal: what a decryption is given.</summary>
    private static string GetTags(int test) => (test & ~Decryption) switch
    {
        OneBlock => "E7C43D5539525950ADACC8AC74897D494AA6F1CA65B56186DE102E6FEEA63813",
        FewBlocks => "3B1DA10721F56B8723CDA305A5296DC866854872B912002B2CBEA75CD91415128DC0C4DB6B00A2FEEC4E485ADDB7ADA8B70D44A67039AA00ED6B94C442594360"
            + "D33FB4786345A6BD893C359F31699974F1F7926792B7D660E7EEA99C0245817A",
        Long => "A1A6FC202D3FE9262178D7371ED46DE3C67EDE8929B9D5AADD4B16164DE123450009494C0E2EB50B4DA82D9BE2C29B6A7F75FA07AFDE33233AD27F2A7683E56E"
            + "3909F005C1C73F6C9D66C02E1DB046B1363B3E0010794A3F5344C890C8228E65",
        WithTable => "D62EF07F30296BA4995025DCD9C00C31",
        WideSlices => "12BBAFE0EB170F80A8169BD7515B7D600F9F62BA111AD3CCE9F7655B55772B297F6EF766EA323480F81842B66E817799",
        OneBlock + Aes256 => "F16F371439AA0633EACE0D077EE8CB77FD7531FF27123A40189A154E24AB4698",
        FewBlocks + Aes256 => "61CE3D53521640C3D296917E9F4BEB6CB5A3713ACD277329C37C525A962D7FF06FEFA0B31F69157B93AF6514BECBCDEC1BECDA881FD30A0AF4FA6ED7BCA931A7"
            + "DAED1225CC9DF4FBDD03AC889DC032C5F18D4F3EA9B200F81CB60B049D4F4435",
        Long + Aes256 => "031087717CB7CFADE1C92C726C710201FAFA1E2880794F1EBBE33CA65C4515E1A3481A3C85ED35FD621BD77C12E13A2146BB35B3C788EF3E48BC3AA4E93453F7"
            + "9DA8B6A8F532ED8522B7FFF1011431A09401165EF6239AB3699D849F33962F82",
        WithTable + Aes256 => "86300B8B2B2814AD00DCB00BE8908D0A",
        _ => "A0E82E96EFC78939FAFE9FFB533D035B9CA51A30CD3AABDED4E56EC2C5695FA89580D5701E031BC3D8F13A13B68250D5",
    };
}
