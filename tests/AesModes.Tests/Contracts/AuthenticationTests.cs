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

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Decrypt_RightOrChanged_GivesTheMessageOrClearsThePlaintextAndNothingElse(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach ((Form form, Sample sample) in from form in Form.SpanForms where form.Authenticates from sample in form.Sweep select (form, sample))
        {
            using IDisposable instance = sample.Create(backend);
            byte[] source = form.GetSource(sample);
            byte[] plaintext = Sample.Filled(sample.Plaintext.Length);
            string what = $"{name}, {form.Name}, {sample}";
            Assert.True(form.Call(instance, sample, source, plaintext, sample.Tag), what);
            Expect.Same(sample.Plaintext, plaintext, what);

            // Some bit of the tag, or of what has the tag in it.
            bool hasTag = form.FixedSizes.ContainsKey("tag");
            byte[] tag = hasTag ? Bytes.Flip(sample.Tag, 29 * source.Length % 128) : sample.Tag;
            if (sample is not AezSample { TagSize: 0 })
            {
                byte[] changed = hasTag ? source : Bytes.Flip(source, (131 * source.Length) % ((8 * source.Length) - 5));
                ExpectRefused(form, instance, sample, changed, tag, inPlace: false, $"{what}, apart");
                ExpectRefused(form, instance, sample, changed, tag, inPlace: true, $"{what}, in place");
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void DecryptArrays_WrongTag_ClearsThePlaintext(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (GcmSivSample sample in GcmSivForm.Get("Decrypt arrays").Sweep.Cast<GcmSivSample>())
        {
            using AesGcmSiv siv = sample.Create(backend);
            byte[] ciphertext = (byte[])sample.Ciphertext.Clone();
            foreach (byte[] plaintext in (byte[][])[Sample.Filled(ciphertext.Length), ciphertext])
            {
                string what = $"{name}, {sample}, {(plaintext == ciphertext ? "in place" : "apart")}";
                byte[] wrongTag = Bytes.Flip(sample.Tag, ciphertext.Length % 128);
                Expect.Throws<AuthenticationTagMismatchException>(what, () => siv.Decrypt(sample.Nonce, ciphertext, wrongTag, plaintext, sample.AssociatedData));
                Expect.Cleared(plaintext, what);
            }
        }
    }

    [Fact]
    public void Open_TooShort_IsAMismatchAndClearsThePlaintext()
    {
        using AesGcmSiv siv = new(new byte[16]);
        for (int size = 0; size < GcmSivSample.Overhead; size++)
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
        GcmSivSample sample = new(20);
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

    /// <summary>In the form's own way, by an exception or by false. Where the source is longer than the destination, its end stays.</summary>
    private static void ExpectRefused(Form form, IDisposable instance, Sample sample, byte[] source, byte[] tag, bool inPlace, string what)
    {
        int size = sample.Plaintext.Length;
        byte[] memory = Sample.Filled(Margin + source.Length + Margin);
        byte[] apart = (byte[])source.Clone();
        Span<byte> place = memory.AsSpan(Margin, source.Length);
        if (inPlace)
        {
            source.CopyTo(place);
        }

        byte[] after = (byte[])memory.Clone();
        after.AsSpan(Margin, size).Clear();
        bool thrown = false;
        bool accepted = false;
        try
        {
            accepted = form.Call(instance, sample, inPlace ? place : apart, place[..size], tag);
        }
        catch (AuthenticationTagMismatchException)
        {
            thrown = true;
        }

        Assert.True(!accepted && thrown == form.Throws, $"{what}: accepted, or refused in the other way.");
        Expect.Same(after, memory, $"{what}: cleared, and nothing else");
        Expect.Same(source, apart, $"{what}: the ciphertext elsewhere is left alone");
    }

    private static void ExpectMismatch(AesGcmSiv siv, byte[] box, byte[] associatedData, string what)
    {
        byte[] before = (byte[])box.Clone();
        byte[] plaintext = Sample.Filled(box.Length - GcmSivSample.Overhead);
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
