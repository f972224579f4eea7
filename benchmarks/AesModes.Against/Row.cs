using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace AesModes.Against;

/// <summary>A call of both libraries.</summary>
internal sealed record Row(string Name, int Bytes, Action Old, Action New)
{
    /// <summary>Nanoseconds of a call in the best round of each, and the median of the speeds of all rounds.</summary>
    public (double Old, double New, double Speed) Compare(int rounds)
    {
        int calls = Math.Max(1, 200_000 / (Bytes + 400));

        // Until the JIT has optimised the calls.
        for (int i = 0; i < 100; i++)
        {
            _ = Time(Old, calls);
            _ = Time(New, calls);
            if (i is 10 or 30 or 60)
            {
                Thread.Sleep(30);
            }
        }

        double bestOld = double.MaxValue;
        double bestNew = double.MaxValue;
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++)
        {
            double first = Time(i % 2 == 0 ? Old : New, calls);
            double second = Time(i % 2 == 0 ? New : Old, calls);
            (double before, double after) = i % 2 == 0 ? (first, second) : (second, first);
            bestOld = Math.Min(bestOld, before);
            bestNew = Math.Min(bestNew, after);
            ratios[i] = before / after;
        }

        return (bestOld, bestNew, ratios.Order().ElementAt(rounds / 2));
    }

    /// <summary>Without a profile: it would make the JIT inline one of the two calls. The delegate's call is in the time of both.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static double Time(Action call, int count)
    {
        long begin = Stopwatch.GetTimestamp();
        for (int i = 0; i < count; i++)
        {
            call();
        }

        return Stopwatch.GetElapsedTime(begin).TotalNanoseconds / count;
    }
}

/// <summary>Moves code and buffers. Where they lie changes a short call's time by a tenth and more, and in one process they always lie in the same place.</summary>
[SuppressMessage("Security", "CA5394:Do not use insecure randomness", Justification = "It is for padding.")]
internal sealed class Placement(int seed)
{
    private readonly Random _random = new(seed);
    private readonly List<byte[]> _padding = [];

    /// <summary>A buffer that begins anywhere in a cache line, as far as the runtime's alignment of 8 bytes allows.</summary>
    public byte[] CreateBuffer(int size)
    {
        _padding.Add(new byte[_random.Next(64)]);
        return new byte[size];
    }

    /// <summary>Moves what the JIT compiles next.</summary>
    public void ShiftCode()
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Padding"), AssemblyBuilderAccess.Run);
        TypeBuilder type = assembly.DefineDynamicModule("Padding").DefineType("Padding");
        ILGenerator code = type.DefineMethod("Pad", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [typeof(int)]).GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        for (int i = _random.Next(400); i > 0; i--)
        {
            code.Emit(OpCodes.Ldarg_0);
            code.Emit(OpCodes.Add);
        }

        code.Emit(OpCodes.Ret);
        RuntimeHelpers.PrepareMethod(type.CreateType().GetMethod("Pad")!.MethodHandle);
    }
}
