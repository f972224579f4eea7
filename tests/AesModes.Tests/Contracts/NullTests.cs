using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>The contract: null is an ArgumentNullException where the parameter is an array or a stream, and an empty span where it is a span.</summary>
[Fast]
public sealed class NullTests
{
    private const int Size = 20;

    public static TheoryData<string, string> ArrayParameters
    {
        get
        {
            TheoryData<string, string> rows = [];
            foreach (GcmSivForm form in GcmSivForm.All.Where(f => f.IsArrays))
            {
                rows.Add(form.Name, form.Source);
                foreach (string parameter in form.HasNonceAndTag ? (string[])["nonce", "tag", form.Destination] : [])
                {
                    rows.Add(form.Name, parameter);
                }
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(ArrayParameters))]
    public void Call_NullArray_IsRefusedAndNothingWritten(string name, string parameter)
    {
        GcmSivForm form = GcmSivForm.Get(name);
        GcmSivSample sample = new(Size);
        using AesGcmSiv siv = sample.Create();
        Arguments arguments = form.CreateArguments(sample);
        form.Set(arguments, parameter, null);
        Arguments before = arguments.Copy();
        Expect.Refused<ArgumentNullException>(name, parameter, () => form.Call(siv, arguments));
        arguments.ExpectSame(before, name);
    }

    [Theory]
    [InlineData("Encrypt streams", true)]
    [InlineData("Encrypt streams", false)]
    [InlineData("Decrypt streams", true)]
    [InlineData("Decrypt streams", false)]
    public void Call_NullStream_IsRefusedAndNothingWritten(string name, bool source)
    {
        GcmSivForm form = GcmSivForm.Get(name);
        GcmSivSample sample = new(Size);
        using AesGcmSiv siv = sample.Create();
        Arguments arguments = form.CreateArguments(sample);
        if (source)
        {
            arguments.SourceStream = null;
        }
        else
        {
            arguments.DestinationStream = null;
        }

        Arguments before = arguments.Copy();
        Expect.Refused<ArgumentNullException>(name, source ? form.Source : form.Destination, () => form.Call(siv, arguments));
        arguments.ExpectSame(before, name);
    }

    [Theory]
    [MemberData(nameof(GcmSivForm.Names), MemberType = typeof(GcmSivForm))]
    public void Call_NullAssociatedData_IsEmptyAssociatedData(string name)
    {
        GcmSivForm form = GcmSivForm.Get(name);
        GcmSivSample sample = new(Size, associatedDataSize: 0);
        using AesGcmSiv siv = sample.Create();
        Arguments arguments = form.CreateArguments(sample);
        arguments.AssociatedData = null;
        form.Call(siv, arguments);
        Expect.Same(form.HasNonceAndTag ? sample.Tag : arguments.Tag, arguments.Tag, name);
    }

    [Theory]
    [InlineData("Encrypt spans", "nonce", 12)]
    [InlineData("Encrypt spans", "tag", 16)]
    [InlineData("Encrypt spans", "ciphertext", Size)]
    [InlineData("Decrypt spans", "nonce", 12)]
    [InlineData("Decrypt spans", "tag", 16)]
    [InlineData("Decrypt spans", "plaintext", Size)]
    [InlineData("TryDecrypt spans", "nonce", 12)]
    [InlineData("TryDecrypt spans", "tag", 16)]
    [InlineData("TryDecrypt spans", "plaintext", Size)]
    [InlineData("Encrypt streams", "nonce", 12)]
    [InlineData("Encrypt streams", "tag", 16)]
    [InlineData("Decrypt streams", "nonce", 12)]
    [InlineData("Decrypt streams", "tag", 16)]
    public void Call_NullSpan_IsAnEmptySpan(string name, string parameter, int allowed)
    {
        GcmSivForm form = GcmSivForm.Get(name);
        GcmSivSample sample = new(Size);
        using AesGcmSiv siv = sample.Create();
        Arguments arguments = form.CreateArguments(sample);
        form.Set(arguments, parameter, null);
        Arguments before = arguments.Copy();
        Expect.Refused<ArgumentException>(name, parameter, () => form.Call(siv, arguments), 0, allowed);
        arguments.ExpectSame(before, name);
    }

    [Fact]
    public void Encrypt_DefaultSpansForAnEmptyMessage_Works()
    {
        GcmSivSample sample = new(0, associatedDataSize: 0);
        using AesGcmSiv siv = sample.Create();
        byte[] tag = new byte[16];
        siv.Encrypt(sample.Nonce, ReadOnlySpan<byte>.Empty, default, tag);
        Expect.Same(sample.Tag, tag, "tag");
        Assert.True(siv.TryDecrypt(sample.Nonce, default, tag, default));
    }

    [Fact]
    public void Constructor_Null_IsRefused()
    {
        foreach (Form form in Form.SpanFormsByClass.Select(f => f[0]))
        {
            int[] sizes = form is AezForm ? [1] : [.. form.KeySizes];
            Expect.Refused<ArgumentNullException>($"{form.Type}, array", "key", () => form.Create((byte[])null!).Dispose());
            Expect.Refused<ArgumentException>($"{form.Type}, span", "key", () => form.Create((ReadOnlySpan<byte>)null).Dispose(), [0, .. sizes]);
        }

        Expect.Refused<ArgumentNullException>("Aez, array and tag size", "key", () => new Aez((byte[])null!, -1).Dispose());
        Expect.Refused<ArgumentException>("Aez, empty array and tag size", "key", () => new Aez(Array.Empty<byte>(), 32).Dispose(), 0, 1);
    }
}
