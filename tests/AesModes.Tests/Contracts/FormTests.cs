using System.Reflection;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>The driver of the contract tests has every public method, and its arguments are all right.</summary>
[Fast]
public sealed class FormTests
{
    [Fact]
    public void All_AgainstThePublicMethods_HasEachOne() => Assert.All(typeof(AesGcmSiv).Assembly.GetExportedTypes(), type =>
    {
        int methods = type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Count(m => !m.IsSpecialName && m.Name != nameof(IDisposable.Dispose));
        Assert.Equal(methods, Form.All.Count(f => f.Type == type));
    });

    /// <summary>What PublicAPI.Shipped.txt does not say of a type.</summary>
    [Fact]
    public void PublicTypes_AreSealedAndDisposable() => Assert.All(typeof(AesGcmSiv).Assembly.GetExportedTypes(), type =>
    {
        Assert.True(type is { IsClass: true, IsSealed: true, IsAbstract: false } && type.BaseType == typeof(object), type.Name);
        Assert.Equal([typeof(IDisposable)], type.GetInterfaces());
    });

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Call_WithRightArguments_GivesTheRightResult(string name)
    {
        Form form = Form.Get(name);
        foreach (int size in (int[])[0, 1, 20, 100])
        {
            using IDisposable instance = form.Create(size);
            Arguments arguments = form.CreateArguments(size);
            Assert.True(form.Call(instance, arguments));
            form.ExpectResult(instance, arguments, form.CreateSample(size));
        }
    }
}
