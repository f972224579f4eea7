namespace AesModes.Tool.Common;

/// <summary>The command could not do it, or a check failed: the message is printed on one line, and the exit code is 1.</summary>
internal sealed class CommandFailure(string message) : Exception(message);
