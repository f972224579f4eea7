using System.Reflection;

namespace AesModes.Tests.Contracts;

/// <summary>Tests that the forms include every public method and have correct arguments.</summary>
[Fast]
public sealed class FormTests
{
    [Fact]
    public void All_AgainstThePublicMethods_HasEachOne() => Assert.All(Form.ModeClasses, type =>
    {
        int methods = type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Count(m => !m.IsSpecialName && m.Name != nameof(IDisposable.Dispose) && m.Name != nameof(FaceCtr.CreateReadStream)
                && !(type == typeof(Aez) && AezSealTests.Methods.Contains(m.Name)));
        Assert.Equal(methods, Form.All.Count(f => f.Type == type));
    });

    /// <summary>Checks facts about types that PublicAPI.Shipped.txt does not contain.</summary>
    [Fact]
    public void PublicTypes_AreSealedAndDisposable() => Assert.All(Form.PublicTypes, type =>
    {
        Assert.True(type is { IsClass: true, IsSealed: true, IsAbstract: false }, type.Name);
        Assert.True(type.BaseType == typeof(Stream) || (type.BaseType == typeof(object) && type.GetInterfaces() is [Type only] && only == typeof(IDisposable)), type.Name);
    });

    /// <summary>Covers every public class: if a class lacks the property, its description is null here.</summary>
    [Fact]
    public void BackendDescription_OfEveryClass_IsThatOfTheBackendInUse() => Assert.All(Form.ModeClasses, type =>
    {
        object? description = type.GetProperty("BackendDescription", BindingFlags.Public | BindingFlags.Static)?.GetValue(null);
        Assert.Equal(Backend.Require().ToString(), description);
        Assert.Matches(@"^\w+ \(.+\)$", Assert.IsType<string>(description));
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

    /// <summary>Messages of every size, authentic and not. A call must clear the plaintext of a message that is not authentic. Limits/TamperTests tests that every changed bit is detected.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Call_SeparateAndInPlace_GivesResultOrClearsPlaintext(string name)
    {
        Backend backend = TestBackends.Get(name);
        using CheckedCall call = new();
        foreach (Form form in Form.All.Where(f => f is not CtrForm { CreateTransform: not null }))
        {
            foreach (Sample sample in form.Sweep)
            {
                call.Check(form, sample, backend, name);
            }
        }
    }
}
