using System.Security.Cryptography;
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

    private static readonly byte[] _noise = Sample.Bytes(new Random(1), Far + (6 * Distance));

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

    private static void Check<T>(T instance, Operation<T> operation, byte[][] contents, int first, int second, int shift, string call)
    {
        Piece[] pieces = new Piece[contents.Length];
        Piece[] apart = new Piece[contents.Length];
        for (int i = 0; i < pieces.Length; i++)
        {
            int offset = i == first ? Middle : i == second ? Middle + shift : Far + (Distance * i);
            pieces[i] = new Piece(offset, contents[i].Length);
            apart[i] = new Piece(Far + (Distance * i), contents[i].Length);
        }

        // Destinations first, so that an input they overlap is whole.
        byte[] arena = (byte[])_noise.Clone();
        foreach (int i in Enumerable.Range(0, pieces.Length).OrderBy(i => !operation.Written.Contains(operation.Parameters[i])))
        {
            contents[i].CopyTo(pieces[i].In(arena));
        }

        byte[] before = (byte[])arena.Clone();
        string names = $"{operation.Parameters[first]}-{operation.Parameters[second]}";
        string what = $"{operation.Name}, {call}, {names} at {shift}";
        bool overlap = pieces[first].Overlaps(pieces[second]);
        string? refused = operation.Refused.Append(operation.Together).SingleOrDefault(r => r.StartsWith(names + ":", StringComparison.Ordinal));
        bool together = refused == operation.Together && shift == 0;
        if (refused is not null && overlap && !together)
        {
            Expect.Refused<ArgumentException>(what, refused[(names.Length + 1)..], () => operation.Run(instance, arena, pieces));
            Expect.Same(before, arena, what);
            return;
        }

        byte[] arenaApart = new byte[arena.Length];
        for (int i = 0; i < pieces.Length; i++)
        {
            pieces[i].In(arena).CopyTo(apart[i].In(arenaApart));
        }

        bool expected = operation.Run(instance, arenaApart, apart);
        Assert.True(operation.Run(instance, arena, pieces) == expected, $"{what}: expected {expected}.");
        Assert.True(expected || !together, $"{what}: the sample is not authentic.");
        for (int i = 0; i < pieces.Length; i++)
        {
            if (operation.Written.Contains(operation.Parameters[i]))
            {
                apart[i].In(arenaApart).CopyTo(pieces[i].In(before));
            }
        }

        Expect.Same(before, arena, what);
    }
}
