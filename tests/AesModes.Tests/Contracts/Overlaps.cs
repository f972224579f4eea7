using System.Security.Cryptography;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>Where an argument stands in the memory that all of a call's share.</summary>
internal readonly record struct Piece(int Offset, int Length)
{
    public Span<byte> In(byte[] arena) => arena.AsSpan(Offset, Length);

    public bool Overlaps(Piece other) =>
        Length > 0 && other.Length > 0 && Offset < other.Offset + other.Length && other.Offset < Offset + Length;
}

/// <summary>A call, and which of its arguments may share memory.</summary>
/// <param name="Name">The method.</param>
/// <param name="Parameters">Its parameters in order.</param>
/// <param name="Written">Those that it writes.</param>
/// <param name="Refused">Pairs that may not overlap at all, and the parameter to be named.</param>
/// <param name="Together">The pair that may begin at the same byte, and the parameter to be named otherwise.</param>
/// <param name="Run">The call; whether the message was authentic.</param>
internal sealed record Operation<T>(
    string Name, string[] Parameters, string[] Written, string[] Refused, string Together, Func<T, byte[], Piece[], bool> Run);

/// <summary>Holds calls against their <see cref="Operation{T}"/>, each pair of arguments at every shift.</summary>
internal static class Overlaps
{
    private const int MaxShift = 40;

    // The pair in the middle, the others far from it and from each other.
    private const int Middle = 400;
    private const int Far = 800;
    private const int Distance = 250;

    /// <summary>Where pieces may stand in the memory of a call, and how long each may be.</summary>
    public const int Shared = Far;
    public const int MostBytes = Distance;

    private static readonly byte[] _noise = Bytes.Random(new Random(1), Far + (6 * Distance));

    /// <summary>Each pair of arguments, shifted against each other from just apart to just apart, the others far away.</summary>
    public static void CheckEveryPair<T>(T instance, Operation<T> operation, byte[][] contents, string what)
    {
        for (int first = 0; first < contents.Length; first++)
        {
            for (int second = first + 1; second < contents.Length; second++)
            {
                int from = -Math.Max(contents[second].Length + 1, MaxShift);
                int to = Math.Max(contents[first].Length + 1, MaxShift);
                for (int shift = from; shift <= to; shift++)
                {
                    Check(instance, operation, contents, first, second, shift, what);
                }
            }
        }
    }

    public static bool Succeeds(Action action)
    {
        try
        {
            action();
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    /// <summary>
    /// The arguments anywhere in one memory: refused as documented and nothing written, or what memory apart gives.
    /// </summary>
    /// <param name="instance">What is called.</param>
    /// <param name="operation">How, and what may share memory.</param>
    /// <param name="contents">Of each argument; where two overlap the later has the bytes, and an input has them before a destination.</param>
    /// <param name="pieces">Where each stands, in so much memory at most as pieces apart need.</param>
    /// <param name="what">For a failure.</param>
    /// <returns>Whether the message was authentic; null when the call was refused.</returns>
    public static bool? Check<T>(T instance, Operation<T> operation, byte[][] contents, Piece[] pieces, string what)
    {
        // Destinations first, so that an input they overlap is whole.
        byte[] arena = (byte[])_noise.Clone();
        foreach (int i in Enumerable.Range(0, pieces.Length).OrderBy(i => !operation.Written.Contains(operation.Parameters[i])))
        {
            contents[i].CopyTo(pieces[i].In(arena));
        }

        byte[] before = (byte[])arena.Clone();
        string[] refused = [.. FindRefused(operation, pieces)];
        if (refused.Length > 0)
        {
            ArgumentException thrown = Expect.Throws<ArgumentException>(what, () => operation.Run(instance, arena, pieces));
            Assert.True(refused.Contains(thrown.ParamName), $"{what}: expected ParamName {string.Join(" or ", refused)}, got {thrown.ParamName ?? "null"}.");
            Expect.Same(before, arena, what);
            return null;
        }

        byte[] arenaApart = new byte[arena.Length];
        Piece[] apart = [.. contents.Select((c, i) => new Piece(Far + (Distance * i), c.Length))];
        for (int i = 0; i < pieces.Length; i++)
        {
            pieces[i].In(arena).CopyTo(apart[i].In(arenaApart));
        }

        bool expected = operation.Run(instance, arenaApart, apart);
        Assert.True(operation.Run(instance, arena, pieces) == expected, $"{what}: expected {expected}.");
        for (int i = 0; i < pieces.Length; i++)
        {
            if (operation.Written.Contains(operation.Parameters[i]))
            {
                apart[i].In(arenaApart).CopyTo(pieces[i].In(before));
            }
        }

        Expect.Same(before, arena, what);
        return expected;
    }

    /// <summary>For each pair that overlaps and may not, the parameter to be named.</summary>
    private static IEnumerable<string> FindRefused<T>(Operation<T> operation, Piece[] pieces)
    {
        for (int first = 0; first < pieces.Length; first++)
        {
            for (int second = first + 1; second < pieces.Length; second++)
            {
                string pair = $"{operation.Parameters[first]}-{operation.Parameters[second]}:";
                string? rule = operation.Refused.Append(operation.Together).SingleOrDefault(r => r.StartsWith(pair, StringComparison.Ordinal));
                bool begin = rule == operation.Together && pieces[first].Offset == pieces[second].Offset;
                if (rule is not null && !begin && pieces[first].Overlaps(pieces[second]))
                {
                    yield return rule[pair.Length..];
                }
            }
        }
    }

    private static void Check<T>(T instance, Operation<T> operation, byte[][] contents, int first, int second, int shift, string call)
    {
        Piece[] pieces = [.. contents.Select((c, i) => new Piece(i == first ? Middle : i == second ? Middle + shift : Far + (Distance * i), c.Length))];
        string names = $"{operation.Parameters[first]}-{operation.Parameters[second]}";
        string what = $"{operation.Name}, {call}, {names} at {shift}";
        bool together = shift == 0 && operation.Together.StartsWith($"{names}:", StringComparison.Ordinal);
        Assert.True(Check(instance, operation, contents, pieces, what) != false || !together, $"{what}: the sample is not authentic.");
    }
}
