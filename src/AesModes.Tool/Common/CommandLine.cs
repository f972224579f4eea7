using System.CommandLine.Parsing;
using System.Globalization;
using System.Security.Cryptography;
using AesModes.Tool.Files;

namespace AesModes.Tool.Common;

/// <summary>Runs a command line. An error is one line on the error stream; the exit code gives its kind.</summary>
internal static class CommandLine
{
    public const int Failed = 1;

    public const int WrongArguments = 2;

    private const int MaxLineLength = 1000;

    public static async Task<int> RunAsync(RootCommand root, string[] arguments)
    {
        // A name that begins with @ is the name of a file, not a list of arguments.
        ParseResult result = root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (FindError(result) is { } error)
        {
            await Console.Error.WriteLineAsync($"{OnOneLine(error)} Usage: {Synopsis(result.CommandResult.Command)}");
            return WrongArguments;
        }

        try
        {
            return await result.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
        }
        catch (Exception e) when (e is CommandFailure or IOException or UnauthorizedAccessException or CryptographicException or PlatformNotSupportedException)
        {
            await Console.Error.WriteLineAsync(OnOneLine(e.Message));
            return Failed;
        }
        catch (OutOfMemoryException)
        {
            await Console.Error.WriteLineAsync("There is not enough memory.");
            return Failed;
        }
    }

    private static string? FindError(ParseResult result)
    {
        // Without this check, an unknown option would be read as a file name. A file name that begins with - can follow "--".
        Token? unknown = result.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash)
            .FirstOrDefault(token => token.Type == TokenType.Argument && token.Value.StartsWith('-')
                && !(token.Value == StandardStreams.Name && FileCommands.TakesStandardStreams(result.CommandResult.Command)));

        // A negative number: a command that expects numbers reports the allowed ones; a command that expects a file has no error here.
        bool isRefusedNumber = result.Errors.Count > 0 && int.TryParse(unknown?.Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out _);

        return unknown is not null && !isRefusedNumber ? $"There is no option '{unknown.Value}'."
            // The last error: for an unknown command, the first one only says that a command is missing.
            : result.Errors.Count > 0 ? result.Errors[^1].Message
            : null;
    }

    /// <summary>A command's arguments and options, as a user types them.</summary>
    private static string Synopsis(Command command)
    {
        if (command is RootCommand)
        {
            return $"aesmodes {string.Join('|', command.Subcommands.Select(c => c.Name))} …";
        }

        IEnumerable<string> parts = command.Arguments.Select(Describe).Concat(command.Options.Where(o => !o.Recursive).Select(Describe));
        return $"aesmodes {command.Name} {string.Join(' ', parts)}";
    }

    private static string Describe(Argument argument)
    {
        string name = argument.Arity.MaximumNumberOfValues > 1 ? $"{argument.Name}…" : argument.Name;
        return argument.Arity.MinimumNumberOfValues == 0 ? $"[{name}]" : name;
    }

    private static string Describe(Option option)
    {
        string text = option.Arity.MaximumNumberOfValues == 0 ? option.Name : $"{option.Name} {option.HelpName ?? "VALUE"}";
        return option.Required ? text : $"[{text}]";
    }

    /// <summary>Keeps a name or content in the message from controlling or flooding the terminal.</summary>
    public static string OnOneLine(string message) =>
        Printable.Of(string.Join(' ', message.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), MaxLineLength);
}
