using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using AesModes.Modes;

namespace AesModes.Tests.Chunked;

/// <summary>Tests the code behind <see cref="ChunkedAesGcmSiv"/> with Wycheproof's vectors for Cobblestone-128.</summary>
public sealed class CobblestoneVectorTests
{
    private static readonly JsonDocument _file = JsonDocument.Parse(
        Repository.Read("vectors/wycheproof-c2sp-chunked-aes-128-gcm.json", "vectors/README.md names its source."));

    private static readonly Dictionary<int, JsonElement> _cases =
        _file.RootElement.GetProperty("testGroups").EnumerateArray().SelectMany(g => g.GetProperty("tests").EnumerateArray())
            .ToDictionary(c => c.GetProperty("tcId").GetInt32());

    public static TheoryData<int> All => [.. _cases.Keys];

    public static TheoryData<int> Keyed => [.. _cases.Keys.Where(id => !Has(id, "InvalidKeySize"))];

    public static MatrixTheoryData<int, bool, int> Readings => new([.. _cases.Keys.Where(id => !Has(id, "InvalidKeySize"))], [true, false], [1000, ChunkedSample.Chunk, 100_000]);

    [Fact]
    public void Cases_AreThoseOfTheFile()
    {
        Assert.Equal(35, _cases.Count);
        Assert.Equal(10, _cases.Keys.Count(IsValid));
        Assert.Equal(2, _cases.Keys.Count(id => Has(id, "InvalidKeySize")));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Key_OfAnotherSize_IsRefused(int id)
    {
        if (Has(id, "InvalidKeySize"))
        {
            Assert.Throws<ArgumentException>("key", () => new ChunkedAesGcmSiv(Bytes(id, "key")));
        }
        else
        {
            new ChunkedAesGcmSiv(Bytes(id, "key")).Dispose();
        }
    }

    [Theory]
    [MemberData(nameof(Readings))]
    public void Read_Case_GivesItsPlaintextOrFailsForGood(int id, bool seekable, int pieceSize)
    {
        using Stream decryptor = Open(id, seekable);
        (byte[] plaintext, Exception? failure) = ChunkedSample.Read(decryptor, pieceSize);
        if (IsValid(id))
        {
            Assert.Null(failure);
            Assert.Equal(Expected(id), Digest(plaintext));
            Assert.Equal(0, decryptor.Read(new byte[1]));
        }
        else
        {
            Assert.IsType<AuthenticationTagMismatchException>(failure);
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[1]));
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[pieceSize]));
            Assert.Equal(Has(id, "PartialPlaintext") ? Expected(id) : Digest([]), Digest(plaintext));
        }
    }

    [Theory]
    [MemberData(nameof(Keyed))]
    public void Length_OfACase_IsProvenByItsLastChunk(int id)
    {
        using Stream decryptor = Open(id, seekable: true);
        if (IsValid(id))
        {
            Assert.Equal(_cases[id].GetProperty("msgLength").GetInt64(), decryptor.Length);
        }
        else if (Has(id, "ValidFinalChunk"))
        {
            Assert.Equal(ChunkedFormat.GetPlaintextLength(Message(id).Length), decryptor.Length);
        }
        else
        {
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Length);
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[1]));
        }
    }

    [Theory]
    [MemberData(nameof(Keyed))]
    public void Encrypt_ValidCaseWithItsSalt_GivesItsMessage(int id)
    {
        if (!IsValid(id))
        {
            return;
        }

        using Stream decryptor = Open(id, seekable: false);
        byte[] plaintext = ChunkedSample.Read(decryptor, 100_000).Plaintext;
        byte[] message = Message(id);
        using ChunkedKey key = CreateKey(id);
        byte[] made = [.. message[..ChunkedFormat.SaltSize], .. new byte[ChunkedFormat.CommitmentSize]];
        using MessageKeys keys = key.Derive(message.AsSpan(0, ChunkedFormat.SaltSize), Bytes(id, "ctx"), made.AsSpan(ChunkedFormat.SaltSize));
        List<byte> chunks = [.. made];
        for (int at = 0, number = 0; at <= plaintext.Length; at += ChunkedSample.Chunk, number++)
        {
            byte[] chunk = plaintext[at..Math.Min(at + ChunkedSample.Chunk, plaintext.Length)];
            byte[] ciphertext = new byte[chunk.Length + 16];
            keys.Encrypt(number, chunk, ciphertext);
            chunks.AddRange(ciphertext);
        }

        Assert.Equal(message, chunks.ToArray());
    }

    private static ChunkedKey CreateKey(int id) => new(new CobblestoneScheme(16), Bytes(id, "key"), typeof(CobblestoneVectorTests));

    private static ChunkedDecryptionStream Open(int id, bool seekable) =>
        new(CreateKey(id), new TestStream(Message(id)) { Seekable = seekable }, Bytes(id, "ctx"), leaveOpen: false);

    private static bool IsValid(int id) => _cases[id].GetProperty("result").GetString() == "valid";

    private static bool Has(int id, string flag) => _cases[id].GetProperty("flags").EnumerateArray().Any(f => f.GetString() == flag);

    private static byte[] Bytes(int id, string name) => Convert.FromHexString(_cases[id].GetProperty(name).GetString()!);

    private static string Expected(int id) => _cases[id].GetProperty("msgSha512").GetString()!;

    private static string Digest(byte[] plaintext) => Convert.ToHexStringLower(SHA512.HashData(plaintext));

    private static byte[] Message(int id)
    {
        using ZLibStream stream = new(new MemoryStream(Bytes(id, "ct")), CompressionMode.Decompress);
        MemoryStream message = new();
        stream.CopyTo(message);
        return message.ToArray();
    }
}
