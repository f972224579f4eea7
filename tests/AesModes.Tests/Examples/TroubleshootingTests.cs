using System.Security.Cryptography;
using AesModes;

namespace Examples;

/// <summary>The messages in docs/troubleshooting.md, as the library gives them.</summary>
public sealed class TroubleshootingTests
{
    private static readonly string _page = Repository.Read("docs/troubleshooting.md", "");

    public static TheoryData<string, Type> Calls => new()
    {
        { "key size", typeof(ArgumentException) },
        { "nonce size", typeof(ArgumentException) },
        { "weak key", typeof(ArgumentException) },
        { "stream", typeof(ArgumentException) },
        { "forgery", typeof(AuthenticationTagMismatchException) },
        { "disposed", typeof(ObjectDisposedException) },
    };

    [Theory]
    [MemberData(nameof(Calls))]
    public void Page_AnErrorOfTheLibrary_IsOnIt(string call, Type exception)
    {
        using AesGcmSiv siv = new(new byte[32]);
        Action action = call switch
        {
            "key size" => () => new AesGcmSiv(new byte[24]).Dispose(),
            "nonce size" => () => siv.Encrypt(new byte[16], new byte[1], new byte[1], new byte[16]),
            "weak key" => () => new Aez(new byte[48]).Dispose(),
            "stream" => () => siv.Encrypt(new byte[12], new TestStream([]) { Seekable = false }, new MemoryStream(), new byte[16]),
            "forgery" => () => siv.Open(new byte[28]),
            _ => () =>
            {
                siv.Dispose();
                siv.Seal([]);
            },
        };
        Exception thrown = Assert.Throws(exception, action);
        string message = thrown.Message.Split(" (Parameter")[0];
        Assert.Contains(thrown is ArgumentException ? $"`{message.Split(": ")[0]}" : $"`{exception.Name}`", _page, StringComparison.Ordinal);
    }
}
