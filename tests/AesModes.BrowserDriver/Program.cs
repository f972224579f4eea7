// Drives a headless Chromium. For .ci/in-browser and benchmarks/in-browser:
//   check CHROMIUM TEST_PAGE SAMPLE EXPECTED RESULT [SCREENSHOTS]   folders of published pages, the outputs to expect, the file for the counts
//   speed CHROMIUM ROUNDS SIZE,SIZE TEST_PAGE...                    loads the pages in turn, each so often
using System.Globalization;
using AesModes.BrowserDriver;

switch (args)
{
    case ["check", string chromium, string testPage, string sample, string expected, string result, .. string[] screenshots]:
        {
            Tally tally = new();
            try
            {
                await using Chromium browser = await Chromium.StartAsync(chromium);
                Console.WriteLine($"Chromium {browser.Version}");
                await TestPageCheck.RunAsync(browser, testPage, expected, tally);
                await SampleCheck.RunAsync(browser, sample, screenshots.FirstOrDefault(), tally);
            }
            catch (Exception e) when (e is Microsoft.Playwright.PlaywrightException or TimeoutException or IOException or FormatException)
            {
                tally.Check(false, e.Message);
            }

            await tally.WriteAsync(result);
            return tally.Failed == 0 ? 0 : 1;
        }

    case ["speed", string chromium, string rounds, string sizes, .. string[] folders] when folders.Length > 0:
        return await SpeedTable.PrintAsync(chromium, int.Parse(rounds, CultureInfo.InvariantCulture), sizes.Split(','), folders);
    default:
        await Console.Error.WriteLineAsync("Not called as the head of Program.cs says.");
        return 2;
}
