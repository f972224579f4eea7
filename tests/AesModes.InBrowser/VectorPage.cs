using AesModes.Backends;
using AesModes.Tool.Common;
using AesModes.Tool.Vectors;

namespace AesModes.InBrowser;

/// <summary>Runs every file of vectors on every backend that exists in the browser. One line a file, which the driver reads.</summary>
internal static class VectorPage
{
    private const int MostFailuresToPrint = 20;

    /// <param name="folder">The address of the files.</param>
    /// <param name="names">Their names.</param>
    public static async Task<int> RunAsync(string folder, string[] names)
    {
        using HttpClient client = new() { BaseAddress = new Uri(folder) };
        bool held = names.Length > 0;
        foreach (string name in names)
        {
            try
            {
                using MemoryStream stream = new(await client.GetByteArrayAsync(new Uri(name, UriKind.Relative)));
                VectorFile file = VectorFile.Read(name, stream);
                foreach (Backend backend in Backend.All.Where(backend => backend.IsSupported))
                {
                    VectorResult result = VectorResult.Of(file, backend, _ => { });
                    Console.WriteLine($"vectors {name} {result.Passed} {result.Failed} {result.NotRun} {backend}");
                    foreach (VectorFailure failure in result.Failures.Take(MostFailuresToPrint))
                    {
                        await Console.Error.WriteLineAsync(failure.ToString());
                    }

                    held &= result.Failed == 0 && result.Passed > 0;
                }
            }
            catch (Exception e) when (e is CommandFailure or HttpRequestException)
            {
                await Console.Error.WriteLineAsync(e.Message);
                held = false;
            }
        }

        return held ? 0 : 1;
    }
}
