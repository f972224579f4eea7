using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>The contract: a wrong size is an ArgumentException with the parameter's name, the size given and those allowed; nothing is written.</summary>
[Fast]
public sealed class SizeTests
{
    private const int Size = 20;
    private const int Big = 4096;

    public static TheoryData<string, string, int> WrongSizes
    {
        get
        {
            TheoryData<string, string, int> rows = [];
            foreach (Form form in Form.All)
            {
                foreach ((string parameter, int size) in form.FixedSizes)
                {
                    AddAround(rows, form, parameter, size);
                }

                if (form.HasDestinationBuffer)
                {
                    AddAround(rows, form, form.Destination, form.CreateArguments(Size).Destination!.Length);
                }
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(WrongSizes))]
    public void Call_WrongSize_IsRefusedAndNothingWritten(string name, string parameter, int given)
    {
        Form form = Form.Get(name);
        using IDisposable instance = form.Create(Size);
        Arguments arguments = form.CreateArguments(Size);
        int allowed = form.FixedSizes.TryGetValue(parameter, out int size) ? size : arguments.Destination!.Length;
        form.Set(arguments, parameter, Sample.Filled(given));
        Arguments before = arguments.Copy();
        string what = $"{name}, {parameter} of {given}";
        Expect.Refused<ArgumentException>(what, parameter, () => form.Call(instance, arguments), given, allowed);
        arguments.ExpectSame(before, what);
    }

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Call_EmptyMessageAndDestinationOfOneByte_IsRefused(string name)
    {
        Form form = Form.Get(name);
        Assert.SkipUnless(form.HasDestinationBuffer, "No destination buffer.");
        using IDisposable instance = form.Create(0);
        Arguments arguments = form.CreateArguments(0);
        int allowed = arguments.Destination!.Length;
        arguments.Destination = Sample.Filled(allowed + 1);
        Arguments before = arguments.Copy();
        Expect.Refused<ArgumentException>(name, form.Destination, () => form.Call(instance, arguments), allowed + 1, allowed);
        arguments.ExpectSame(before, name);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(15)]
    [InlineData(17)]
    [InlineData(24)]
    [InlineData(31)]
    [InlineData(33)]
    [InlineData(48)]
    [InlineData(64)]
    [InlineData(4096)]
    public void Constructor_WrongKeySize_IsRefused(int size)
    {
        byte[] key = new byte[size];
        Expect.Refused<ArgumentException>($"array of {size}", "key", () => new AesGcmSiv(key).Dispose(), size, 16, 32);
        Expect.Refused<ArgumentException>($"span of {size}", "key", () => new AesGcmSiv(key.AsSpan()).Dispose(), size, 16, 32);
    }

    [Fact]
    public void Constructor_WrongKeySize_NamesTheAllowedSizesAndNoOther()
    {
        ArgumentException thrown = Expect.Throws<ArgumentException>("key", () => new AesGcmSiv(new byte[24]).Dispose());
        Assert.StartsWith("The key must have 16 or 32 bytes; 24 were given.", thrown.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(16)]
    [InlineData(32)]
    public void Constructor_ArrayAndSpan_AreTheSameInstance(int size)
    {
        Sample sample = new(50, keySize: size);
        using AesGcmSiv fromSpan = new(sample.Key.AsSpan());
        byte[] ciphertext = new byte[50];
        byte[] tag = new byte[16];
        fromSpan.Encrypt(sample.Nonce, sample.Plaintext, ciphertext, tag, sample.AssociatedData);
        Expect.Same(sample.Ciphertext, ciphertext, "ciphertext");
        Expect.Same(sample.Tag, tag, "tag");
    }

    [Theory]
    [InlineData(16)]
    [InlineData(32)]
    public void Constructor_KeyChangedLater_WorksWithItsCopy(int size)
    {
        Sample sample = new(50, keySize: size);
        byte[] key = (byte[])sample.Key.Clone();
        using AesGcmSiv fromArray = new(key);
        using AesGcmSiv fromSpan = new(key.AsSpan());
        Expect.Same(sample.Key, key, "the key given is left alone");
        Array.Clear(key);
        byte[] plaintext = new byte[50];
        fromArray.Decrypt(sample.Nonce, sample.Ciphertext, sample.Tag, plaintext, sample.AssociatedData);
        fromSpan.Decrypt(sample.Nonce, sample.Ciphertext, sample.Tag, plaintext, sample.AssociatedData);
    }

    [Fact]
    public void ByteSizes_OfKeyNonceAndTag_AreThoseOfTheRfc()
    {
        AssertSizes(AesGcmSiv.KeyByteSizes, 16, 32, 16);
        AssertSizes(AesGcmSiv.NonceByteSizes, 12, 12, 1);
        AssertSizes(AesGcmSiv.TagByteSizes, 16, 16, 1);
    }

    [Fact]
    public void IsSupported_OnLittleEndian_IsTrue() => Assert.Equal(BitConverter.IsLittleEndian, AesGcmSiv.IsSupported);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1000)]
    [InlineData(int.MaxValue - 28)]
    public void GetSealedLength_AndBack_AddsAndTakes28(int size)
    {
        Assert.Equal(size + 28, AesGcmSiv.GetSealedLength(size));
        Assert.Equal(size, AesGcmSiv.GetOpenedLength(size + 28));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue - 27)]
    [InlineData(int.MaxValue)]
    public void GetSealedLength_OutOfRange_IsRefused(int size) =>
        Expect.Refused<ArgumentOutOfRangeException>($"{size}", "plaintextLength", () => AesGcmSiv.GetSealedLength(size));

    [Theory]
    [InlineData(27)]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void GetOpenedLength_Below28_IsRefused(int size) =>
        Expect.Refused<ArgumentOutOfRangeException>($"{size}", "sealedLength", () => AesGcmSiv.GetOpenedLength(size));

    [Fact]
    public void Seal_MessageTooLongForItsResult_IsRefused()
    {
        byte[] plaintext;
        try
        {
            // Never touched, so the system does not have to find the memory.
            plaintext = GC.AllocateUninitializedArray<byte>(Array.MaxLength - 27);
        }
        catch (OutOfMemoryException)
        {
            Assert.Skip("No 2 GiB of address space.");
            return;
        }

        using AesGcmSiv siv = new(new byte[16]);
        Expect.Refused<ArgumentOutOfRangeException>("array", "plaintext", () => siv.Seal(plaintext));
        Expect.Refused<ArgumentException>("span", "destination", () => siv.Seal(plaintext, default, new byte[1]), 1, Array.MaxLength + 1);

        // Longer than an array can be; refused before it is read, as there is one byte of it.
        Expect.Refused<ArgumentOutOfRangeException>(
            "longer span", "plaintext", () => siv.Seal(MemoryMarshal.CreateReadOnlySpan(ref plaintext[0], int.MaxValue - 27), default, new byte[1]));
    }

    private static void AssertSizes(KeySizes sizes, int min, int max, int skip) =>
        Assert.Equal((min, max, skip), (sizes.MinSize, sizes.MaxSize, sizes.SkipSize));

    private static void AddAround(TheoryData<string, string, int> rows, Form form, string parameter, int right)
    {
        rows.Add(form.Name, parameter, 0);
        rows.Add(form.Name, parameter, right - 1);
        rows.Add(form.Name, parameter, right + 1);
        rows.Add(form.Name, parameter, Big);
    }
}
