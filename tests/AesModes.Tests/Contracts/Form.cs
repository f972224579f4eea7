using AesModes.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>A call's arguments. A form uses those it has parameters for.</summary>
internal sealed class Arguments
{
    /// <summary>Counter mode: the initial counter.</summary>
    public byte[]? Nonce { get; set; }

    public byte[]? Source { get; set; }

    public byte[]? Destination { get; set; }

    public byte[]? Tag { get; set; }

    public byte[]? AssociatedData { get; set; }

    public Stream? SourceStream { get; set; }

    public Stream? DestinationStream { get; set; }

    public Arguments Copy() => new()
    {
        Nonce = (byte[]?)Nonce?.Clone(),
        Source = (byte[]?)Source?.Clone(),
        Destination = (byte[]?)Destination?.Clone(),
        Tag = (byte[]?)Tag?.Clone(),
        AssociatedData = (byte[]?)AssociatedData?.Clone(),
    };

    /// <summary>Nothing was written to any of the buffers.</summary>
    public void ExpectSame(Arguments before, string what)
    {
        Expect.Same(before.Nonce, Nonce, $"{what}: nonce");
        Expect.Same(before.Source, Source, $"{what}: source");
        Expect.Same(before.Destination, Destination, $"{what}: destination");
        Expect.Same(before.Tag, Tag, $"{what}: tag");
        Expect.Same(before.AssociatedData, AssociatedData, $"{what}: associated data");
        Assert.True(DestinationStream is not MemoryStream { Length: > 0 }, $"{what}: the destination stream was written.");
        Assert.True(SourceStream is not MemoryStream { Position: > 0 }, $"{what}: the source stream was read.");
    }
}

/// <summary>
/// Every public instance method that takes arguments, called with whatever arguments a test wants: contracts that hold for all are
/// tested on all. <see cref="FormTests"/> counts that none is missing.
/// </summary>
/// <param name="Type">Whose method it is.</param>
/// <param name="Name">The method and what tells its overloads apart.</param>
/// <param name="Source">The source's parameter name.</param>
/// <param name="Destination">The destination's parameter name; empty where the result is returned.</param>
internal abstract record Form(Type Type, string Name, string Source, string Destination)
{
    private static readonly Form[] _all = [.. GcmSivForm.All, .. AezForm.All, .. CtrForm.All];

    public static TheoryData<string> Names => [.. _all.Select(f => f.Name)];

    public static IReadOnlyList<Form> All => _all;

    /// <summary>The parameters that take one size only, whatever the message, and that size.</summary>
    public abstract IReadOnlyDictionary<string, int> FixedSizes { get; }

    public abstract bool HasDestinationBuffer { get; }

    public static Form Get(string name) => _all.Single(f => f.Name == name);

    /// <summary>An instance for a message of so many bytes: on the backend or, without one, as a user makes it.</summary>
    public abstract IDisposable Create(int size, Backend? backend = null);

    /// <summary>Arguments that are all right for it: destinations hold the filler, and what a decryption reads is authentic.</summary>
    public abstract Arguments CreateArguments(int size);

    public abstract void Call(IDisposable instance, Arguments arguments);

    /// <summary>Is the result of a call with such arguments right?</summary>
    public abstract void ExpectResult(IDisposable instance, Arguments arguments, int size);

    /// <summary>Replaces one argument by the parameter's name.</summary>
    public void Set(Arguments arguments, string parameter, byte[]? value)
    {
        switch (parameter)
        {
            case "nonce" or "initialCounter":
                arguments.Nonce = value;
                break;
            case "tag":
                arguments.Tag = value;
                break;
            case "associatedData":
                arguments.AssociatedData = value;
                break;
            case var _ when parameter == Source:
                arguments.Source = value;
                break;
            default:
                Assert.Equal(Destination, parameter);
                arguments.Destination = value;
                break;
        }
    }
}
