namespace AesModes.Tests.Contracts;

/// <summary>The contract: a null array or stream throws ArgumentNullException; a null array passed as a span is an empty span.</summary>
[Fast]
public sealed class NullTests
{
    private const int Size = 20;

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Call_Null_IsRefusedOrAnEmptySpanAndNothingWritten(string name)
    {
        Form form = Form.Get(name);
        (bool isArrays, bool isStreams) = (form.IsArrays, form.IsStreams);
        using IDisposable instance = form.Create(Size);
        foreach (string parameter in isArrays ? form.NotNull : [.. form.FixedSizes.Keys, form.Source, form.Destination])
        {
            Arguments arguments = form.CreateArguments(Size);
            bool isText = !form.FixedSizes.TryGetValue(parameter, out int allowed);
            allowed = isText ? arguments.Destination!.Length : allowed;
            if (parameter.Length == 0 || (parameter == form.Source && !isArrays && !isStreams))
            {
                // The form has no such parameter, or null means an empty message.
                continue;
            }

            if (isStreams && isText)
            {
                arguments.SourceStream = parameter == form.Source ? null : arguments.SourceStream;
                arguments.DestinationStream = parameter == form.Source ? arguments.DestinationStream : null;
            }
            else
            {
                form.Set(arguments, parameter, null);
            }

            Arguments before = arguments.Copy();
            if (isArrays || (isStreams && isText))
            {
                Expect.Refused<ArgumentNullException>(name, parameter, () => form.Call(instance, arguments));
            }
            else
            {
                Expect.Refused<ArgumentException>(name, parameter, () => form.Call(instance, arguments), 0, allowed);
            }

            arguments.ExpectSame(before, name);
        }
    }

    /// <summary>Null is rejected before a wrong size or position, and the exception names the first null parameter. AesGcmSiv's forms check in another order.</summary>
    [Fact]
    public void Call_NullsAndWrongSizes_NamesTheFirstNull()
    {
        foreach (Form form in Form.All.Where(f => f is not GcmSivForm && f.IsArrays))
        {
            using IDisposable instance = form.Create(Size);
            string[] parameters = [.. form.NotNull];
            for (int first = 0; first < parameters.Length; first++)
            {
                Arguments arguments = form.CreateArguments(Size);
                arguments.Position = -1;
                for (int i = 0; i < parameters.Length; i++)
                {
                    form.Set(arguments, parameters[i], i < first ? Sample.Filled(3) : null);
                }

                Expect.Refused<ArgumentNullException>($"{form.Name}, null from {parameters[first]} on", parameters[first], () => form.Call(instance, arguments));
            }
        }
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

    [Fact]
    public void Call_DefaultSpansForAnEmptyMessage_Works()
    {
        GcmSivSample sample = new(0, associatedDataSize: 0);
        using AesGcmSiv siv = sample.Create();
        byte[] tag = new byte[16];
        siv.Encrypt(sample.Nonce, ReadOnlySpan<byte>.Empty, default, tag);
        Expect.Same(sample.Tag, tag, "tag");
        Assert.True(siv.TryDecrypt(sample.Nonce, default, tag, default));

        using Aez aez = new(new byte[16], 0);
        using Aez tagged = new(new byte[16]);
        aez.Encrypt([], ReadOnlySpan<byte>.Empty, default);
        Assert.True(aez.TryDecrypt(default, ReadOnlySpan<byte>.Empty, default));
        tagged.Encrypt(default, default, tag.AsSpan());
        Assert.True(tagged.TryDecrypt(Array.Empty<byte>(), tag, []));

        using FaceCtr ctr = new(new byte[16]);
        ctr.Encrypt(new byte[16].AsSpan(), default, default);
        ctr.Decrypt(new byte[16], [], [], 17);
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
