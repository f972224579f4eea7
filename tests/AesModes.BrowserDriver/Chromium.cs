using Microsoft.Playwright;

namespace AesModes.BrowserDriver;

/// <summary>A headless Chromium of the system. Playwright's driver is in its package; nothing is downloaded.</summary>
internal sealed class Chromium : IAsyncDisposable
{
    private static readonly string[] _flags =
    [
        "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ];

    private readonly IPlaywright _playwright;
    private readonly IBrowser _browser;

    private Chromium(IPlaywright playwright, IBrowser browser)
    {
        _playwright = playwright;
        _browser = browser;
    }

    public string Version => _browser.Version;

    public static async Task<Chromium> StartAsync(string path)
    {
        IPlaywright playwright = await Playwright.CreateAsync();

        // Playwright makes an empty profile for each start and deletes it afterwards.
        IBrowser browser = await playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions { ExecutablePath = path, Headless = true, Args = _flags });
        return new Chromium(playwright, browser);
    }

    public Task<IPage> OpenAsync() => _browser.NewPageAsync();

    public async ValueTask DisposeAsync()
    {
        await _browser.DisposeAsync();
        _playwright.Dispose();
    }
}
