using System.CommandLine;
using AesModes.Tool.Demo;

RootCommand root = new("Shows what AesModes does on this machine, and how fast.") { DemoCommand.Create() };
return root.Parse(args).Invoke();
