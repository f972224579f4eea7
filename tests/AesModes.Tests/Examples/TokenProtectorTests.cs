using System.Security.Cryptography;
using Xunit;

namespace Examples;

public sealed class TokenProtectorTests
{
    private static readonly DateTimeOffset _noon = new(2030, 1, 1, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Unprotect_AnythingButTheToken_IsNull()
    {
        Clock clock = new();
        using TokenProtector protector = new(RandomNumberGenerator.GetBytes(32), clock);
        byte[] payload = "user 7"u8.ToArray();

        string token = protector.Protect("e-mail confirmation", payload, _noon + TimeSpan.FromHours(1));
        Assert.Equal(payload, protector.Unprotect("e-mail confirmation", token));
        Assert.Equal(token, Uri.EscapeDataString(token));
        Assert.NotEqual(token, protector.Protect("e-mail confirmation", payload, _noon + TimeSpan.FromHours(1)));

        Assert.Null(protector.Unprotect("password reset", token));
        Assert.Null(protector.Unprotect("e-mail confirmation", (token[0] == 'A' ? "B" : "A") + token[1..]));
        Assert.Null(protector.Unprotect("e-mail confirmation", token[..^2]));
        Assert.Null(protector.Unprotect("e-mail confirmation", "no token!"));
        Assert.Null(protector.Unprotect("e-mail confirmation", ""));

        clock.Now += TimeSpan.FromMinutes(59);
        Assert.Equal(payload, protector.Unprotect("e-mail confirmation", token));
        clock.Now += TimeSpan.FromMinutes(1);
        Assert.Null(protector.Unprotect("e-mail confirmation", token));
    }

    private sealed class Clock : TimeProvider
    {
        public DateTimeOffset Now { get; set; } = _noon;

        public override DateTimeOffset GetUtcNow() => Now;
    }
}
