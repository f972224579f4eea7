using System.Security.Cryptography;
using AesModes;
using AesModes.Tests.Tool;

namespace Examples;

/// <summary>What docs/recipes.md shows and says.</summary>
public sealed class RecipeTests
{
    private static readonly DateTimeOffset _noon = new(2030, 1, 1, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void TokenProtector_UnprotectAnythingButTheToken_IsNull()
    {
        Clock clock = new();
        using TokenProtector protector = new(RandomNumberGenerator.GetBytes(32), clock);
        byte[] payload = "user 7"u8.ToArray();

        string token = protector.Protect("e-mail confirmation", payload, _noon + TimeSpan.FromHours(1));
        Assert.Equal(payload, protector.Unprotect("e-mail confirmation", token));
        Assert.Equal(token, Uri.EscapeDataString(token));
        Assert.NotEqual(token, protector.Protect("e-mail confirmation", payload, _noon + TimeSpan.FromHours(1)));

        Assert.Null(protector.Unprotect("password reset", token));
        Assert.Null(protector.Unprotect("e-mail confirmation", (token[0] == 'A' ? "B" : "A") + token[1..]));
        Assert.Null(protector.Unprotect("e-mail confirmation", token[..^2]));
        Assert.Null(protector.Unprotect("e-mail confirmation", "no token!"));
        Assert.Null(protector.Unprotect("e-mail confirmation", ""));

        // Other spellings of the same bytes.
        Assert.Null(protector.Unprotect("e-mail confirmation", token + "\n"));
        Assert.Null(protector.Unprotect("e-mail confirmation", " " + token));
        Assert.Null(protector.Unprotect("e-mail confirmation", token + new string('=', 4 - (token.Length % 4))));

        clock.Now += TimeSpan.FromMinutes(59);
        Assert.Equal(payload, protector.Unprotect("e-mail confirmation", token));
        clock.Now += TimeSpan.FromMinutes(1);
        Assert.Null(protector.Unprotect("e-mail confirmation", token));
    }

    [Theory]
    [InlineData(32, "", null)]
    [InlineData(31, "", "AESMODES_RECIPE_31 must be the Base64 of 32 bytes.")]
    [InlineData(33, "", "AESMODES_RECIPE_33 must be the Base64 of 32 bytes.")]
    [InlineData(30, "!", "AESMODES_RECIPE_30 must be the Base64 of 32 bytes.")]
    [InlineData(-1, "", "AESMODES_RECIPE_-1 is not set.")]
    public void KeyFromEnvironment_Read_IsAKeyOf32BytesOrRefused(int size, string more, string? message)
    {
        string variable = FormattableString.Invariant($"AESMODES_RECIPE_{size}");
        byte[] key = RandomNumberGenerator.GetBytes(Math.Max(size, 0));
        Environment.SetEnvironmentVariable(variable, size < 0 ? null : Convert.ToBase64String(key) + more);
        if (message is null)
        {
            Assert.Equal(key, KeyFromEnvironment.Read(variable));
        }
        else
        {
            Assert.Equal(message, Assert.Throws<InvalidOperationException>(() => KeyFromEnvironment.Read(variable)).Message);
        }
    }

    [Fact]
    public void EncryptedColumn_DecryptInAnotherPlace_IsRefused()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using EncryptedColumn ibans = new(key, "people.iban");
        using EncryptedColumn names = new(key, "people.name");

        const string Iban = "DE89 3704 0044 0532 0130 00";
        byte[] stored = ibans.Encrypt(Iban, "7");
        Assert.Equal(Iban, ibans.Decrypt(stored, "7"));
        Assert.Equal(27 + 28, stored.Length);
        Assert.NotEqual(stored, ibans.Encrypt(Iban, "7"));
        Assert.Throws<AuthenticationTagMismatchException>(() => ibans.Decrypt(stored, "8"));
        Assert.Throws<AuthenticationTagMismatchException>(() => ibans.Decrypt(stored));
        Assert.Throws<AuthenticationTagMismatchException>(() => names.Decrypt(stored, "7"));

        using EncryptedColumn parent = new(key, "a");
        using EncryptedColumn child = new(key, "a/b");
        Assert.Throws<AuthenticationTagMismatchException>(() => child.Decrypt(parent.Encrypt(Iban, "b/c"), "c"));
        Assert.Equal(Iban, child.Decrypt(child.Encrypt(Iban)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(300_000)]
    public void SealedFile_OpenAfterSeal_GivesTheFileBack(int size)
    {
        byte[] content = RandomNumberGenerator.GetBytes(size);
        using AesGcmSiv siv = new(RandomNumberGenerator.GetBytes(32));
        using TestFolder folder = new();
        SealedFile.Seal(siv, folder.Add("photo.jpg", content), folder["photo.sealed"]);
        SealedFile.Open(siv, folder["photo.sealed"], folder["again.jpg"]);
        Assert.Equal(content, File.ReadAllBytes(folder["again.jpg"]));

        byte[] changed = File.ReadAllBytes(folder["photo.sealed"]);
        Assert.Equal(size + 28, changed.Length);
        changed[^1] ^= 1;
        Assert.Throws<AuthenticationTagMismatchException>(() => SealedFile.Open(siv, folder.Add("changed.sealed", changed), folder["changed.jpg"]));
        Assert.Empty(File.ReadAllBytes(folder["changed.jpg"]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(16_384)]
    [InlineData(100_000)]
    public async Task EncryptedUpload_ReceiveAfterSend_GivesThePlaintextBack(int size)
    {
        byte[] plaintext = RandomNumberGenerator.GetBytes(size);
        byte[] context = "upload 7"u8.ToArray();
        CancellationToken cancellation = TestContext.Current.CancellationToken;
        using EncryptedUpload upload = new(RandomNumberGenerator.GetBytes(32));
        MemoryStream message = new();
        await upload.SendAsync(new MemoryStream(plaintext), message, context, cancellation);
        MemoryStream received = new();
        await upload.ReceiveAsync(new MemoryStream(message.ToArray()), received, context, cancellation);
        Assert.Equal(plaintext, received.ToArray());
        await Assert.ThrowsAsync<AuthenticationTagMismatchException>(() => upload.ReceiveAsync(new MemoryStream(message.ToArray()[..^1]), new MemoryStream(), context, cancellation));
        await Assert.ThrowsAsync<AuthenticationTagMismatchException>(() => upload.ReceiveAsync(new MemoryStream(message.ToArray()), new MemoryStream(), [], cancellation));
    }

    [Fact]
    public async Task EncryptedUpload_SendOfAStreamThatFails_IsNotReceivedAsWhole()
    {
        CancellationToken cancellation = TestContext.Current.CancellationToken;
        using EncryptedUpload upload = new(RandomNumberGenerator.GetBytes(32));
        MemoryStream message = new();
        await using TestStream plaintext = new(new byte[100_000]) { ReadSize = _ => 10_000, OnRead = read => _ = read == 5 ? throw new TestException() : 0 };
        await Assert.ThrowsAsync<TestException>(() => upload.SendAsync(plaintext, message, [], cancellation));
        MemoryStream received = new();
        await using TestStream download = new(message.ToArray()) { Seekable = false };
        await Assert.ThrowsAsync<AuthenticationTagMismatchException>(() => upload.ReceiveAsync(download, received, [], cancellation));
        Assert.Equal((ChunkedAesGcmSiv.GetCiphertextLength(0) - 16 + (2 * 16_400), 2 * 16_384), (message.Length, received.Length));
    }

    [Fact]
    public void PartialRead_FromTheMiddle_GivesThePlaintextThere()
    {
        byte[] plaintext = RandomNumberGenerator.GetBytes(100_000);
        using ChunkedAesGcmSiv chunked = new(RandomNumberGenerator.GetBytes(32));
        using TestFolder folder = new();
        chunked.EncryptFile(folder.Add("plain", plaintext), folder["encrypted"], cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal(plaintext[50_000..80_000], PartialRead.Read(chunked, folder["encrypted"], 50_000, 30_000));
    }

    [Fact]
    public void EncryptedDisk_ReadAfterWrite_GivesTheSectorBack()
    {
        using MemoryStream disk = new();
        using EncryptedDisk encrypted = new(RandomNumberGenerator.GetBytes(48), disk, 512);
        byte[] content = RandomNumberGenerator.GetBytes(512);
        encrypted.Write(0, content);
        encrypted.Write(1, content);
        encrypted.Write(2, content);
        Assert.Equal(3 * 512, disk.Length);
        Assert.Equal(content, encrypted.Read(1));

        // The same content looks different in each sector, and the same when it is written again.
        byte[] raw = disk.ToArray();
        Assert.NotEqual(raw[..512], raw[512..1024]);
        encrypted.Write(1, content);
        Assert.Equal(raw, disk.ToArray());

        // A changed bit garbles the whole sector, and no other.
        disk.GetBuffer()[600] ^= 1;
        byte[] garbled = encrypted.Read(1);
        Assert.InRange(garbled.Zip(content).Count(p => p.First == p.Second), 0, 20);
        Assert.Equal(content, encrypted.Read(2));

        Assert.Throws<ArgumentException>(() => encrypted.Write(0, content[1..]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1 << 20)]
    [InlineData((3 << 20) + 77)]
    public void ParallelCtr_TransformOfAnyLength_IsOneText(int size)
    {
        using FaceCtr ctr = new(RandomNumberGenerator.GetBytes(32));
        byte[] initialCounter = RandomNumberGenerator.GetBytes(16);
        byte[] text = RandomNumberGenerator.GetBytes(size);
        byte[] whole = new byte[size];
        ctr.Encrypt(initialCounter, text, whole);

        byte[] pieces = new byte[size];
        ParallelCtr.Transform(ctr, initialCounter, text, pieces);
        Assert.Equal(whole, pieces);
        ParallelCtr.Transform(ctr, initialCounter, pieces, pieces);
        Assert.Equal(text, pieces);
    }

    [Fact]
    public async Task StreamEncryption_DecryptAsyncAfterEncryptAsync_GivesTheTextBack()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] text = RandomNumberGenerator.GetBytes(200_001);
        using MemoryStream ciphertext = new();
        await StreamEncryption.EncryptAsync(key, new MemoryStream(text), ciphertext, token);
        Assert.Equal(text.Length + 16, ciphertext.Length);
        Assert.NotEqual(text, ciphertext.ToArray()[16..]);

        using MemoryStream decrypted = new();
        ciphertext.Position = 0;
        await StreamEncryption.DecryptAsync(key, ciphertext, decrypted, token);
        Assert.Equal(text, decrypted.ToArray());
    }

    /// <summary>As the document says: nothing notices a flipped bit.</summary>
    [Fact]
    public async Task StreamEncryption_DecryptAsyncOfAChangedText_ChangesThatBit()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        byte[] key = RandomNumberGenerator.GetBytes(16);
        using MemoryStream ciphertext = new();
        await StreamEncryption.EncryptAsync(key, new MemoryStream("pay 100"u8.ToArray()), ciphertext, token);
        ciphertext.GetBuffer()[16 + 4] ^= '1' ^ '9';

        using MemoryStream decrypted = new();
        ciphertext.Position = 0;
        await StreamEncryption.DecryptAsync(key, ciphertext, decrypted, token);
        Assert.Equal("pay 900"u8.ToArray(), decrypted.ToArray());
    }

    [Fact]
    public void KeyRing_OpenAfterARotation_TakesTheKeyThatSealed()
    {
        Dictionary<int, byte[]> keys = new() { [1] = RandomNumberGenerator.GetBytes(32) };
        byte[] secret = "secret"u8.ToArray();
        byte[] old;
        using (KeyRing before = new(keys, 1))
        {
            old = before.Seal(secret);
            Assert.False(before.IsOld(old));
        }

        keys[2] = RandomNumberGenerator.GetBytes(32);
        using KeyRing ring = new(keys, 2);
        Assert.Equal(secret, ring.Open(old));
        Assert.True(ring.IsOld(old));
        byte[] renewed = ring.Seal(ring.Open(old));
        Assert.False(ring.IsOld(renewed));
        Assert.Equal(secret, ring.Open(renewed));

        // Another key's number, one that there is not, and no number at all.
        Assert.Throws<AuthenticationTagMismatchException>(() => ring.Open([0, 0, 0, 2, .. old[4..]]));
        Assert.Throws<CryptographicException>(() => ring.Open([0, 0, 0, 3, .. old[4..]]));
        Assert.Throws<CryptographicException>(() => ring.Open([0, 0]));
    }

    [Fact]
    public void Keys_ForEachUse_IsAnotherKey()
    {
        byte[] master = RandomNumberGenerator.GetBytes(32);
        Assert.Equal(32, Keys.For("tokens", master).Length);
        Assert.Equal(Keys.For("tokens", master), Keys.For("tokens", master));
        Assert.NotEqual(Keys.For("tokens", master), Keys.For("files", master));
        Assert.NotEqual(master, Keys.For("tokens", master));
    }

    [Fact]
    public void Keys_FromPasswordOtherSaltOrPassword_IsAnotherKey()
    {
        byte[] salt = RandomNumberGenerator.GetBytes(16);
        byte[] key = Keys.FromPassword("correct horse", salt, 1000);
        Assert.Equal(32, key.Length);
        Assert.Equal(key, Keys.FromPassword("correct horse", salt, 1000));
        Assert.NotEqual(key, Keys.FromPassword("correct house", salt, 1000));
        Assert.NotEqual(key, Keys.FromPassword("correct horse", RandomNumberGenerator.GetBytes(16), 1000));
    }

    private sealed class Clock : TimeProvider
    {
        public DateTimeOffset Now { get; set; } = _noon;

        public override DateTimeOffset GetUtcNow() => Now;
    }
}
