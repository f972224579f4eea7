using System.Buffers.Text;
using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;

namespace AesModes.Samples.Tokens;

/// <summary>Starts the server on a free port and is its client.</summary>
internal static class SelfCheck
{
    public static async Task<int> RunAsync()
    {
        Report report = new();
        MovedClock clock = new();
        await using WebApplication app = Build(clock);
        await app.StartAsync();
        using HttpClient client = new() { BaseAddress = new Uri(app.Urls.Single()) };

        HttpResponseMessage issued = await client.PostAsJsonAsync(new Uri("/tokens", UriKind.Relative), new TokenRequest("ada"));
        string token = (await issued.Content.ReadFromJsonAsync<TokenResponse>())!.Token;
        byte[] bytes = Base64Url.DecodeFromChars(token);
        Console.WriteLine($"a token for ada: {token.Length} characters, {bytes.Length} bytes");
        report.Expect(await GetAsync(client, token) is (HttpStatusCode.OK, "ada"), "read back: 200, ada");

        int refused = 0;
        for (int i = 0; i < bytes.Length; i++)
        {
            byte[] changed = [.. bytes];
            changed[i] ^= 1;
            refused += await IsRefusedAsync(client, Base64Url.EncodeToString(changed)) ? 1 : 0;
        }

        report.Expect(refused == bytes.Length, $"one bit changed, in each of the {bytes.Length} bytes: 401");
        report.Expect(await IsRefusedAsync(client, Base64Url.EncodeToString(bytes.AsSpan(0, bytes.Length - 1))), "one byte less: 401");
        report.Expect(await IsRefusedAsync(client, "no-token!"), "not Base64: 401");
        report.Expect(await IsRefusedAsync(client, null), "no token: 401");

        TokenProtector protector = app.Services.GetRequiredService<TokenProtector>();
        report.Expect(await IsRefusedAsync(client, protector.Protect("password reset", "ada", TimeSpan.FromHours(1))), "a token of another purpose: 401");
        using TokenProtector other = new(RandomNumberGenerator.GetBytes(32), clock);
        report.Expect(await IsRefusedAsync(client, other.Protect(TokenServer.Session, "ada", TimeSpan.FromHours(1))), "a token under another key: 401");
        clock.Ahead = TimeSpan.FromMinutes(59);
        report.Expect(await GetAsync(client, token) is (HttpStatusCode.OK, "ada"), "after 59 minutes: 200, ada");
        clock.Ahead = TimeSpan.FromMinutes(61);
        report.Expect(await IsRefusedAsync(client, token), "after 61 minutes: 401");

        report.ExpectThrows<InvalidOperationException>(() => TokenServer.ReadKey(new ConfigurationManager()), "without a key the server does not start");
        await app.StopAsync();
        return report.ExitCode;
    }

    private static WebApplication Build(TimeProvider clock) => TokenServer.Build([], clock, builder =>
    {
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        // A random key: what is added last counts, so no configured key is used.
        builder.Configuration.AddInMemoryCollection([
            new("Tokens:KeyFile", ""),
            new("Tokens:Key", Convert.ToBase64String(RandomNumberGenerator.GetBytes(32))),
        ]);
    });

    private static async Task<bool> IsRefusedAsync(HttpClient client, string? token) => await GetAsync(client, token) is (HttpStatusCode.Unauthorized, "");

    private static async Task<(HttpStatusCode Status, string Text)> GetAsync(HttpClient client, string? token)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, new Uri("/me", UriKind.Relative));
        request.Headers.Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token);
        using HttpResponseMessage response = await client.SendAsync(request);
        return (response.StatusCode, await response.Content.ReadAsStringAsync());
    }

    private sealed class MovedClock : TimeProvider
    {
        public TimeSpan Ahead { get; set; }

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Ahead;
    }
}
