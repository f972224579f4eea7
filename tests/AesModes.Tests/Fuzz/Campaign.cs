using System.Diagnostics;
using System.Globalization;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.FSharp.Core;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// Runs cases of one kind, which FsCheck generates from the printed seed, until the time is over. Shrinks a failing case, and reports a hanging one as it is.
/// AESMODES_FUZZ_SECONDS is the time for all kinds together; AESMODES_FUZZ_CASE runs a single case.
/// </summary>
internal sealed class Campaign(string kind)
{
    private const int CaseNumbers = 48;
    private const int Batch = 50;
    private const int ShrinksAtMost = 2000;

    /// <summary>The time limit for a case. The slowest cases take milliseconds; the rest allows for a busy machine.</summary>
    private static readonly TimeSpan _hangLimit = TimeSpan.FromSeconds(Effort.IsSlow ? 300 : 30);

    private readonly Dictionary<string, long> _calls = [];
    private readonly Stopwatch _sinceStart = Stopwatch.StartNew();
    private readonly TimeSpan _end = TimeSpan.FromSeconds(Seconds / FuzzKind.Chosen.Count());

    private long _cases;
    private int _shrinks;
    private (FuzzCase Case, Exception Exception)? _failure;

    /// <summary>The running case and its start. Another thread reads this to find a hanging case.</summary>
    private volatile Attempt? _attempt;

    private static double Seconds =>
        double.TryParse(Environment.GetEnvironmentVariable("AESMODES_FUZZ_SECONDS"), CultureInfo.InvariantCulture, out double seconds) ? seconds : FuzzKind.Chosen.Count() * 0.75;

    /// <summary>Returns a line with the number of cases.</summary>
    public string Run()
    {
        // Not disposed, because the task of a hanging case has not ended.
        Task work = Task.Factory.StartNew(RunCases, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            while (!work.Wait(TimeSpan.FromMilliseconds(50)))
            {
                if (_attempt is { } attempt && _sinceStart.Elapsed - attempt.Start > _hangLimit)
                {
                    Assert.Fail($"A case did not end in {_hangLimit.TotalSeconds} s. {HowToRepeat(attempt.Case)}");
                }
            }
        }
        catch (AggregateException e) when (_failure is null)
        {
            throw e.Flatten().InnerException!;
        }
        catch (AggregateException)
        {
            Assert.Fail($"{_failure!.Value.Exception}\n{HowToRepeat(_failure.Value.Case)}");
        }

        string calls = _calls.Count == 0 ? string.Empty : string.Create(CultureInfo.InvariantCulture, $"; {_calls.Count} pairs of a call and a backend, each at least {_calls.Values.Min()} times");
        return string.Create(CultureInfo.InvariantCulture, $"{_cases} cases of {kind}{calls} (AESMODES_SEED={Sweep.Seed})");
    }

    private void RunCases()
    {
        using FuzzKind tried = FuzzKind.Create(kind);
        if (Environment.GetEnvironmentVariable("AESMODES_FUZZ_CASE") is { Length: > 0 } text)
        {
            Try(tried, [.. text.Split(',').Select(n => int.Parse(n, CultureInfo.InvariantCulture))]);
            return;
        }

        Arbitrary<int[]> cases = Arb.From(Gen.Choose(0, int.MaxValue - 1).ArrayOf(CaseNumbers), Shrink);
        Property property = Prop.ForAll(cases, numbers => Try(tried, numbers));

        // Each kind has its own cases, which the seed determines. Each batch gets a random seed and gamma: FsCheck's generator is a counter, so consecutive seeds would give
        // the same sequence with an offset.
        Random starts = new(Sweep.Seed ^ (FuzzKind.Names.TakeWhile(n => n != kind).Count() << 20));
        do
        {
            Rnd start = new((ulong)starts.NextInt64(), (ulong)starts.NextInt64() | 1);
            property.Check(Config.QuickThrowOnFailure
                .WithQuietOnSuccess(true)
                .WithMaxTest(Batch)
                .WithReplay(FSharpOption<Replay>.Some(new Replay(start, FSharpOption<int>.None))));
        }
        while (_sinceStart.Elapsed < _end);
    }

    private void Try(FuzzKind tried, int[] numbers)
    {
        // The first batch ends early if the time is over.
        if (_cases > 0 && _failure is null && _sinceStart.Elapsed > _end)
        {
            return;
        }

        FuzzCase c = new(numbers, call => _calls[call] = _calls.GetValueOrDefault(call) + 1);
        if (CheckedCall.IsTracing)
        {
            CheckedCall.Trace(HowToRepeat(c));
        }

        _attempt = new Attempt(c, _sinceStart.Elapsed);
        try
        {
            tried.Try(c);
        }
        catch (Exception e)
        {
            _failure = (c, e);
            throw;
        }
        finally
        {
            _attempt = null;
        }

        _cases += _failure is null ? 1 : 0;
    }

    /// <summary>Fewer numbers, or one number replaced by zero, half of it, or one less.</summary>
    private IEnumerable<int[]> Shrink(int[] numbers)
    {
        IEnumerable<int[]> shorter = new[] { numbers.Length / 2, numbers.Length - 1 }.Where(n => n >= 0 && n < numbers.Length).Select(n => numbers[..n]);
        IEnumerable<int[]> smaller = numbers.SelectMany((number, i) =>
            new[] { 0, number / 2, number - 1 }.Distinct().Where(n => n >= 0 && n < number).Select(n => (int[])[.. numbers[..i], n, .. numbers[(i + 1)..]]));
        return shorter.Concat(smaller).TakeWhile(_ => _shrinks++ < ShrinksAtMost);
    }

    private string HowToRepeat(FuzzCase c) => $"Repeat with: tests/fuzz --seed {Sweep.Seed.ToString(CultureInfo.InvariantCulture)} --kind '{kind}' --case {c}";

    private sealed record Attempt(FuzzCase Case, TimeSpan Start);
}
