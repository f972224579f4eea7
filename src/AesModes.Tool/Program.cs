using AesModes.Tool.Cbc;
using AesModes.Tool.Demo;
using AesModes.Tool.Files;
using AesModes.Tool.SelfTest;
using AesModes.Tool.Speed;
using AesModes.Tool.Trace;
using AesModes.Tool.Vectors;

RootCommand root = new("Encrypts files with AES-GCM-SIV, AEZ or AES-CTR, measures these modes and runs test vectors.")
{
    FileCommands.CreateKey(),
    FileCommands.CreateEncrypt(),
    FileCommands.CreateDecrypt(),
    DemoCommand.Create(),
    SpeedCommand.Create(),
    SelfTestCommand.Create(),
    VectorsCommand.Create(),
    TraceCommand.Create(),
    CbcCommand.Create(),
};
return await CommandLine.RunAsync(root, args);
