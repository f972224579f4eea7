using AesModes.Samples;
using AesModes.Samples.Tokens;

switch (args)
{
    case ["key", string path]:
        KeyFile.Create(path);
        return 0;
    case ["--check"]:
        return await SelfCheck.RunAsync();
    default:
        await using (WebApplication app = TokenServer.Build(args, TimeProvider.System))
        {
            await app.RunAsync();
        }

        return 0;
}
