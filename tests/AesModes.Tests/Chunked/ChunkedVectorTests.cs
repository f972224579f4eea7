using System.Security.Cryptography;
using System.Text.Json.Nodes;
using AesModes.Modes;

namespace AesModes.Tests.Chunked;

/// <summary>Tests the vectors from tests/interop/chunked.mjs, an implementation independent of the library.</summary>
[Fast]
public class ChunkedVectorTests
{
    private static readonly JsonObject[] _vectors =
        [.. JsonNode.Parse(Repository.Read("vectors/chunked-aes-gcm-siv.json", "vectors/README.md names its source."))!["vectors"]!.AsArray().Select(v => v!.AsObject())];

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Vectors_OnEachBackend_AreEncryptedDecryptedAndRefused(string backend)
    {
        Dictionary<string, (byte[] Plaintext, byte[] Ciphertext)> known = [];
        int refused = 0;
        foreach (JsonObject vector in _vectors)
        {
            string id = (string)vector["id"]!;
            byte[] key = Bytes(vector, "key");
            using ChunkedKey chunkedKey = new(new ChunkedGcmSiv(TestBackends.Get(backend), key.Length), key, typeof(ChunkedVectorTests));
            if ((bool)vector["valid"]!)
            {
                byte[] plaintext = Plaintext(vector);
                byte[] ciphertext = Encrypt(chunkedKey, vector, plaintext);
                known.Add(id, (plaintext, ciphertext));
                AssertHasHash(vector, ciphertext);
                (byte[] decrypted, Exception? failure) = Decrypt(chunkedKey, vector, ciphertext);
                Assert.True(failure is null && decrypted.AsSpan().SequenceEqual(plaintext), $"{id}: {failure}");
            }
            else
            {
                (byte[] plaintext, byte[] ciphertext) = known[(string)vector["edit"]!["of"]!];
                byte[] edited = Edit(vector["edit"]!, ciphertext);
                AssertHasHash(vector, edited);
                (byte[] decrypted, Exception? failure) = Decrypt(chunkedKey, vector, edited);
                Assert.True(failure is AuthenticationTagMismatchException, $"{id}: {failure}");
                Assert.True(decrypted.AsSpan().SequenceEqual(plaintext.AsSpan(0, (int)vector["authenticBytes"]!)), $"{id}: {decrypted.Length} bytes were given out.");
                refused++;
            }
        }

        Assert.Equal((84, 66), (known.Count, refused));
    }

    private static byte[] Bytes(JsonObject vector, string name) => Convert.FromHexString((string)vector[name]!);

    private static byte[] Plaintext(JsonObject vector) => vector.ContainsKey("plaintext")
        ? Bytes(vector, "plaintext")
        : [.. Enumerable.Range(0, (int)vector["plaintextBytes"]!).Select(i => (byte)((7 * i) + (i >> 8)))];

    private static byte[] Encrypt(ChunkedKey key, JsonObject vector, byte[] plaintext)
    {
        byte[] salt = Bytes(vector, "salt");
        byte[] commitment = new byte[ChunkedFormat.CommitmentSize];
        using MessageKeys keys = key.Derive(salt, Bytes(vector, "context"), commitment);
        Assert.Equal(Bytes(vector, "commitment"), commitment);
        List<byte> message = [.. salt, .. commitment];
        for (int at = 0; at <= plaintext.Length; at += ChunkedSample.Chunk)
        {
            byte[] chunk = plaintext[at..Math.Min(at + ChunkedSample.Chunk, plaintext.Length)];
            byte[] encrypted = new byte[chunk.Length + 16];
            keys.Encrypt(at / ChunkedSample.Chunk, chunk, encrypted);
            message.AddRange(encrypted);
        }

        return [.. message];
    }

    private static (byte[] Plaintext, Exception? Failure) Decrypt(ChunkedKey key, JsonObject vector, byte[] ciphertext)
    {
        using ChunkedDecryptionStream stream = new(key.Copy(typeof(ChunkedVectorTests)), new TestStream(ciphertext), Bytes(vector, "context"), leaveOpen: false);
        return ChunkedSample.Read(stream, 100_000);
    }

    /// <summary>vectors/README.md describes the format.</summary>
    private static byte[] Edit(JsonNode edit, byte[] ciphertext)
    {
        byte[] edited = [.. edit["pieces"]!.AsArray().SelectMany(piece => ciphertext[(int)piece![0]!..(int)piece[1]!])];
        if (edit["flip"] is { } flip)
        {
            edited[(int)flip] ^= 1;
        }

        return [.. edited, .. Convert.FromHexString((string)edit["append"]!)];
    }

    private static void AssertHasHash(JsonObject vector, byte[] ciphertext)
    {
        byte[] expected = vector.ContainsKey("ciphertext") ? SHA256.HashData(Bytes(vector, "ciphertext")) : Bytes(vector, "ciphertextSha256");
        Assert.True(SHA256.HashData(ciphertext).AsSpan().SequenceEqual(expected), $"{vector["id"]}: another ciphertext.");
    }
}
