using System.CommandLine;
using AesModes.Tool.Common;
using AesModes.Tool.Demo;

RootCommand root = new("Tries, measures and uses AesModes: AES-GCM-SIV, AEZ and AES-CTR with FACE.")
{
    DemoCommand.Create(),
};
return await CommandLine.RunAsync(root, args);
