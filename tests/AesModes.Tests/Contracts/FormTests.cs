using System.Reflection;

namespace AesModes.Tests.Contracts;

/// <summary>The driver of the contract tests has every public method, and its arguments are all right.</summary>
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

    /// <summary>What PublicAPI.Shipped.txt does not say of a type.</summary>
    [Fact]
    public void PublicTypes_AreSealedAndDisposable() => Assert.All(Form.PublicTypes, type =>
    {
        Assert.True(type is { IsClass: true, IsSealed: true, IsAbstract: false }, type.Name);
        Assert.True(type.BaseType == typeof(Stream) || (type.BaseType == typeof(object) && type.GetInterfaces() is [Type only] && only == typeof(IDisposable)), type.Name);
    });

    /// <summary>Of every public class: a property that a class lacks is null here.</summary>
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

    /// <summary>
    /// Messages of all sizes, those that are not authentic too: their plaintext is cleared, whatever the form says of them. That every changed bit is
    /// noticed: Limits/TamperTests.
    /// </summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Call_ApartAndInPlace_GivesTheResultOrClearsThePlaintextAndNothingElse(string name)
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
