using System.Security.Cryptography;
using System.Text;
using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Examples;

/// <summary>README.md's example, compiled and run; and the README has exactly this code.</summary>
public sealed class ReadmeTests
{
    private const string ThisFile = "tests/AesModes.Tests/Examples/ReadmeTests.cs";

    /// <summary>What the region needs of the top of this file, and the README of the top of its block.</summary>
    private static readonly string[] _usings = ["using System.Security.Cryptography;", "using System.Text;", "using AesModes;"];

    [Fact]
    public void Example_AsCompiledHere_GivesTheMessageBack()
    {
        #region readme
        byte[] key = RandomNumberGenerator.GetBytes(32);
        using var siv = new AesGcmSiv(key);

        byte[] box = siv.Seal(Encoding.UTF8.GetBytes("attack at dawn"), associatedData: "order 66"u8.ToArray());
        byte[] message = siv.Open(box, associatedData: "order 66"u8.ToArray());   // throws if anything was changed

        Console.WriteLine(Encoding.UTF8.GetString(message));
        #endregion

        Assert.Equal("attack at dawn", Encoding.UTF8.GetString(message));
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box));
        box[20] ^= 1;
        Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(box, "order 66"u8.ToArray()));
    }

    [Fact]
    public void Readme_FirstCSharpBlock_IsTheExample()
    {
        string[] source = Repository.Read(ThisFile, "It is this test.").Split('\n');
        string[] region = [.. source.SkipWhile(l => l.Trim() != "#region readme").Skip(1).TakeWhile(l => l.Trim() != "#endregion").Select(l => l.Trim())];
        Assert.NotEmpty(region);

        string whatToDo = $"It must have a ```csharp block of:\n{string.Join('\n', [.. _usings, "", .. region])}\n";
        string[] readme = Repository.Read("README.md", whatToDo).Split('\n');
        string[] block = [.. readme.SkipWhile(l => l.Trim() != "```csharp").Skip(1).TakeWhile(l => l.Trim() != "```").Select(l => l.Trim())];
        Assert.True(block.Length > 0, $"README.md has no C# example. {whatToDo}");

        string[] usings = [.. block.TakeWhile(l => l.StartsWith("using ", StringComparison.Ordinal) && l.EndsWith(';') && !l.Contains('=', StringComparison.Ordinal))];
        Assert.True(_usings.SequenceEqual(usings), $"README.md's example has other usings. {whatToDo}");
        Assert.True(region.SequenceEqual(block.Skip(usings.Length).SkipWhile(l => l.Length == 0)), $"README.md's example is not the code that is tested. {whatToDo}");
    }
}
