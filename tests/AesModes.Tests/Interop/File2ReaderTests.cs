using System.Buffers.Binary;
using System.Globalization;
using AesModes.Tests.Tool;

namespace AesModes.Tests.Interop;

/// <summary>Tests that tests/interop/file-2.mjs reads its own files and rejects all others. The tests of the command rely on it.</summary>
public class File2ReaderTests
{
    private const string OtherCommitment = "the commitment is not that of this secret, header and salt";

    private const string OtherCommitmentOfChunks = "the commitment is not that of this key, salt and context";

    private static readonly byte[] _nothing = [];

    public static MatrixTheoryData<string, string> Combinations => new(["GS", "AZ", "CT"], NodeFile2.Sources);

    [Theory]
    [MemberData(nameof(Combinations))]
    public void Decrypt_FilesThatItWrote_GivesThePlaintext(string code, string source)
    {
        RequireNode();
        using TestFolder folder = new();
        string secret = NodeFile2.AddSecret(folder, source);
        foreach (int size in (int[])[0, 1, 31, 33, 16384, 40000])
        {
            byte[] plaintext = Bytes.Random(new Random(size), size);
            byte[] file = NodeFile2.AssertSucceeded("encrypt", code, secret, folder.Add("plaintext", plaintext), "32,1,2");
            int overhead = (source == "PW" ? 42 : 14) + 24 + 32 + (code switch { "GS" => 16 * ((size / 16384) + 1), "AZ" => 16, _ => 0 });
            Assert.Equal(size + overhead, file.Length);
            Bytes.AssertEqual(plaintext, NodeFile2.AssertSucceeded("decrypt", code, secret, folder.Add("encrypted", file)), $"{size} bytes");
        }
    }

    [Theory]
    [InlineData("GS", OtherCommitmentOfChunks, "chunk 0 is not authentic")]
    [InlineData("AZ", OtherCommitment, "it is not authentic")]
    [InlineData("CT", OtherCommitment, null)]
    public void Decrypt_ChangedFiles_RefusesAll(string code, string otherCommitment, string? notAuthentic)
    {
        RequireNode();
        using TestFolder folder = new();
        string secret = NodeFile2.AddSecret(folder, "RK");
        byte[] file = NodeFile2.AssertSucceeded("encrypt", code, secret, folder.Add("plaintext", Bytes.Random(new Random(1), 100)));
        AssertRefused(Changed(0), "it does not begin with AESMODES");
        AssertRefused(Changed(9), "its version is not 2");
        AssertRefused(Changed(10), "its algorithm is unknown");
        AssertRefused([.. file[..10], .. (code == "AZ" ? "GS"u8 : "AZ"u8), .. file[12..]], $"its algorithm is {(code == "AZ" ? "GS" : "AZ")}");
        AssertRefused(Changed(13), "where its secret comes from is unknown");
        AssertRefused([.. file[..12], .. "KF"u8, .. file[14..]], "its secret comes from KF, and not from RK");
        AssertRefused(Changed(14), otherCommitment);
        AssertRefused(Changed(37), otherCommitment);
        AssertRefused(Changed(38), otherCommitment);
        AssertRefused(Changed(69), otherCommitment);
        AssertRefused(file[..7], "it does not begin with AESMODES");
        AssertRefused(file[..14], "it ends before its body begins");
        AssertRefused(file[..69], "it ends before its body begins");
        if (notAuthentic is not null)
        {
            AssertRefused(file[..70], code == "GS" ? "it is truncated: there is no last chunk" : notAuthentic);
            AssertRefused(Changed(70), notAuthentic);
            AssertRefused(Changed(file.Length - 1), notAuthentic);
            AssertRefused(file[..^1], notAuthentic);
            AssertRefused([.. file, 0], notAuthentic);
        }

        folder.AddKey("secret", Bytes.Random(new Random(2), 100));
        AssertRefused(file, otherCommitment);

        byte[] Changed(int at) => [.. file[..at], (byte)(file[at] ^ 1), .. file[(at + 1)..]];

        void AssertRefused(byte[] changed, string says) => NodeFile2.AssertRefused(says, _nothing, "decrypt", code, secret, folder.Add("encrypted", changed));
    }

    [Fact]
    public void Decrypt_OfChunks_GivesOutThoseThatAreAuthentic()
    {
        RequireNode();
        using TestFolder folder = new();
        string secret = NodeFile2.AddSecret(folder, "KF");
        byte[] plaintext = Bytes.Random(new Random(1), 40000);
        byte[] file = NodeFile2.AssertSucceeded("encrypt", "GS", secret, folder.Add("plaintext", plaintext));
        AssertRefused(file[..(70 + (2 * 16400))], 2, "it is truncated: there is no last chunk");
        AssertRefused(file[..(70 + 16400 + 15)], 1, "it is truncated: chunk 1 ends inside its tag");
        AssertRefused([.. file[..70], .. file[(70 + 16400)..]], 0, "chunk 0 is not authentic");
        AssertRefused([.. file, .. file[(70 + (2 * 16400))..]], 2, "chunk 2 is not authentic");

        void AssertRefused(byte[] changed, int chunks, string says) =>
            NodeFile2.AssertRefused(says, plaintext[..(16384 * chunks)], "decrypt", "GS", secret, folder.Add("encrypted", changed));
    }

    [Fact]
    public void Decrypt_KeyFilesWithAnythingWrong_AreRefused()
    {
        RequireNode();
        using TestFolder folder = new();
        string secret = NodeFile2.AddSecret(folder, "KF");
        byte[] keyFile = File.ReadAllBytes(folder["secret"]);
        folder.Add("encrypted", NodeFile2.AssertSucceeded("encrypt", "AZ", secret, folder.Add("plaintext", [1, 2, 3])));
        AssertRefused(keyFile[..51], "a key file has 52 bytes; this one has 51");
        AssertRefused([.. keyFile, 0], "a key file has 52 bytes; this one has 53");
        AssertRefused(Changed(9), "the key file has an unknown version");
        AssertRefused(Changed(11), "the key file has another purpose");
        AssertRefused(Changed(12), "the checksum of the key file is wrong");
        AssertRefused(Changed(51), "the checksum of the key file is wrong");
        AssertRefused(NodeFile2.MakeKeyFile(new byte[32]), OtherCommitment);

        // With another first byte, the file is a raw key.
        AssertRefused(Changed(0), "its secret comes from KF, and not from RK");
        AssertRefused(keyFile[..15].Select(b => (byte)~b).ToArray(), "a raw key file has 16 to 1,024 bytes; this one has 15");
        AssertRefused(new byte[1025], "a raw key file has 16 to 1,024 bytes; this one has 1025");

        byte[] Changed(int at) => [.. keyFile[..at], (byte)(keyFile[at] ^ 1), .. keyFile[(at + 1)..]];

        void AssertRefused(byte[] content, string says)
        {
            folder.Add("secret", content);
            NodeFile2.AssertRefused(says, _nothing, "decrypt", "AZ", secret, folder["encrypted"]);
        }
    }

    /// <summary>The script rejects these before it computes Argon2id, so Node.js need not have Argon2id.</summary>
    [Fact]
    public void Decrypt_ParametersOutOfBounds_AreRefused()
    {
        RequireNode();
        using TestFolder folder = new();
        string secret = NodeFile2.AddSecret(folder, "PW");
        foreach ((uint memory, uint passes, uint lanes, string says) in ((uint, uint, uint, string)[])
            [
                (31, 1, 4, "Argon2id takes 8 KiB of memory for each lane to 1,048,576 KiB here"),
                (1048577, 1, 1, "Argon2id takes 8 KiB of memory for each lane to 1,048,576 KiB here"),
                (uint.MaxValue, 1, 1, "Argon2id takes 8 KiB of memory for each lane to 1,048,576 KiB here"),
                (65536, 0, 4, "Argon2id takes 1 to 16 passes here"),
                (65536, 17, 4, "Argon2id takes 1 to 16 passes here"),
                (65536, 3, 0, "Argon2id takes 1 to 16 lanes here"),
                (65536, 3, 17, "Argon2id takes 1 to 16 lanes here"),
            ])
        {
            byte[] file = [.. "AESMODES"u8, 0, 2, .. "GSPW"u8, .. new byte[28 + 24 + 32 + 16]];
            BinaryPrimitives.WriteUInt32BigEndian(file.AsSpan(30), memory);
            BinaryPrimitives.WriteUInt32BigEndian(file.AsSpan(34), passes);
            BinaryPrimitives.WriteUInt32BigEndian(file.AsSpan(38), lanes);
            NodeFile2.AssertRefused(says, _nothing, "decrypt", "GS", secret, folder.Add("encrypted", file));
            NodeFile2.AssertRefused(says, _nothing, "encrypt", "GS", secret, folder["encrypted"], string.Create(CultureInfo.InvariantCulture, $"{memory},{passes},{lanes}"));
        }
    }

    [Fact]
    public void Decrypt_AnotherPassphrase_IsRefused()
    {
        RequireNode();
        using TestFolder folder = new();
        string secret = NodeFile2.AddSecret(folder, "PW");
        folder.Add("encrypted", NodeFile2.AssertSucceeded("encrypt", "GS", secret, folder.Add("plaintext", [1, 2, 3]), "8,1,1"));
        foreach (byte[] lineEnd in (byte[][])[[], [.. "\r\n"u8]])
        {
            folder.Add("secret", [.. NodeFile2.PassphraseBytes, .. lineEnd]);
            Assert.Equal([1, 2, 3], NodeFile2.AssertSucceeded("decrypt", "GS", secret, folder["encrypted"]));
        }

        folder.Add("secret", [.. NodeFile2.PassphraseBytes, (byte)' ']);
        NodeFile2.AssertRefused(OtherCommitmentOfChunks, _nothing, "decrypt", "GS", secret, folder["encrypted"]);
        folder.Add("secret", [(byte)'\n']);
        NodeFile2.AssertRefused("a passphrase has 1 to 1,024 bytes", _nothing, "decrypt", "GS", secret, folder["encrypted"]);
        folder.Add("secret", [0xC3, 0x28]);
        NodeFile2.AssertRefused("the passphrase is not UTF-8", _nothing, "decrypt", "GS", secret, folder["encrypted"]);
    }

    private static void RequireNode()
    {
        Assert.SkipWhen(Effort.SwitchedOff is not null, "nothing of the library runs here");
        ForeignCommand.Require("node", "--version");
    }
}
