using System.CommandLine.Parsing;
using System.Globalization;

namespace AesModes.Tool.Common;

/// <summary>Parameters that several commands share. The error for a wrong value names the allowed ones.</summary>
internal static class Parameters
{
    public const string Auto = "auto";

    public const string All = "all";

    private static readonly string[] _backendNames = [.. Backend.All.Where(b => !b.HasNativeCode).Select(b => b.Name).Distinct()];

    public static Option<bool> Json() => new("--json") { Description = "Print JSON.", Arity = ArgumentArity.Zero };

    /// <summary>Accepts auto and the names of the backends.</summary>
    public static Option<string> BackendName(params string[] more) => OneOf(
        "--backend", $"The backend. {Auto} is the one that programs on this machine use.", [Auto, .. _backendNames, .. more]);

    /// <summary>The same for a command that uses all backends by default.</summary>
    public static Option<string> BackendNameOrAll() => OneOf(
        "--backend", $"The backend. {All} means each one that this machine has; {Auto} is the one that programs on it use.", [All, Auto, .. _backendNames]);

    /// <summary>The first value is the default.</summary>
    public static Option<string> OneOf(string name, string description, params string[] values)
    {
        Option<string> option = new(name) { Description = description, HelpName = string.Join('|', values), DefaultValueFactory = _ => values[0] };
        option.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: string value }, ..] && !values.Contains(value))
            {
                result.AddError($"{name} must be {Either(values)}; '{value}' was given.");
            }
        });
        return option;
    }

    /// <summary>The key size in bits.</summary>
    public static Option<int> KeySize(int byDefault, params int[] allowed) => new("--key-size")
    {
        Description = "The key size in bits.",
        HelpName = string.Join('|', allowed),
        DefaultValueFactory = _ => byDefault,
        CustomParser = result => Parse(result, allowed.Contains, $"--key-size must be {Either(allowed)}"),
    };

    public static Option<int> Number(string name, string description, int byDefault, int least, int most) => new(name)
    {
        Description = $"{description}.",
        HelpName = "N",
        DefaultValueFactory = _ => byDefault,
        CustomParser = result => Parse(result, number => number >= least && number <= most, $"{name} must be a whole number from {Range(least, most)}"),
    };

    /// <summary>The value is null without the option.</summary>
    public static Option<int?> OptionalNumber(string name, string description, int least, int most) => new(name)
    {
        Description = description,
        HelpName = "N",
        CustomParser = result => Parse(result, number => number >= least && number <= most, $"{name} must be a whole number from {Range(least, most)}"),
    };

    public static Argument<int> Number(string name, string description, int least, int most) => new(name)
    {
        Description = description,
        CustomParser = result => Parse(result, number => number >= least && number <= most, $"{name} must be a whole number from {Range(least, most)}"),
    };

    /// <summary>Whole numbers, separated by commas. <see cref="ValueOr"/> gets them: --help would print a default of the option with another separator.</summary>
    public static Option<int[]> Numbers(string name, string description, int least, int most, params int[] byDefault) => new(name)
    {
        Description = byDefault.Length == 0 ? $"{description}." : $"{description}; {string.Join(',', byDefault)} by default.",
        HelpName = "N,N,…",
        Arity = ArgumentArity.ExactlyOne,
        CustomParser = result =>
        {
            int[] numbers = [.. result.Tokens.Single().Value.Split(',').Select(text => TryParse(text) ?? least - 1)];
            return numbers.All(number => number >= least && number <= most)
                ? numbers
                : Refuse<int[]>(result, $"{name} must be whole numbers from {Range(least, most)}, separated by commas");
        },
    };

    /// <summary>The option's numbers, each once, or these without the option. System.CommandLine's own value is then an empty array.</summary>
    public static int[] ValueOr(this ParseResult result, Option<int[]> numbers, IEnumerable<int> byDefault) =>
        [.. (result.GetResult(numbers) is null ? byDefault : result.GetRequiredValue(numbers)).Distinct()];

    /// <summary>Finds the fastest backend of that name; fails if this machine has none.</summary>
    public static Backend Find(string name) => FindEvery(name)[0];

    /// <summary>Finds one backend of each name that this machine has or, unless the name is <see cref="All"/>, the named one only.</summary>
    public static Backend[] FindAll(string name) => [.. FindEvery(name).DistinctBy(backend => backend.Name)];

    /// <summary>Finds all backends of that name, or of this machine, including those that differ only in vector width.</summary>
    public static Backend[] FindEvery(string name)
    {
        Backend[] backends = [.. Backend.All.Where(b => name == Auto ? b == Backend.Default : b.IsSupported && (name == All || b.Name == name))];
        return backends.Length > 0 ? backends : throw new CommandFailure($"This machine does not have the backend {name}.");
    }

    /// <summary>Formats a list as "a, b or c".</summary>
    private static string Either<T>(T[] values) => $"{string.Join(", ", values[..^1])} or {values[^1]}";

    private static string Range(int least, int most) => string.Create(CultureInfo.InvariantCulture, $"{least:N0} to {most:N0}");

    private static int Parse(ArgumentResult result, Predicate<int> isAllowed, string rule) =>
        result.Tokens is [{ Value: string text }] && TryParse(text) is int number && isAllowed(number) ? number : Refuse<int>(result, rule);

    private static int? TryParse(string text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;

    private static T Refuse<T>(ArgumentResult result, string rule)
    {
        result.AddError($"{rule}; '{string.Join(' ', result.Tokens.Select(t => t.Value))}' was given.");
        return default!;
    }
}
