using System.Security.Cryptography;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract: for a message that is not authentic, the call throws AuthenticationTagMismatchException (TryDecrypt returns false) and clears the whole plaintext buffer, even
/// in place. Limits/TamperTests tests that every changed bit is detected.
/// </summary>
[Fast]
public sealed class AuthenticationTests
{
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
