using System.Globalization;
using System.Security.Cryptography;
using Microsoft.Playwright;

namespace AesModes.BrowserDriver;

/// <summary>Uses samples/browser as a person would.</summary>
internal static class SampleCheck
{
    private const string Text = "Grüße aus dem Browser, 16 Uhr";
    private const int Overhead = 28;
    private const float Timeout = 60_000;

    public static async Task RunAsync(Chromium chromium, string folder, string? screenshots, Tally tally)
    {
        await using StaticServer server = await StaticServer.StartAsync(folder);
        IPage page = await chromium.OpenAsync();
        List<string> errors = [];
        page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning")
            {
                errors.Add(message.Text);
            }
        };
        page.PageError += (_, error) => errors.Add(error);
        page.SetDefaultTimeout(Timeout);
        await page.GotoAsync(server.Address.ToString());
        await page.Locator("#seal").WaitForAsync();
        await CheckTextAsync(page, tally);
        await CheckFileAsync(page, tally);
        await CheckSpeedAsync(page, tally);
        tally.Check(errors.Count == 0, $"the sample's page logs no error and no warning{string.Concat(errors.Select(error => $"\n  {error}"))}");
        if (screenshots is not null)
        {
            await TakeScreenshotsAsync(page, screenshots);
        }

        await page.CloseAsync();
    }

    private static async Task CheckTextAsync(IPage page, Tally tally)
    {
        ILocator sealedText = page.Locator("#sealed");
        ILocator result = page.Locator("#text-result");
        await page.Locator("#plaintext").FillAsync(Text);
        await page.Locator("#seal").ClickAsync();
        await Assertions.Expect(sealedText).Not.ToHaveValueAsync(string.Empty);
        string first = await sealedText.InputValueAsync();
        byte[] box = Convert.FromBase64String(first);
        tally.Check(box.Length == System.Text.Encoding.UTF8.GetByteCount(Text) + Overhead, "a sealed text is 28 bytes longer than the text");

        await page.Locator("#open").ClickAsync();
        tally.Check(await ShowsAsync(result, $"Opened: {Text}"), "a sealed text opens");

        box[^1] ^= 1;
        await sealedText.FillAsync(Convert.ToBase64String(box));
        await page.Locator("#open").ClickAsync();
        tally.Check(await ShowsAsync(result, "Refused"), "a text with one changed bit is refused");

        await sealedText.FillAsync(first);
        await page.Locator("#open").ClickAsync();
        tally.Check(await ShowsAsync(result, $"Opened: {Text}"), "the text as it was sealed opens again");

        await page.Locator("#seal").ClickAsync();
        await Assertions.Expect(sealedText).Not.ToHaveValueAsync(first);
        tally.Check(await sealedText.InputValueAsync() != first, "a second sealing takes another nonce");

        await page.Locator("#new-key").ClickAsync();
        await page.Locator("#open").ClickAsync();
        tally.Check(await ShowsAsync(result, "Refused"), "a text is refused with another key");
    }

    private static async Task CheckFileAsync(IPage page, Tally tally)
    {
        byte[] content = RandomNumberGenerator.GetBytes(300_001);
        byte[] sealedFile = await ConvertAsync(page, "#file-to-seal", "sample.bin", content, "Sealed: sample.bin");
        tally.Check(sealedFile.Length == content.Length + Overhead, "a sealed file is 28 bytes longer than the file");

        byte[] opened = await ConvertAsync(page, "#file-to-open", "sample.bin.sealed", sealedFile, "Opened: sample.bin.sealed");
        tally.Check(opened.AsSpan().SequenceEqual(content), "a sealed file opens to the same bytes");

        sealedFile[sealedFile.Length / 2] ^= 0x80;
        await page.Locator("#file-to-open").SetInputFilesAsync(Payload("changed.sealed", sealedFile));
        bool refused = await ShowsAsync(page.Locator("#file-result"), "Refused");
        tally.Check(refused && await page.Locator("#download").CountAsync() == 0, "a file with one changed bit is refused, and nothing is offered to save");
    }

    /// <summary>Hands a file over and takes what the page offers to save.</summary>
    private static async Task<byte[]> ConvertAsync(IPage page, string input, string name, byte[] content, string message)
    {
        await page.Locator(input).SetInputFilesAsync(Payload(name, content));
        await ShowsAsync(page.Locator("#file-result"), message);
        string address = await page.Locator("#download").GetAttributeAsync("href") ?? string.Empty;
        return Convert.FromBase64String(address[(address.IndexOf(',', StringComparison.Ordinal) + 1)..]);
    }

    private static FilePayload Payload(string name, byte[] content) => new() { Name = name, MimeType = "application/octet-stream", Buffer = content };

    private static async Task CheckSpeedAsync(IPage page, Tally tally)
    {
        await page.Locator("#measure").ClickAsync();
        await Assertions.Expect(page.Locator("#speed tbody tr")).ToHaveCountAsync(3, new LocatorAssertionsToHaveCountOptions { Timeout = Timeout });
        string[] rows = [.. await page.Locator("#speed tbody tr").AllInnerTextsAsync()];
        foreach (string row in rows)
        {
            Console.WriteLine($"  {row.Replace('\t', ' ').Replace('\n', ' ')}");
        }

        IEnumerable<string> cells = await page.Locator("#speed tbody td").AllInnerTextsAsync();
        tally.Check(
            cells.All(cell => double.Parse(cell, NumberStyles.Number, CultureInfo.InvariantCulture) > 0), "the page measures three modes at two sizes");
        tally.Check(await page.Locator("#backend").InnerTextAsync() == "software", "the page names the software backend");
    }

    private static async Task<bool> ShowsAsync(ILocator locator, string text)
    {
        try
        {
            await Assertions.Expect(locator).ToContainTextAsync(text, new LocatorAssertionsToContainTextOptions { Timeout = 20_000 });
            return true;
        }
        catch (PlaywrightException e)
        {
            Console.WriteLine(e.Message);
            return false;
        }
    }

    private static async Task TakeScreenshotsAsync(IPage page, string folder)
    {
        await page.Locator("#seal").ClickAsync();
        await page.Locator("#open").ClickAsync();
        foreach (ColorScheme scheme in new[] { ColorScheme.Light, ColorScheme.Dark })
        {
            foreach (int width in new[] { 900, 390 })
            {
                await page.SetViewportSizeAsync(width, 800);
                await page.EmulateMediaAsync(new PageEmulateMediaOptions { ColorScheme = scheme });
                string path = Path.Combine(folder, $"sample-{scheme.ToString().ToLowerInvariant()}-{width}.png");
                await page.ScreenshotAsync(new PageScreenshotOptions { Path = path, FullPage = true });
            }
        }
    }
}
