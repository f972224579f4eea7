using Microsoft.Playwright;

namespace AesModes.BrowserDriver;

/// <summary>A headless Chromium of the system. Playwright's driver is in its package; nothing is downloaded.</summary>
internal sealed class Chromium(IPlaywright playwright, IBrowser browser) : IAsyncDisposable
{
    private static readonly string[] _flags =
    [
        "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ];

    public string Version => browser.Version;

    public static async Task<Chromium> StartAsync(string path)
    {
        IPlaywright playwright = await Playwright.CreateAsync();

        // Playwright makes an empty profile for each start and deletes it afterwards.
        return new Chromium(
            playwright, await playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions { ExecutablePath = path, Headless = true, Args = _flags }));
    }

    public Task<IPage> OpenAsync() => browser.NewPageAsync();

    /// <summary>Loads tests/AesModes.InBrowser with arguments, waits for its exit code and returns what it printed.</summary>
    public async Task<(int ExitCode, IReadOnlyList<string> Output, IReadOnlyList<string> Errors)> RunAsync(Uri address, params string[] arguments)
    {
        List<string> output = [];
        List<string> errors = [];
        IPage page = await OpenAsync();
        page.Console += (_, message) => (message.Type is "error" ? errors : output).Add(message.Text);
        page.PageError += (_, error) => errors.Add(error);
        page.Crash += (_, _) => errors.Add("The page crashed.");
        try
        {
            await page.GotoAsync(new Uri(address, "?" + string.Join('&', arguments.Select(a => $"arg={Uri.EscapeDataString(a)}"))).ToString());
            await page.WaitForFunctionAsync(
                "globalThis.exitCode !== undefined", null, new PageWaitForFunctionOptions { Timeout = 300_000, PollingInterval = 100 });
            return (await page.EvaluateAsync<int>("globalThis.exitCode"), output, errors);
        }
        finally
        {
            await page.CloseAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await browser.DisposeAsync();
        playwright.Dispose();
    }
}
