using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract: a message that is not authentic is an AuthenticationTagMismatchException (TryDecrypt: false) and the whole plaintext buffer
/// is cleared, also when it is the ciphertext's memory. That every changed bit is noticed: Limits/TamperTests.
/// </summary>
[Fast]
public sealed class AuthenticationTests
{
    /// <summary>What stands on either side of a destination, to see that nothing is cleared beyond it.</summary>
    private const int Margin = 64;

    private static readonly int[] _sizes = [0, 1, 2, 7, 15, 16, 17, 31, 32, 33, 63, 64, 100, 127, 128, 129, 255, 256, 257, 511, 512, 513, 600, 1031];

    private delegate void DecryptSpans(ReadOnlySpan<byte> source, Span<byte> destination);

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Decrypt_WrongTag_ClearsThePlaintextAndNothingElse(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in _sizes)
        {
            Sample sample = new(size);
            byte[] wrongTag = (byte[])sample.Tag.Clone();
            wrongTag[size % 16] ^= 0x10;
            using AesGcmSiv siv = sample.Create(backend);
            CheckWrongTag(siv, sample, wrongTag, $"{name}, {size} bytes, apart", inPlace: false);
            CheckWrongTag(siv, sample, wrongTag, $"{name}, {size} bytes, in place", inPlace: true);
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void AezDecrypt_ChangedCiphertext_ClearsThePlaintextAndNothingElse(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int tagSize in (int[])[8, 16, 40, 100])
        {
            foreach (int size in _sizes)
            {
                foreach (AezForm form in AezForm.All.Where(f => !f.Encrypts))
                {
                    CheckChanged(form, form.CreateSample(size, tagSize), backend, name);
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void TryDecrypt_RightTag_GivesTheMessage(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in _sizes)
        {
            Sample sample = new(size);
            using AesGcmSiv siv = sample.Create(backend);
            byte[] plaintext = Sample.Filled(size);
            Assert.True(siv.TryDecrypt(sample.Nonce, sample.Ciphertext, sample.Tag, plaintext, sample.AssociatedData), $"{name}, {size} bytes");
            Expect.Same(sample.Plaintext, plaintext, $"{name}, {size} bytes");
        }
    }

    [Fact]
    public void Open_TooShort_IsAMismatchAndClearsThePlaintext()
    {
        using AesGcmSiv siv = new(new byte[16]);
        for (int size = 0; size < Sample.Overhead; size++)
        {
            byte[] box = Sample.Filled(size);
            byte[] plaintext = Sample.Filled(10);
            Expect.Throws<AuthenticationTagMismatchException>($"array of {size}", () => siv.Open(box));
            Expect.Throws<AuthenticationTagMismatchException>($"span of {size}", () => siv.Open(box, default, plaintext));
            Expect.Throws<AuthenticationTagMismatchException>($"span of {size}, no plaintext", () => siv.Open(box, default, []));
            Expect.Cleared(plaintext, $"span of {size}");
        }
    }

    [Fact]
    public void Open_OneBitChangedOtherAssociatedDataOrKey_IsAMismatchAndClearsThePlaintext()
    {
        Sample sample = new(20);
        using AesGcmSiv siv = sample.Create();
        using AesGcmSiv otherKey = new(new byte[32]);
        byte[] box = siv.Seal(sample.Plaintext, sample.AssociatedData);
        for (int bit = 0; bit < box.Length * 8; bit++)
        {
            byte[] changed = (byte[])box.Clone();
            changed[bit / 8] ^= (byte)(1 << (bit % 8));
            ExpectMismatch(siv, changed, sample.AssociatedData, $"bit {bit}");
        }

        ExpectMismatch(siv, box, [], "no associated data");
        ExpectMismatch(siv, box, [.. sample.AssociatedData, 0], "longer associated data");
        ExpectMismatch(siv, box, sample.AssociatedData[..^1], "shorter associated data");
        ExpectMismatch(siv, box[..^1], sample.AssociatedData, "cut by a byte");
        ExpectMismatch(siv, [.. box, 0], sample.AssociatedData, "a byte longer");
        ExpectMismatch(siv, Sample.Filled(28), sample.AssociatedData, "garbage of 28 bytes");
        ExpectMismatch(siv, Sample.Filled(1000), sample.AssociatedData, "garbage of 1000 bytes");
        ExpectMismatch(otherKey, box, sample.AssociatedData, "another key");
        Expect.Same(sample.Plaintext, siv.Open(box, sample.AssociatedData), "the message itself");
    }

    private static void CheckWrongTag(AesGcmSiv siv, Sample sample, byte[] wrongTag, string what, bool inPlace)
    {
        CheckSpans($"{what}, TryDecrypt", sample.Ciphertext, sample.Ciphertext.Length, inPlace, (source, destination) =>
            Assert.False(siv.TryDecrypt(sample.Nonce, source, wrongTag, destination, sample.AssociatedData), what));
        CheckSpans($"{what}, Decrypt", sample.Ciphertext, sample.Ciphertext.Length, inPlace, (source, destination) =>
            ExpectMismatch(siv, sample, source, wrongTag, destination, what));

        byte[] ciphertext = (byte[])sample.Ciphertext.Clone();
        byte[] plaintext = inPlace ? ciphertext : Sample.Filled(ciphertext.Length);
        Expect.Throws<AuthenticationTagMismatchException>(
            what, () => siv.Decrypt(sample.Nonce, ciphertext, wrongTag, plaintext, sample.AssociatedData));
        Expect.Cleared(plaintext, $"{what}, Decrypt arrays");
    }

    /// <param name="what">For a failure.</param>
    /// <param name="ciphertext">The source; where it is longer than the destination, its end stays.</param>
    /// <param name="size">The plaintext's.</param>
    /// <param name="inPlace">Whether the destination begins where the source does.</param>
    /// <param name="decrypt">Makes the call.</param>
    private static void CheckSpans(string what, byte[] ciphertext, int size, bool inPlace, DecryptSpans decrypt)
    {
        byte[] memory = Sample.Filled(Margin + ciphertext.Length + Margin);
        byte[] apart = (byte[])ciphertext.Clone();
        Span<byte> place = memory.AsSpan(Margin, ciphertext.Length);
        if (inPlace)
        {
            ciphertext.CopyTo(place);
        }

        byte[] before = (byte[])memory.Clone();
        decrypt(inPlace ? place : apart, place[..size]);
        Expect.Cleared(place[..size], what);
        Expect.Same(ciphertext, apart, $"{what}: the ciphertext elsewhere is left alone");
        Expect.Same(before.AsSpan(0, Margin), memory.AsSpan(0, Margin), $"{what}: in front");
        Expect.Same(before.AsSpan(Margin + size), memory.AsSpan(Margin + size), $"{what}: behind");
    }

    private static void CheckChanged(AezForm form, AezSample sample, Backend backend, string name)
    {
        using Aez aez = sample.Create(backend);
        byte[] changed = Bytes.Flip(sample.Ciphertext, 8 * sample.Plaintext.Length);
        foreach (bool inPlace in (bool[])[false, true])
        {
            string what = $"{name}, {form.Name}, {sample}, {(inPlace ? "in place" : "apart")}";
            CheckSpans(what, changed, sample.Plaintext.Length, inPlace, (source, destination) =>
                Assert.True(IsRefused(form, aez, sample, source, destination), $"{what}: accepted, or refused in the other way."));
        }
    }

    /// <summary>In the form's own way: by an exception or by false.</summary>
    private static bool IsRefused(AezForm form, Aez aez, AezSample sample, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        try
        {
            return !form.Run(aez, sample.Nonce, source, destination, sample.Strings) && !form.Throws;
        }
        catch (AuthenticationTagMismatchException)
        {
            return form.Throws;
        }
    }

    private static void ExpectMismatch(
        AesGcmSiv siv, Sample sample, ReadOnlySpan<byte> source, byte[] tag, Span<byte> destination, string what)
    {
        try
        {
            siv.Decrypt(sample.Nonce.AsSpan(), source, tag, destination, sample.AssociatedData);
        }
        catch (AuthenticationTagMismatchException)
        {
            return;
        }

        Assert.Fail($"{what}: accepted.");
    }

    private static void ExpectMismatch(AesGcmSiv siv, byte[] box, byte[] associatedData, string what)
    {
        byte[] before = (byte[])box.Clone();
        byte[] plaintext = Sample.Filled(box.Length - Sample.Overhead);
        Expect.Throws<AuthenticationTagMismatchException>($"array, {what}", () => siv.Open(box, associatedData));
        Expect.Throws<AuthenticationTagMismatchException>($"span, {what}", () => siv.Open(box, associatedData, plaintext));
        Expect.Cleared(plaintext, $"span, {what}");
        Expect.Same(before, box, $"{what}: the sealed message is left alone");

        byte[] inPlace = (byte[])box.Clone();
        int size = plaintext.Length;
        Expect.Throws<AuthenticationTagMismatchException>($"in place, {what}", () => siv.Open(inPlace, associatedData, inPlace.AsSpan(0, size)));
        Expect.Cleared(inPlace.AsSpan(0, size), $"in place, {what}");
        Expect.Same(before.AsSpan(size), inPlace.AsSpan(size), $"in place, {what}: behind the plaintext");
    }
}
