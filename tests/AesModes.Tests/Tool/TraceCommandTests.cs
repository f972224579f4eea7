using System.Text.Json;

namespace AesModes.Tests.Tool;

/// <summary>Tests the output of the verb trace in its own process.</summary>
public class TraceCommandTests
{
    /// <summary>The JSON names, which programs depend on.</summary>
    private static readonly string[] _names =
    [
        "key", "nonce", "associatedData", "plaintext", "recordAuthenticationKey", "recordEncryptionKey", "paddedAssociatedData", "paddedPlaintext",
        "lengthBlock", "polyval", "polyvalXorNonce", "polyvalXorNonceMasked", "tag", "roundKeys", "counterBlocks", "ciphertext", "decrypted", "matched",
    ];

    [Theory]
    [InlineData(128, 17, 40)]
    [InlineData(256, 0, 0)]
    public void Json_HasEveryValueUnderItsName(int keySize, int associatedDataSize, int messageSize)
    {
        JsonElement trace = RunJson($"{associatedDataSize}", $"{messageSize}", "--key-size", $"{keySize}");
        Assert.Equal(_names, trace.EnumerateObject().Select(property => property.Name));

        string expected = ReferenceTrace.ToJson(ReferenceTrace.Make(keySize / 8, associatedDataSize, messageSize));
        Assert.Equal(expected, JsonSerializer.Serialize(trace));
    }

    /// <summary>Each line contains the name, the block number and the block.</summary>
    [Fact]
    public void Text_HasABlockALine_AndTheSameOnEveryBackend()
    {
        string text = ToolProcess.Run("trace", "1", "20").AssertSucceeded().Output;
        string[] lines = [.. text.Split('\n', StringSplitOptions.TrimEntries).Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries)))];
        Assert.Contains("key 0 01000000000000000000000000000000", lines);
        Assert.Contains("associated data 0 01", lines);
        Assert.Contains("plaintext 0 02000000000000000000000000000000", lines);
        Assert.Contains("1 03000000", lines);
        Assert.Contains("length block 0 0800000000000000a000000000000000", lines);
        Assert.Contains("record authentication key 0 d9b360279694941ac5dbc6987ada7377", lines);
        Assert.Contains(lines, line => line.StartsWith("10 ", StringComparison.Ordinal));
        Assert.Contains("matched yes", lines);

        Assert.Equal(text, ToolProcess.Run("trace", "1", "20", "--backend", "software").AssertSucceeded().Output);
    }

    [Fact]
    public void AnEmptyValue_IsShownAsNone() => Assert.Contains("(none)", ToolProcess.Run("trace", "0", "0").AssertSucceeded().Output, StringComparison.Ordinal);

    [Fact]
    public void TheLongestSample_IsTaken()
    {
        JsonElement trace = RunJson("1048576", "1048576");
        Assert.Equal(65536, trace.GetProperty("counterBlocks").GetArrayLength());
        Assert.True(trace.GetProperty("matched").GetBoolean());
    }

    private static JsonElement RunJson(params string[] arguments)
    {
        using JsonDocument document = JsonDocument.Parse(ToolProcess.Run(["trace", .. arguments, "--json"]).AssertSucceeded().Output);
        return document.RootElement.Clone();
    }
}
