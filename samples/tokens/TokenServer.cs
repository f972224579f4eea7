using System.Security.Cryptography;

namespace AesModes.Samples.Tokens;

/// <param name="User">Null if the request lacks it.</param>
internal sealed record TokenRequest(string? User);

internal sealed record TokenResponse(string Token);

internal static class TokenServer
{
    public const string Session = "session";
    private const int LongestName = 100;
    private const string Scheme = "Bearer ";

    public static WebApplication Build(string[] args, TimeProvider clock, Action<WebApplicationBuilder>? configure = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
        configure?.Invoke(builder);
        // The container makes it, disposes it, and with it erases the key.
        builder.Services.AddSingleton(services => CreateProtector(services.GetRequiredService<IConfiguration>(), clock));

        WebApplication app = builder.Build();
        // Made now and not at the first request: without a key the server does not start.
        app.Services.GetRequiredService<TokenProtector>();
        // A real application asks for a password first. This one gives everybody a token.
        app.MapPost("/tokens", (TokenRequest request, TokenProtector tokens) =>
            request.User is { Length: > 0 and <= LongestName }
                ? Results.Ok(new TokenResponse(tokens.Protect(Session, request.User, TimeSpan.FromHours(1))))
                : Results.BadRequest());
        app.MapGet("/me", (HttpContext context, TokenProtector tokens) =>
        {
            string header = context.Request.Headers.Authorization.ToString();
            if (header.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) && tokens.TryUnprotect(Session, header[Scheme.Length..], out string? user))
            {
                return Results.Text(user);
            }

            // Changed, expired, none at all: one answer, so that nobody learns which.
            context.Response.Headers.WWWAuthenticate = "Bearer";
            return Results.Unauthorized();
        });
        return app;
    }

    private static TokenProtector CreateProtector(IConfiguration configuration, TimeProvider clock)
    {
        byte[] key = ReadKey(configuration);
        try
        {
            return new TokenProtector(key, clock);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }

    /// <summary>The key comes from outside the program: from a file, or from user secrets or the environment.</summary>
    public static byte[] ReadKey(IConfiguration configuration)
    {
        // A file first: only its owner can read it, while the environment ends up in dumps and logs, and a string cannot be erased.
        if (configuration["Tokens:KeyFile"] is { Length: > 0 } path)
        {
            return KeyFile.Read(path);
        }

        byte[] key = new byte[32];
        return Convert.TryFromBase64String(configuration["Tokens:Key"] ?? "", key, out int size) && size == key.Length
            ? key
            // No key made up here: every restart and every second server would refuse the others' tokens.
            : throw new InvalidOperationException("Tokens:KeyFile must name a file of 32 bytes, or Tokens:Key must be 32 bytes in Base64.");
    }
}
