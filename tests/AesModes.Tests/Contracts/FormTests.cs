using System.Reflection;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>The driver of the contract tests has every public method, and its arguments are all right.</summary>
public sealed class FormTests
{
    [Fact]
    public void All_AgainstThePublicMethods_HasEachOne()
    {
        int methods = typeof(AesGcmSiv).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Count(m => m.Name != nameof(AesGcmSiv.Dispose));
        Assert.Equal(methods, Form.All.Count);
    }

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Call_WithRightArguments_GivesTheRightResult(string name)
    {
        Form form = Form.Get(name);
        foreach (int size in (int[])[0, 1, 20, 100])
        {
            Sample sample = new(size);
            using AesGcmSiv siv = sample.Create();
            Arguments arguments = form.CreateArguments(sample);
            form.Call(siv, arguments);

            byte[] expected = form.Source == "plaintext" ? sample.Ciphertext : sample.Plaintext;
            byte[] result = form.IsStreams ? ((MemoryStream)arguments.DestinationStream!).ToArray() : arguments.Destination!;
            if (name == "Seal spans")
            {
                result = siv.Open(result, sample.AssociatedData);
                expected = sample.Plaintext;
            }

            if (form.Destination.Length > 0)
            {
                Expect.Same(expected, result, $"{name}, {size} bytes");
                Expect.Same(sample.Tag, arguments.Tag, $"{name}, {size} bytes: tag");
            }
        }
    }
}
