using System.CommandLine.Parsing;
using System.Globalization;
using AesModes.Tool.Files;

namespace AesModes.Tool.Common;

/// <summary>Runs what was asked for. What goes wrong is one line on the error stream, and an exit code that says of which kind it was.</summary>
internal static class CommandLine
{
    public const int Failed = 1;

    public const int WrongArguments = 2;

    private const int MaxLineLength = 1000;

    public static async Task<int> RunAsync(RootCommand root, string[] arguments)
    {
        // A file whose name begins with @ is a file, not a list of arguments.
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
        catch (Exception e) when (e is CommandFailure or IOException or UnauthorizedAccessException)
        {
            await Console.Error.WriteLineAsync(OnOneLine(e.Message));
            return Failed;
        }
    }

    private static string? FindError(ParseResult result)
    {
        // An option that does not exist would pass as the name of a file; such a file's name can follow a "--".
        Token? unknown = result.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash)
            .FirstOrDefault(token => token.Type == TokenType.Argument && token.Value.StartsWith('-')
                && !(token.Value == StandardStreams.Name && FileCommands.TakesStandardStreams(result.CommandResult.Command)));

        // A verb that takes a number says which ones; a verb that takes a file has no error then.
        bool isRefusedNumber = result.Errors.Count > 0 && int.TryParse(unknown?.Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out _);

        return unknown is not null && !isRefusedNumber ? $"There is no option '{unknown.Value}'."
            // The last one: of an unknown verb the first only says that there is no known one.
            : result.Errors.Count > 0 ? result.Errors[^1].Message
            : null;
    }

    /// <summary>Everything that a command takes, as one would type it.</summary>
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

    /// <summary>A name or a content in the message does not act on the terminal, nor fill it.</summary>
    public static string OnOneLine(string message) =>
        Printable.Of(string.Join(' ', message.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), MaxLineLength);
}
