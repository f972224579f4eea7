namespace AesModes.Tool.Common;

/// <summary>The command failed, or a check did. The message is printed on one line, and the exit code is 1.</summary>
internal sealed class CommandFailure(string message) : Exception(message);
