using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.FileProviders;

namespace AesModes.BrowserDriver;

/// <summary>Serves a folder on the loopback interface, on a port that the system chooses.</summary>
internal sealed class StaticServer(WebApplication application) : IAsyncDisposable
{
    public Uri Address => new(application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    public static async Task<StaticServer> StartAsync(string folder)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        WebApplication application = builder.Build();
        application.UseFileServer(new FileServerOptions
        {
            FileProvider = new PhysicalFileProvider(Path.GetFullPath(folder)),
            StaticFileOptions =
            {
                ServeUnknownFileTypes = true,

                // An isolated page has a clock of 5 microseconds, another one of 100.
                OnPrepareResponse = context =>
                {
                    context.Context.Response.Headers["Cross-Origin-Opener-Policy"] = "same-origin";
                    context.Context.Response.Headers["Cross-Origin-Embedder-Policy"] = "require-corp";
                },
            },
        });
        await application.StartAsync();
        return new StaticServer(application);
    }

    public async ValueTask DisposeAsync()
    {
        await application.StopAsync();
        await application.DisposeAsync();
    }
}
