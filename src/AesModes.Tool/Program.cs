using AesModes.Tool.Cbc;
using AesModes.Tool.Demo;
using AesModes.Tool.Files;
using AesModes.Tool.SelfTest;
using AesModes.Tool.Speed;
using AesModes.Tool.Trace;
using AesModes.Tool.Vectors;

RootCommand root = new("Tries, measures and uses AesModes: AES-GCM-SIV, AEZ and AES-CTR with FACE.")
{
    DemoCommand.Create(),
    CbcCommand.Create(),
    TraceCommand.Create(),
    VectorsCommand.Create(),
    SelfTestCommand.Create(),
    SpeedCommand.Create(),
    FileCommands.CreateKey(),
    FileCommands.CreateEncrypt(),
    FileCommands.CreateDecrypt(),
};
return await CommandLine.RunAsync(root, args);
