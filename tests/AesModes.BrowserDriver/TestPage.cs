using Microsoft.Playwright;

namespace AesModes.BrowserDriver;

/// <summary>Loads tests/AesModes.InBrowser with arguments, waits for its exit code and returns what it printed.</summary>
internal static class TestPage
{
    private const float Timeout = 300_000;

    public static async Task<(int ExitCode, IReadOnlyList<string> Output, IReadOnlyList<string> Errors)> RunAsync(
        Chromium chromium, Uri address, params string[] arguments)
    {
        List<string> output = [];
        List<string> errors = [];
        IPage page = await chromium.OpenAsync();
        page.Console += (_, message) => (message.Type is "error" ? errors : output).Add(message.Text);
        page.PageError += (_, error) => errors.Add(error);
        page.Crash += (_, _) => errors.Add("The page crashed.");
        try
        {
            await page.GotoAsync(new Uri(address, "?" + string.Join('&', arguments.Select(a => $"arg={Uri.EscapeDataString(a)}"))).ToString());
            await page.WaitForFunctionAsync(
                "globalThis.exitCode !== undefined", null, new PageWaitForFunctionOptions { Timeout = Timeout, PollingInterval = 100 });
            return (await page.EvaluateAsync<int>("globalThis.exitCode"), output, errors);
        }
        finally
        {
            await page.CloseAsync();
        }
    }
}
